// Shows within seconds what others enter: asks for the part with data-live every five seconds while the page is visible,
// with the version shown, so that the answer is empty until something changes.
import { answerOf, pageIn, showNotices } from "./asking.js";

const PAUSE = 5000;
const SIGNED_OUT = 401;
let isAsking = false;

// `show` is called with each part that has taken the place of another, and with that one.
export function follow(show) {
  setInterval(look, PAUSE, show);
  document.addEventListener("visibilitychange", () => look(show));
}

export async function look(show) {
  const part = document.querySelector("[data-live]");
  if (!part || document.hidden || isAsking) return;
  isAsking = true;
  const { live, version } = part.dataset;
  const answer = await answerOf(live, version ? { headers: { "If-None-Match": version } } : {});
  isAsking = false;
  if (!answer || !part.isConnected) return;
  if (answer.status === SIGNED_OUT) {
    delete part.dataset.live; // one notice is enough
    showNotices(pageIn(answer).querySelectorAll(".notice"));
  }
  const present = answer.ok && pageIn(answer).getElementById(part.id);
  if (!present) return;
  present.dataset.version = answer.version ?? "";
  part.replaceWith(present);
  show(present, part);
}
