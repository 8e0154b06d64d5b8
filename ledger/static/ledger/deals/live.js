// Shows within seconds what others enter: htmx asks for each part with data-live every five seconds. This module lets
// it ask only while the page is visible, and with the version shown, so that the answer is empty until something
// changes.

const isLive = (part) => part instanceof Element && part.matches("[data-live]");
const isBegun = (entry) => entry.querySelector("form[data-begun]") !== null;
let before = {};

document.addEventListener("htmx:configRequest", ({ target, detail }) => {
  if (isLive(target) && target.dataset.version) detail.headers["If-None-Match"] = target.dataset.version;
});
document.addEventListener("htmx:beforeRequest", (event) => {
  if (isLive(event.target) && document.hidden) event.preventDefault();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) for (const part of document.querySelectorAll("[data-live]")) htmx.trigger(part, "look");
});
document.addEventListener("htmx:beforeSwap", ({ target }) => {
  if (!isLive(target)) return;
  before = { ...target.dataset, open: [...target.querySelectorAll("details[open]")].map(({ dataset }) => dataset.deal) };
});
// A key pressed while the next form was on its way keeps the present form.
document.addEventListener("htmx:beforeSwap", ({ target, detail }) => {
  if (target.id === "entry" && detail.requestConfig.verb === "get" && isBegun(target)) detail.shouldSwap = false;
});
document.addEventListener("htmx:afterSwap", ({ target, detail }) => {
  if (target.id === "sheet" && target.dataset.stage !== before.stage) showTheNewStage();
  if (!isLive(target)) return;
  target.dataset.version = detail.xhr.getResponseHeader("ETag") ?? "";
  for (const details of target.querySelectorAll("details")) details.open = before.open.includes(details.dataset.deal);
  if (target.id === "so-far") followOthers(target);
  const sums = target.querySelector("#new-sums");
  if (sums) document.getElementById("sums")?.replaceChildren(sums.content.cloneNode(true));
});

// The first deal and the approval change what can be done on the page.
function showTheNewStage() {
  const fields = [...document.querySelectorAll("main :is(input, textarea)")];
  if (fields.every(({ value, defaultValue }) => value === defaultValue)) location.reload();
}

// When somebody else has entered a deal, the form goes on to the next; what is typed in it stays.
function followOthers(part) {
  const entry = document.getElementById("entry");
  const forms = [...entry.querySelectorAll("form")];
  const isOurs = forms.some(({ elements }) => part.dataset.used.includes((elements.key ?? elements["line-key"]).value));
  if (isOurs) return;
  if (part.dataset.turn !== before.turn) goOnToTheTurn(entry, part.dataset);
  if (part.dataset.number === before.number && part.dataset.here === before.here) return;
  const [heading, save] = [entry.querySelector("h1"), entry.querySelector("[name=save]")];
  const label = save.dataset.save.replace(/\d+/, part.dataset.number);
  heading.textContent = heading.textContent.replace(/\d+/, part.dataset.number);
  if (save.textContent === save.dataset.save) save.textContent = label;
  save.dataset.save = label;
  if (part.dataset.here === before.here) return;
  if (Number(part.dataset.here) > Number(before.here)) {
    document.getElementById("messages").replaceChildren(part.querySelector(".elsewhere").content.cloneNode(true));
  }
  if (isBegun(entry)) return;
  htmx.ajax("GET", location.pathname, { target: "#entry", select: "#entry", swap: "outerHTML show:none" });
}

// Updates who deals and who sits out, unless they were chosen by hand: data-turn is the dealer, then who else sits out.
function goOnToTheTurn(entry, { turn, dealerName, number }) {
  const [deal, line] = [entry.querySelector("form.deal"), entry.querySelector("form.line")];
  const [then, now] = [before.turn.split(","), turn.split(",")];
  const boxes = [...deal.querySelectorAll("[name=sits_out]")];
  if (deal.elements.dealer.value === then[0]) deal.elements.dealer.value = now[0];
  if (boxes.every(({ checked, value }) => checked === then.includes(value))) {
    for (const box of boxes) box.checked = now.includes(box.value);
  }
  deal.elements.turn.value = turn;
  line.elements["line-dealer"].value = now[0];
  line.elements["line-number"].value = number;
  line.querySelector(".line-dealer").textContent = dealerName;
  for (const form of [deal, line]) form.dispatchEvent(new Event("moved"));
}
