// The button that prints the page; without this module there is only the browser's own command.

const button = document.querySelector("button.print");
button.hidden = false;
button.addEventListener("click", () => window.print());
