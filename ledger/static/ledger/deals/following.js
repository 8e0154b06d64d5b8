// Follows what others enter while the next deal is being entered here.
import { answerOf, pageIn } from "../site/asking.js";
import { follow, look } from "../site/live.js";
import { draw } from "./saving.js";

const isBegun = (entry) => entry.querySelector("form[data-begun]") !== null;

follow(goOn);
look(goOn);

// When somebody else has entered a deal, the form goes on to the next; what is typed in it stays.
function goOn(part, { dataset: before }) {
  const entry = document.getElementById("entry");
  const forms = [...entry.querySelectorAll("form")];
  const isOurs = forms.some(({ elements }) => part.dataset.used.includes((elements.key ?? elements["line-key"]).value));
  if (isOurs) return;
  if (part.dataset.turn !== before.turn) goOnToTheTurn(entry, before.turn, part.dataset);
  if (part.dataset.number === before.number && part.dataset.here === before.here) return;
  const save = entry.querySelector("[name=save]");
  const label = save.dataset.save.replace(/\d+/, part.dataset.number);
  for (const heading of entry.querySelectorAll("h1, .next-number")) heading.textContent = heading.textContent.replace(/\d+/, part.dataset.number);
  if (save.textContent === save.dataset.save) save.textContent = label;
  save.dataset.save = label;
  if (part.dataset.here === before.here) return;
  if (Number(part.dataset.here) > Number(before.here)) {
    document.getElementById("messages").replaceChildren(part.querySelector(".elsewhere").content.cloneNode(true));
  }
  if (!isBegun(entry)) goOnToTheNextForm(entry);
}

// A key pressed while the next form was on its way keeps the present form.
async function goOnToTheNextForm(entry) {
  const answer = await answerOf(location.pathname);
  if (!answer?.ok || !entry.isConnected || isBegun(entry)) return;
  const page = pageIn(answer);
  if (page.getElementById("entry")) draw(page);
  else location.assign(answer.url); // the evening was approved meanwhile
}

// Updates who deals and who sits out, unless they were chosen by hand: data-turn is the dealer, then who else sits out.
function goOnToTheTurn(entry, former, { turn, dealerName, number }) {
  const [deal, line] = [entry.querySelector("form.deal"), entry.querySelector("form.line")];
  const [then, now] = [former.split(","), turn.split(",")];
  const boxes = [...deal.querySelectorAll("[name=sits_out]")];
  if (deal.elements.dealer.value === then[0]) deal.elements.dealer.value = now[0];
  if (boxes.every(({ checked, value }) => checked === then.includes(value))) {
    for (const box of boxes) box.checked = now.includes(box.value);
  }
  deal.elements.turn.value = turn;
  line.elements["line-dealer"].value = now[0];
  line.elements["line-number"].value = number;
  line.querySelector(".line-dealer").textContent = dealerName;
  for (const form of [deal, line]) form.dispatchEvent(new Event("moved"));
}
