// Starting a club: shows while somebody types which names were read and which prices fit, and proposes a user name.
// The server decides everything; without this module the buttons do the same.
import "../site/frame.js";
import { answerOf, pageIn } from "../site/asking.js";

const PAUSE = 400;
const form = document.querySelector("form[data-look]");
const { writer_name: name, username } = form.elements;
let timer, newest;

// What a finger is in stays as it is.
async function look() {
  const asked = (newest = new FormData(form));
  asked.set("to", form.dataset.look);
  const answer = await answerOf(form.action, { method: "POST", body: asked });
  if (!answer?.ok || asked !== newest) return;
  const page = pageIn(answer);
  for (const part of form.querySelectorAll("[data-part]")) {
    const fresh = page.getElementById(part.id);
    if (fresh && !part.contains(document.activeElement)) part.replaceChildren(...fresh.childNodes);
  }
}

form.addEventListener("input", ({ target }) => {
  clearTimeout(timer);
  if (target.type !== "radio" && form.dataset.look !== "sign_in") timer = setTimeout(look, PAUSE);
});

// Never the name itself, which everybody reads.
name?.addEventListener("change", () => {
  const first = name.value.trim().toLowerCase().split(/\s+/)[0];
  if (username && first && !username.value) username.value = first + Math.floor(10 + Math.random() * 90);
});
