// Keeps a half-entered deal on this device, per table, until it is saved or somebody signs out (web/site/sign_in.py
// clears the device too): ids, choices and typed text. It has the key of its form; under a key that the book knows
// (data-used) the deal was saved after all, and is not brought back.

const KEPT = "whistklub deal ";
const MOST_AGE = 3 * 24 * 60 * 60 * 1000;
const KEYS = { deal: "key", line: "line-key" };
const part = () => document.getElementById("so-far").dataset;
const nameOf = (kind) => `${KEPT}${part().place} ${kind}`;
const formOf = (kind) => document.querySelector(`form.${kind}`);

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

function write(name, kept) {
  try {
    if (kept) localStorage.setItem(name, JSON.stringify(kept));
    else localStorage.removeItem(name);
  } catch {
    // A browser that stores nothing: deals can be entered all the same.
  }
}

const isChoice = ({ type }) => type === "radio" || type === "checkbox";
const fieldsOf = (form) => [...form.elements].filter(({ name, type }) => name && !["hidden", "submit"].includes(type));

const filledFields = (form) =>
  fieldsOf(form)
    .filter((field) => (isChoice(field) ? field.checked : field.value))
    .map(({ name, value }) => [name, value]);

// Who deals, who sits out and the tricks are kept only if they were chosen; otherwise they are what the page proposes
// when the deal is brought back.
function isProposed(form, name) {
  if (name === "tricks") return !("tricksChosen" in form.dataset);
  const turn = part().turn.split(",");
  const proposed = { dealer: turn.slice(0, 1), sits_out: turn }[name];
  const chosen = filledFields(form).filter(([field]) => field === name);
  return proposed?.length === chosen.length && chosen.every(([, value]) => proposed.includes(value));
}

function keep(kind) {
  const form = formOf(kind);
  const fields = filledFields(form).filter(([name]) => !isProposed(form, name));
  form.dataset.begun = "";
  // Not called `fields` too: an earlier release may have kept a deal on this device.
  write(nameOf(kind), { at: Date.now(), key: form.elements[KEYS[kind]].value, said: fields });
}

function restore(kind) {
  const form = formOf(kind);
  const kept = read(nameOf(kind));
  if (!kept || part().used.includes(kept.key)) return write(nameOf(kind), null);
  form.elements[KEYS[kind]].value = kept.key;
  form.dataset.begun = "";
  for (const field of fieldsOf(form)) {
    const values = kept.said.filter(([name]) => name === field.name).map(([, value]) => value);
    if (!values.length || (field.type === "radio" && !values.includes(field.value))) continue;
    if (isChoice(field)) field.checked = values.includes(field.value);
    else field.value = values[0];
    const behind = field.closest("details:not(.seating)");
    if (behind && values[0]) behind.open = true;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return true;
}

const clear = () => Object.keys(KEYS).forEach((kind) => write(nameOf(kind), null));

function watch() {
  for (const kind of Object.keys(KEYS)) {
    formOf(kind).addEventListener("input", () => keep(kind));
  }
}

function prune() {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(KEPT));
  for (const name of names) if (!(Date.now() - read(name)?.at < MOST_AGE)) write(name, null);
}

function say() {
  const note = document.getElementById("restored").content.cloneNode(true);
  note.querySelector("button").addEventListener("click", () => {
    clear();
    location.reload();
  });
  document.getElementById("messages").append(note);
}

const isRefused = (root) => root.querySelector(".error, .error-summary, .question");
try {
  prune();
} catch {
  // As above.
}
if (!isRefused(document) && Object.keys(KEYS).filter(restore).length) say();
watch();
document.querySelector("form[action$='/sign-out/']")?.addEventListener("submit", clear);
// A saved form is forgotten, and a refused one is kept as it came back; what is half-entered in the other form is
// carried over to the new page.
document.addEventListener("drawn", ({ target, detail: sent }) => {
  for (const kind of Object.keys(KEYS)) {
    if (!sent?.matches(`form.${kind}`)) restore(kind);
    else if (isRefused(target)) keep(kind);
    else if (read(nameOf(kind))?.key === sent.elements[KEYS[kind]].value) write(nameOf(kind), null); // else another tab's
  }
  watch();
});
