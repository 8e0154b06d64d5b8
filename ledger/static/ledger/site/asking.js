// Asks the server in the name of a page that stays where it is (web/site/request.py).

const MOST_WAIT = 30_000;

// The answer with its text, or null if none came; `more` is what fetch takes.
export async function answerOf(address, more = {}) {
  try {
    const headers = { ...more.headers, "In-Place": "true" };
    const answer = await fetch(address, { signal: AbortSignal.timeout(MOST_WAIT), ...more, headers });
    const { ok, redirected, status, url } = answer;
    return { ok, redirected, status, url, version: answer.headers.get("ETag"), text: await answer.text() };
  } catch {
    return null;
  }
}

// The nodes of a part of the page, or null if they could not be had.
export async function partAt(address, signal) {
  const answer = await answerOf(address, { signal });
  return answer?.ok && !answer.redirected ? [...pageIn(answer).body.childNodes] : null;
}

export const pageIn = ({ text }) => new DOMParser().parseFromString(text, "text/html");

// Shows what came instead of a page, or that nothing came.
export function showNotices(notices) {
  const messages = document.getElementById("messages");
  messages.replaceChildren(...notices);
  messages.scrollIntoView({ block: "nearest" });
}
