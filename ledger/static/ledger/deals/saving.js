// Saving without leaving the page: htmx sends the form, and puts what the server answers in its place. Left to do here is
// where one goes on from, the address, and what to say when no answer came. Without htmx forms are sent as forms are.

const messages = document.getElementById("messages");
const FIRST_KEY = "form.deal input:not([type=hidden], :disabled, .seating input)";

function tell(what) {
  messages.replaceChildren(document.getElementById(what).content.cloneNode(true));
  messages.scrollIntoView({ block: "nearest" });
}

// Saved from far down, from below a note, one goes on at the top; else the page stays where it is.
function goOnFrom(key) {
  key?.focus({ preventScroll: true });
  if (key?.getBoundingClientRect().top < 0) messages.scrollIntoView();
}

// Where no next deal can be entered the answer is another page: the evening was approved meanwhile.
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
