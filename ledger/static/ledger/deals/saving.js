// Saves without leaving the page: sends a form with data-in-place, and puts what the server answers in its place. This
// module moves the focus, updates the address, and tells when no answer came. Without it forms are submitted as usual.
import { answerOf, pageIn, showNotices } from "../site/asking.js";

const messages = document.getElementById("messages");
const FIRST_KEY = "form.deal input:not([type=hidden], :disabled, .seating input, [hidden] input)";
const REFUSALS = [401, 409, 413, 503, 507]; // they come with a page or a notice
const underWay = new WeakSet();

// While it is captured, so that frame.js does not take it for a form that leads to another page.
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!form.matches("[data-in-place]")) return;
  event.preventDefault();
  if (!underWay.has(form)) send(form, submitter);
}, true);

async function send(form, submitter) {
  const fields = new URLSearchParams(new FormData(form));
  if (submitter?.name) fields.append(submitter.name, submitter.value);
  underWay.add(form);
  form.dispatchEvent(new CustomEvent("sending", { bubbles: true, detail: submitter }));
  const answer = await answerOf(form.action, { method: "POST", body: fields });
  underWay.delete(form);
  show(answer, form);
  document.dispatchEvent(new Event("answered"));
}

function show(answer, form) {
  if (!answer) return showNotices([noticeOf("no-answer")]);
  if (!answer.ok && !REFUSALS.includes(answer.status)) return showNotices([noticeOf("bad-answer")]);
  const page = pageIn(answer);
  if (page.getElementById("entry")) return goOn(page, answer, form);
  // If no next deal can be entered, because the evening was approved meanwhile, the answer is another page.
  if (page.getElementById("messages")) return location.assign(answer.url);
  return showNotices(page.querySelectorAll(".notice"));
}

const noticeOf = (what) => document.getElementById(what).content.cloneNode(true);

// Puts the entry screen of a page that the server has drawn in the place of this one, and tells the other modules by
// "drawn" on the new one, with the form that was sent for it, if one was.
export function draw(page, form = null) {
  const [former, entry] = [document.getElementById("entry"), page.getElementById("entry")];
  const focused = former.contains(document.activeElement) ? document.activeElement.id : "";
  document.title = page.title;
  former.replaceWith(entry);
  entry.dispatchEvent(new CustomEvent("drawn", { bubbles: true, detail: form }));
  if (entry.contains(document.activeElement)) return entry;
  const proposed = entry.querySelector("[autofocus]");
  if (proposed) proposed.focus();
  else document.getElementById(focused)?.focus({ preventScroll: true });
  return entry;
}

function goOn(page, { url }, form) {
  messages.replaceChildren(...page.getElementById("messages").childNodes);
  const entry = draw(page, form);
  if (!entry.querySelector(".error, .error-summary")) history.replaceState(null, "", url);
  if (!entry.querySelector("[autofocus], .question, .price-asked")) goOnFrom(entry.querySelector(FIRST_KEY));
}

// Scrolls to the top if the first key is above the window, as after saving from below a note.
function goOnFrom(key) {
  key?.focus({ preventScroll: true });
  if (key?.getBoundingClientRect().top < 0) messages.scrollIntoView();
}
