// Keeps the screen awake while deals are entered: hands are on the cards for minutes, and the phone lies on the table.
// A browser lets go when the page is out of sight, so it is asked again; one without wake locks does without.
async function stayAwake() {
  if (document.visibilityState !== "visible") return;
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // Refused, as with a battery that is nearly empty.
  }
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
