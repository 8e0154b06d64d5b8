// What every page does.

// The page's one live region is where its messages stand. What other modules show elsewhere they have said there too, unseen:
// document.dispatchEvent(new CustomEvent("told", { detail: text })).
const region = document.getElementById("messages");

function tell(text) {
  const told = region.querySelector(".told") ?? document.createElement("p");
  told.className = "told visually-hidden";
  if (!told.isConnected) region.append(told);
  if (told.textContent !== text) told.textContent = text;
}

document.addEventListener("told", ({ detail: text }) => tell(text));

// The browser gives the focus to what was refused, which brings it into sight; some browsers leave that to the page, and
// other modules may hide what stood above it.
const refused = document.querySelector(":is(.error-summary, .notice)[autofocus]");
addEventListener("load", () => {
  if (document.activeElement === document.body) refused?.focus();
  const at = document.activeElement;
  if (at.matches("[autofocus]")) (at.closest(".field") ?? at).scrollIntoView({ block: "nearest" });
});

// A form that is on its way says so on its button, which is itself again when the page stays.
let sending = null;

function saySending(button) {
  if (!button) return;
  const text = button.dataset.sending ?? region.dataset.sending;
  sending = { button, text, nodes: [...button.childNodes] };
  button.replaceChildren(text);
  tell(text);
}

function restoreButton() {
  // Another word may stand there by now: the form was changed meanwhile.
  if (sending?.button.textContent === sending?.text) sending?.button.replaceChildren(...sending.nodes);
  sending = null;
}

const buttonOf = (form, pressed) => pressed ?? form.querySelector("button:not([type=button])");

document.addEventListener("submit", ({ target, submitter, defaultPrevented }) => {
  if (!defaultPrevented && target.method === "post") saySending(buttonOf(target, submitter));
});
document.addEventListener("htmx:beforeRequest", ({ target, detail, defaultPrevented }) => {
  if (!defaultPrevented && target.matches("form")) saySending(buttonOf(target, detail.requestConfig.triggeringEvent?.submitter));
});
document.addEventListener("htmx:afterRequest", restoreButton);
addEventListener("pageshow", restoreButton); // shown again, by the button "back"
