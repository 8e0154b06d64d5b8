// Seats an evening by keys: a key a player, tapped in the order they sit. What the form sends stays in its lists, one a
// seat, which are what there is without this module.

const seats = [...document.querySelectorAll(".seats select")];
const keys = document.querySelector(".seat-keys");
const buttons = [...keys.querySelectorAll("button")];

const players = () => seats.map((seat) => seat.value).filter(Boolean);

function seat(order) {
  seats.forEach((list, position) => (list.value = order[position] ?? ""));
  draw();
}

function draw() {
  const order = players();
  for (const button of buttons) {
    const position = order.indexOf(button.value);
    button.setAttribute("aria-pressed", position >= 0);
    button.querySelector(".seat").textContent = position >= 0 ? position + 1 : "";
    button.disabled = position < 0 && order.length === seats.length;
  }
}

keys.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (!button) return;
  const order = players();
  seat(order.includes(button.value) ? order.filter((player) => player !== button.value) : [...order, button.value]);
});
for (const list of seats) list.addEventListener("change", draw);

draw();
keys.hidden = false;
// Lists that were refused say so beside themselves, and stay open.
const lists = document.querySelector(".seat-lists");
lists.open = Boolean(lists.querySelector(".invalid"));
