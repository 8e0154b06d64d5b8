// The table editor: saves and checks while somebody types, moves between cells by keys, and fills in a pasted block.
// The server decides everything; without this module the buttons do the same.
import "../site/frame.js";

const form = document.querySelector("form.draft");
const sheet = form.querySelector(".sheet");
const button = (value) => form.querySelector(`button[value="${value}"]`);
const PAUSE = 600;
let timer, checking;
// How often somebody has typed something, and how much of that is known to be saved.
let typed = 0;
let saved = 0;

function draftData() {
  const data = new FormData(form);
  data.set("do", "check");
  return data;
}

// Saves what is typed and shows the checker's remarks. A draft that somebody else has saved meanwhile, or that cannot
// be reached, is left to the button "Save", which shows what happened and loses nothing.
async function check() {
  const sent = typed; // saved once it is answered: a page that is left breaks a request off
  const answer = await fetch(form.action, { method: "POST", body: draftData() }).catch(() => null);
  if (!answer?.ok || answer.redirected) {
    document.getElementById("check").classList.add("unsaved");
    return;
  }
  saved = sent;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const panel = page.getElementById("check");
  if (!panel) return;
  form.elements.seen.value = panel.dataset.seen;
  document.getElementById("check").replaceWith(panel);
  markCells(panel);
}

// Every cell has a note below it; a further cell of a remark is described by the note of the first.
function markCells(panel) {
  const marks = new Map([...panel.querySelectorAll("[data-cell]")].map((note) => [note.dataset.cell, note]));
  for (const note of form.querySelectorAll("span[id$='-note']")) {
    const cell = document.getElementById(note.id.replace(/-note$/, ""));
    if (!cell) continue;
    const mark = marks.get(cell.id);
    const isWrong = mark?.dataset.kind === "error";
    note.textContent = mark?.textContent ?? "";
    note.hidden = !note.textContent;
    note.className = `${mark && !isWrong ? "remark" : "error"} small`;
    cell.classList.toggle("pointed", Boolean(mark) && !isWrong);
    cell.ariaInvalid = isWrong ? "true" : null;
    if (mark) cell.setAttribute("aria-describedby", mark.dataset.note);
    else cell.removeAttribute("aria-describedby");
  }
}

form.addEventListener("input", (event) => {
  if (event.target.closest(".tools")) return;
  typed += 1;
  clearTimeout(timer);
  timer = setTimeout(() => {
    checking = check().finally(() => (checking = undefined));
  }, PAUSE);
});
form.addEventListener("submit", (event) => {
  clearTimeout(timer);
  saved = typed;
  if (!checking) return;
  // The save under way goes first; otherwise the form would hold an outdated revision and be refused.
  event.preventDefault();
  checking.then(() => form.requestSubmit(event.submitter));
});
addEventListener("pagehide", () => {
  if (typed > saved) navigator.sendBeacon(form.action, draftData());
});

// Enter and the arrow keys move between cells, left and right only at the end of the text.
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], Enter: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

sheet?.addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  if (!step || !event.target.matches("input") || event.altKey || event.ctrlKey || event.metaKey) return;
  const { selectionStart, selectionEnd, value } = event.target;
  if (event.key === "ArrowLeft" && (selectionStart || selectionEnd)) return;
  if (event.key === "ArrowRight" && selectionStart < value.length) return;
  const [row, column] = place(event.target);
  const next = form.elements[`values.${row + step[0]}.${column + step[1]}`];
  event.preventDefault();
  next?.focus();
  next?.select();
});

sheet?.addEventListener("paste", (event) => {
  const block = event.clipboardData.getData("text/plain");
  if (!/[\t\n]/.test(block.trimEnd())) return;
  event.preventDefault();
  const [row, column] = place(event.target);
  form.elements.pasted.value = block;
  form.elements.at.value = `${row}.${column - 1}`;
  form.requestSubmit(button("paste"));
});

const place = (input) => input.name.split(".").slice(1).map(Number);

// Sections stay open or closed, and a row that was moved keeps the focus.
const folded = `whistklub folded ${location.pathname}`;
const sections = [...form.querySelectorAll("section[id] > details")];
const remembered = JSON.parse(sessionStorage.getItem(folded) ?? "{}");
const asked = new URLSearchParams(location.search).get("open");
for (const details of sections) {
  const { id } = details.parentElement;
  if (id in remembered && id !== asked && !details.querySelector("[aria-invalid=true], .pointed")) details.open = remembered[id];
  details.addEventListener("toggle", () => {
    remembered[id] = details.open;
    sessionStorage.setItem(folded, JSON.stringify(remembered));
  });
}
const target = document.getElementById(location.hash.slice(1));
if (target?.matches("input, select")) target.focus();
