// The entry screen: draws what payouts.js and legality.js work out, and asks the server for the deal's sentence.
// Without these modules the server says all of it when the form is sent. The calculator of a price list is the same
// form without a dealer; it keeps its button, which shows why.
import { partAt } from "../site/asking.js";
import { tell } from "../site/frame.js";
import { missing, reasonFor } from "./legality.js";
import { atTable, away, kindOf, onNolo, payouts } from "./payouts.js";

const PAUSE = 200;
const numbers = new Intl.NumberFormat(document.documentElement.lang, {
  signDisplay: "exceptZero",
  maximumFractionDigits: 6,
  useGrouping: false,
});

// Everything about the form now on the page; it is also the deal that payouts.js and legality.js take.
let state;

const fieldsOf = (name) => [...state.form.querySelectorAll(`input[name="${name}"]`)];
const nameOf = (id) => state.players.find((player) => player.id === id)?.name ?? "";
const keyText = (name, value) => fieldsOf(name).find((key) => key.value === value)?.nextElementSibling.firstChild.textContent;

// Writes a value only if it differs: any write makes the browser lay out the page again.
function put(element, name, value) {
  if (element[name] !== value) element[name] = value;
}

function readAnswers() {
  const data = new FormData(state.form);
  const answers = Object.fromEntries([...data].reverse()); // of a name that occurs twice, the first counts
  if (fieldsOf("sits_out").length) answers.sits_out = data.getAll("sits_out");
  return answers;
}

function cell(name, units) {
  const item = document.createElement("li");
  const [who, points] = [document.createElement("span"), document.createElement("span")];
  who.textContent = name;
  points.className = `points ${units > 0 ? "plus" : units < 0 ? "minus" : "zero"}`;
  points.textContent = units === null ? "·" : text(units, state.tariff.season_denominator).replace("-", "\u2212");
  item.append(who, points);
  return item;
}

const GLYPHS = { "1/2": "½", "1/4": "¼", "3/4": "¾", "1/8": "⅛", "3/8": "⅜", "5/8": "⅝", "7/8": "⅞" };

// As the server writes points: a finite decimal, or else a mixed number such as "+1 1/6"; "+2¼" if the club does so.
function text(units, denominator) {
  const inFractions = "fractions" in state.form.dataset && units % denominator !== 0;
  if (!inFractions && Number.isInteger((units / denominator) * 1e6)) return numbers.format(units / denominator);
  const [size, common] = [Math.abs(units), divisor(Math.abs(units), denominator)];
  const whole = Math.floor(size / denominator) || "";
  const rest = `${(size % denominator) / common}/${denominator / common}`;
  const fraction = (inFractions && GLYPHS[rest]) || `${whole && " "}${rest}`;
  return `${units < 0 ? "-" : "+"}${whole}${fraction}`;
}

const divisor = (a, b) => (b ? divisor(b, a % b) : a);

// An impossible key keeps its place, can be focused and says why; if it was a tick, it is unticked.
function closeKeys() {
  for (const key of state.form.querySelectorAll(".key input, [name=stopped]")) {
    const reason = reasonFor(state, key.name, key.value) ?? "";
    put(key, "title", reason);
    put(key, "ariaDisabled", reason ? "true" : null);
    if (reason && key.checked && (key.type === "checkbox" || reason === state.words.no_partner)) {
      key.checked = false;
      delete state.answers[key.name];
    }
    if (reason && key.checked && key.name === "called_by") fieldsOf(key.name)[0].checked = true;
  }
}

function show() {
  state.answers = readAnswers();
  const kind = kindOf(state);
  for (const part of state.form.querySelectorAll("[data-for]")) {
    put(part, "hidden", !part.dataset.for.split(" ").includes(kind ?? state.kinds.before_contract));
  }
  closeKeys();
  showPlayers(kind);
  showSeating();
  showResults();
  const units = payouts(state);
  const pays = ({ id }) => (units ? (units[id] ?? 0) * state.tariff.scale : null);
  state.preview.replaceChildren(...state.players.map((player) => cell(player.name, pays(player))));
  if (state.save) showSave(missing(state, units, fieldsOf));
}

