// Runs on every page.

// The messages are the page's only live region. Modules that show something elsewhere have it read aloud from there.
const region = document.getElementById("messages");

export function tell(text) {
  const told = region.querySelector(".told") ?? document.createElement("p");
  told.className = "told visually-hidden";
  if (!told.isConnected) region.append(told);
  if (told.textContent !== text) told.textContent = text;
}

// Browsers focus a refusal by its autofocus and scroll to it; some leave that to the page, and other modules may hide
// what stands above it.
const refused = document.querySelector(":is(.error-summary, .notice)[autofocus]");
addEventListener("load", () => {
  if (document.activeElement === document.body) refused?.focus();
  const at = document.activeElement;
  if (at.matches("[autofocus]")) (at.closest(".field") ?? at).scrollIntoView({ block: "nearest" });
});

// The button of a form that is being sent says so, and gets its text back if the page stays.
export let sending = null;

function saySending(button) {
  if (!button) return;
  const text = button.dataset.sending ?? region.dataset.sending;
  sending = { button, text, nodes: [...button.childNodes] };
  button.replaceChildren(text);
  tell(text);
}

function restoreButton() {
  // Not if the form was changed meanwhile, and the button has another text.
  if (sending?.button.textContent === sending?.text) sending?.button.replaceChildren(...sending.nodes);
  sending = null;
}

const buttonOf = (form, pressed) => pressed ?? form.querySelector("button:not([type=button])");

document.addEventListener("submit", ({ target, submitter, defaultPrevented }) => {
  if (!defaultPrevented && target.method === "post") saySending(buttonOf(target, submitter));
});
// A form that is sent in place (saving.js).
document.addEventListener("sending", ({ target, detail: pressed }) => saySending(buttonOf(target, pressed)));
document.addEventListener("answered", restoreButton);
addEventListener("pageshow", restoreButton); // shown again, by the button "back"

// The buttons that print the page; without this module there is only the browser's own command.
for (const button of document.querySelectorAll("button.print")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

// The buttons that copy a link; without this module the link can be selected and copied by hand.

for (const button of document.querySelectorAll(".copy button")) {
  const link = button.previousElementSibling;
  button.hidden = false;
  button.addEventListener("click", async () => {
    link.select();
    try {
      await navigator.clipboard.writeText(link.value);
    } catch {
      document.execCommand("copy"); // a site on the local network without https has no clipboard
    }
    button.textContent = button.dataset.done;
  });
}
