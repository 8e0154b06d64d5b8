// Saves without leaving the page: htmx sends the form, and puts the server's answer in its place. This module moves the
// focus, updates the address, and tells when no answer came. Without htmx, forms are submitted as usual.

const messages = document.getElementById("messages");
const FIRST_KEY = "form.deal input:not([type=hidden], :disabled, .seating input)";

function tell(what) {
  messages.replaceChildren(document.getElementById(what).content.cloneNode(true));
  messages.scrollIntoView({ block: "nearest" });
}

// Scrolls to the top if the first key is above the window, as after saving from below a note.
function goOnFrom(key) {
  key?.focus({ preventScroll: true });
  if (key?.getBoundingClientRect().top < 0) messages.scrollIntoView();
}

// If no next deal can be entered, because the evening was approved meanwhile, the answer is another page.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id !== "entry" || !detail.shouldSwap || detail.serverResponse.includes('id="entry"')) return;
  detail.shouldSwap = false;
  location.assign(detail.xhr.responseURL);
});
document.addEventListener("htmx:afterSwap", ({ target, detail }) => {
  if (messages.contains(target) && detail.xhr.status >= 400) messages.scrollIntoView({ block: "nearest" });
  if (target.id !== "entry" || detail.requestConfig.verb !== "post") return;
  const refused = target.querySelector(".error, .error-summary");
  if (!refused) history.replaceState(null, "", detail.pathInfo.responsePath);
  if (!target.querySelector("[autofocus], .question")) goOnFrom(target.querySelector(FIRST_KEY));
});

for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, ({ target }) => {
    if (target.matches("form")) tell(failure === "htmx:responseError" ? "bad-answer" : "no-answer");
  });
}