// The players whom a kind of deal asks for something of their own, where that is not everybody.
const ASKED = { on_contract: onNolo, playing: atTable };

function showPlayers(kind) {
  const asked = ASKED[state.kinds.asks_of[kind]]?.(state);
  for (const row of state.form.querySelectorAll("[data-player]")) {
    const id = row.dataset.player;
    put(row, "hidden", asked !== undefined && !asked.includes(id));
    const joins = state.form.querySelector(`[name=joins_${id}]`);
    if (joins) put(joins.closest(".key"), "hidden", id === state.answers.declarer);
  }
}

function showSeating() {
  const seating = state.form.querySelector(".seating");
  if (!seating) return;
  const { players, answers } = state;
  const place = players.findIndex(({ id }) => id === answers.dealer);
  const lead = [...players.slice(place + 1), ...players].find(({ id }) => !away(state).includes(id));
  put(seating.querySelector(".nobody-deals"), "hidden", place >= 0);
  put(seating.querySelector(".turn"), "hidden", place < 0);
  put(seating.querySelector(".dealer-name"), "textContent", nameOf(answers.dealer));
  put(seating.querySelector(".lead-name"), "textContent", lead?.name ?? "");
  put(seating.querySelector(".away"), "hidden", !away(state).length);
  put(seating.querySelector(".away-names"), "textContent", away(state).map(nameOf).join(", "));
}

// Shows beside each number of tricks its difference from the contract: "+1", "=", "−2".
function showResults() {
  const { contract } = state.answers;
  const level = /^\d+$/.test(contract ?? "") ? Number(contract) : null;
  for (const key of fieldsOf("tricks")) {
    const beside = key.nextElementSibling.querySelector("small") ?? key.nextElementSibling.appendChild(document.createElement("small"));
    const off = Number(key.value) - level;
    put(beside, "textContent", level === null ? "" : off > 0 ? ` +${off}` : off < 0 ? ` \u2212${-off}` : " =");
  }
}

// The button says what is missing and leads there; if nothing is, the server is asked for the deal's sentence.
function showSave(lacks) {
  hush();
  const { form, save } = state;
  const isAsked = form.querySelector(".question") !== null;
  if (!isAsked) put(save, "textContent", lacks ? lacks[1].replace(/\.$/, "") : save.dataset.save);
  put(save.dataset, "lacks", lacks?.[0] ?? "");
  put(save, "ariaDisabled", lacks ? "true" : null);
  say(lacks && state.isTouched ? lacks[1] : "", Boolean(lacks));
  if (!lacks) state.timer = setTimeout(ask, PAUSE);
}

function hush() {
  clearTimeout(state.timer);
  state.request?.abort();
}

async function ask() {
  const { form } = state;
  state.request = new AbortController();
  const query = new URLSearchParams(new FormData(form));
  for (const name of ["csrfmiddlewaretoken", "key", "prices", "sure"]) query.delete(name);
  const sentence = await partAt(`${form.dataset.said}?${query}`, state.request.signal);
  if (!sentence?.length || form !== state.form) return;
  form.querySelector(".said").replaceChildren(...sentence);
  tell(form.querySelector(".said").textContent);
}

// What the button says is not shown a second time, only read aloud (frame.js).
function say(text, isOnButton = false) {
  put(state.form.querySelector(".said"), "textContent", isOnButton ? "" : text);
  tell(text);
}

function lead(event) {
  const { lacks } = state.save.dataset;
  if (!lacks) return;
  event.preventDefault();
  const key = state.form.querySelector(`[name="${lacks}"]:checked`) ?? state.form.querySelector(`[name="${lacks}"]`);
  const behind = key?.closest("details");
  if (behind) behind.open = true;
  key?.focus();
}

