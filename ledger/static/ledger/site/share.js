// Passes on what a .message says, by the device's own sharing where there is one, or copied.
// Without this module it can be selected and copied by hand.
import { tell } from "./frame.js";

for (const part of document.querySelectorAll(".share")) {
  const message = part.querySelector(".message");
  const send = part.querySelector(".send-message");
  const copy = part.querySelector(".copy-message");
  send.hidden = !navigator.share;
  copy.hidden = false;
  // Where there is no sharing, copying is what the page is for.
  if (!navigator.share) copy.className = send.className;
  // Text and address as one: some programs keep but one of the two.
  send.addEventListener("click", () => navigator.share({ text: message.innerText.trim() }).catch(() => {}));
  copy.addEventListener("click", async () => {
    window.getSelection().selectAllChildren(message);
    try {
      await navigator.clipboard.writeText(message.innerText.trim());
    } catch {
      document.execCommand("copy"); // a site on the local network without https has no clipboard
    }
    copy.textContent = copy.dataset.done;
    tell(copy.dataset.done);
  });
}
