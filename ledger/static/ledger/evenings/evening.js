// The page of an evening while it is played: the sheet follows what is entered, and so does what the board would approve.
import { sending } from "../site/frame.js";
import { follow } from "../site/live.js";

follow((sheet, before) => {
  const open = [...before.querySelectorAll("details[open]")].map(numberOf);
  for (const details of sheet.querySelectorAll("details")) details.open = open.includes(numberOf(details));
  for (const { dataset, content } of sheet.querySelectorAll("template[data-for]")) {
    document.getElementById(dataset.for)?.replaceChildren(content.cloneNode(true));
  }
  if (sheet.dataset.stage !== before.dataset.stage) showTheNewStage();
});

const numberOf = (details) => details.querySelector("summary i")?.textContent;

// The first deal, a complaint and the approval change what can be done on the page.
function showTheNewStage() {
  if (sending) return; // what was pressed here changes the stage too, and loading anew would break off its answer
  const fields = [...document.querySelectorAll("main :is(input, textarea)")];
  if (fields.every(({ value, defaultValue }) => value === defaultValue)) location.reload();
}