function change({ target }) {
  const { form } = state;
  state.isTouched = true;
  if (target.name === "tricks") form.dataset.tricksChosen = ""; // kept.js
  if (target.name === "contract") presetTricks(form);
  const [part, id] = target.name.split("_");
  const limits = state.tariff.nolo[form.elements.contract.value];
  const exact = form.elements[`tricks_${id}`];
  if (limits && exact?.value && part === "tricks") {
    const isBeaten = exact.value < limits.min_tricks || exact.value > limits.max_tricks;
    form.querySelector(`[name=result_${id}][value=${isBeaten ? "beaten" : "home"}]`).checked = true;
  }
  if (part === "result" && exact) exact.value = "";
  showAnother();
}

// The contract's own number of tricks is preset until a number is chosen: most deals are just made.
function presetTricks(form) {
  const just = form.querySelector(`[name=tricks][value="${form.elements.contract.value}"]`);
  if (just && !("tricksChosen" in form.dataset)) just.checked = true;
}

// The question before saving was about the deal as it was.
function showAnother() {
  state.form.querySelector("[name=sure]")?.remove();
  state.form.querySelector(".question")?.remove();
  show();
}

// A key that cannot be pressed says why; typing a number in a row of numbers presses its key.
function press(event) {
  if (!event.target.ariaDisabled || event.target === state.save) return;
  event.preventDefault();
  hush();
  say(event.target.title);
}

function type({ target, key: digit, timeStamp }) {
  if (target.type !== "radio" || !/^\d$/.test(digit)) return;
  const { typed } = state;
  const goesOn = typed.name === target.name && timeStamp - typed.at < 1000;
  state.typed = { name: target.name, at: timeStamp, digits: goesOn ? typed.digits + digit : digit };
  const key = fieldsOf(target.name).find(({ value }) => keyText(target.name, value) === state.typed.digits);
  key?.focus();
  key?.click();
}

// In a new deal the tricks that just make the contract are preset; in a correction they are the writer's own.
const isPreset = ({ key, contract, tricks }) => !tricks?.value || (key && tricks.value === contract.value);

// The contracts that have a price: "9 vip2", "sol".
function pricedContracts({ amounts: all }) {
  const priceable = Object.entries(all).filter(([, amounts]) => amounts.some((amount) => amount !== null));
  return new Set(priceable.map(([key]) => key.split(" ", 2).join(" ")));
}

function readForm(form) {
  const [tariff, words, kinds] = ["tariff", "words", "kinds"].map((id) => JSON.parse(document.getElementById(id).textContent));
  const players = [...form.querySelectorAll("[data-player]")].map((row) => ({
    id: row.dataset.player,
    name: row.querySelector(".name").textContent,
  }));
  return {
    form, tariff, words, kinds, players,
    preview: form.querySelector(".preview"),
    save: form.querySelector("[name=save]"),
    priced: pricedContracts(tariff),
    label: keyText,
    answers: {},
    isTouched: false,
    timer: undefined,
    request: undefined,
    typed: { digits: "" },
  };
}

function start(root) {
  const form = root.querySelector("form.deal");
  if (state) hush();
  state = readForm(form);
  if (!isPreset(form.elements)) form.dataset.tricksChosen = "";
  presetTricks(form); // if a contract was pressed before this script had come
  form.addEventListener("input", change);
  form.addEventListener("moved", showAnother); // following.js
  form.addEventListener("click", press, true);
  form.addEventListener("keydown", type);
  state.save?.addEventListener("click", lead);
  for (const button of form.querySelectorAll("[name=preview]")) button.hidden = true;
  show();
  delete form.dataset.new; // deal.css
  if (form.querySelector(".question")) state.save.focus({ preventScroll: true });
}

start(document);
document.addEventListener("drawn", ({ target }) => start(target)); // saving.js
