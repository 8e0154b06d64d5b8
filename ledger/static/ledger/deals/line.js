// The keyboard line: "/" moves the focus to it, and while somebody types, the server says what the line means so far.
// Without this module, lines can be typed and saved all the same.
import { partAt } from "../site/asking.js";
import { tell } from "../site/frame.js";

const PAUSE = 150;
let form, line, read, timer, asked, sent;

async function ask() {
  asked?.abort();
  asked = new AbortController();
  const query = new URLSearchParams({ "line-text": line.value, "line-dealer": form.elements["line-dealer"].value, "line-number": form.elements["line-number"].value });
  const meaning = await partAt(`${form.action}?${query}`, asked.signal);
  if (!meaning) return;
  read.replaceChildren(...meaning);
  tell(read.textContent.replace(/\s+/g, " ").trim());
}

// The error was about the line as it was sent, not about what is being typed now.
function forget() {
  line.removeAttribute("aria-invalid");
  line.closest(".field").classList.remove("invalid");
  form.querySelector(".field .error")?.remove();
}

// What was typed while the line was being saved is the start of the next one.
function takeTypedOn() {
  const more = sent !== undefined && line.value.startsWith(sent) ? line.value.slice(sent.length) : "";
  sent = undefined;
  return more;
}

function start(root) {
  const more = takeTypedOn();
  form = root.querySelector("form.line");
  line = form.elements["line-text"];
  read = document.getElementById("line-read");
  line.addEventListener("input", () => {
    forget();
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  });
  form.addEventListener("moved", () => line.value && ask()); // following.js
  // Not on "submit": pressing Enter again meanwhile sends nothing, and the line's text is then still to be sent.
  form.addEventListener("sending", () => {
    clearTimeout(timer);
    asked?.abort();
    sent = line.value;
  });
  if (more && !line.value) {
    line.value = more;
    ask();
  }
  // A refused line is selected from the character that does not fit, so that typing replaces it from there.
  if (line.matches("[autofocus]")) {
    const mark = read.querySelector("mark");
    line.focus({ preventScroll: root !== document });
    if (line.matches("[aria-invalid=true]")) line.closest(".field").scrollIntoView({ block: "nearest" });
    line.setSelectionRange(mark ? (mark.previousSibling?.textContent.length ?? 0) : line.value.length, line.value.length);
  }
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.matches("input:not([type=radio], [type=checkbox]), select, textarea")) return;
  event.preventDefault();
  form.closest("details").open = true;
  line.focus();
});
start(document);
document.addEventListener("drawn", ({ target }) => start(target)); // saving.js
