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
