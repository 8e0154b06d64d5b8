// Puts the entry screen of a page that the server has drawn in the place of this one.

// Tells the other modules by "drawn" on the new one, with the form that was sent for it, if one was.
export function draw(page, form = null) {
  const [former, entry] = [document.getElementById("entry"), page.getElementById("entry")];
  const focused = former.contains(document.activeElement) ? document.activeElement.id : "";
  document.title = page.title;
  former.replaceWith(entry);
  entry.dispatchEvent(new CustomEvent("drawn", { bubbles: true, detail: form }));
  if (entry.contains(document.activeElement)) return entry;
  const proposed = entry.querySelector("[autofocus]");
  if (proposed) proposed.focus();
  else document.getElementById(focused)?.focus({ preventScroll: true });
  return entry;
}
