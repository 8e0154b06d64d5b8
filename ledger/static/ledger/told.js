// The page's one live region is where its messages stand. What other modules show elsewhere they have said there too, unseen:
// document.dispatchEvent(new CustomEvent("told", { detail: text })).

const region = document.getElementById("messages");

document.addEventListener("told", ({ detail: text }) => {
  const told = region.querySelector(".told") ?? document.createElement("p");
  told.className = "told visually-hidden";
  if (!told.isConnected) region.append(told);
  if (told.textContent !== text) told.textContent = text;
});
