// The entry screen: draws what payouts.js and legality.js work out, and asks the server for the deal's sentence.
// Without these modules the server says all of it when the form is sent. The calculator of a price list is the same
// form without a dealer; it keeps its button, which shows why.
import { partAt } from "../site/asking.js";
import { tell } from "../site/frame.js";
import { missing, reasonFor } from "./legality.js";
import { showMeanings } from "./meanings.js";
import { atTable, away, kindOf, onNolo, payouts } from "./payouts.js";

const PAUSE = 200;
const lists = new Intl.ListFormat(document.documentElement.lang);
const numbers = new Intl.NumberFormat(document.documentElement.lang, {
  signDisplay: "exceptZero",
  maximumFractionDigits: 6,
  useGrouping: false,
});

// Everything about the form now on the page; it is also the deal that payouts.js and legality.js take.
let state;

const fieldsOf = (name) => [...state.form.querySelectorAll(`input[name="${name}"]`)];
const nameOf = (id) => state.players.find((player) => player.id === id)?.name ?? "";
const textOf = (key) => key?.nextElementSibling.firstChild.textContent;
const keyText = (name, value) => textOf(fieldsOf(name).find((key) => key.value === value));

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

const OF_A_PLAYER = ["declarer", "partner", "called_by"]; // whoever sits out has no key
// Any result of a player's own is possible; those are most of the keys.
const MAY_CLOSE = '.key input:not([name^="tricks_"], [name^="result_"], .other *), [name=stopped]';

// An impossible key keeps its place, can be focused and says why; if it was a tick, it is unticked.
function closeKeys() {
  const out = away(state);
  for (const key of state.mayClose) {
    const reason = reasonFor(state, key.name, key.value) ?? "";
    if (OF_A_PLAYER.includes(key.name)) put(key.closest(".key"), "hidden", out.includes(key.value) && !key.checked);
    if (key.value in state.tariff.sides) showRole(key, reason);
    put(key, "title", reason);
    put(key, "ariaDisabled", reason ? "true" : null);
    if (reason && key.checked && (key.type === "checkbox" || reason === state.words.no_partner)) {
      key.checked = false;
      delete state.answers[key.name];
    }
    if (reason && key.checked && key.name === "called_by") fieldsOf(key.name)[0].checked = true;
  }
}

// Of an outcome alone and one with a partner one is in sight, and is chosen in the place of the other.
function showRole(key, reason) {
  put(key.closest(".key"), "hidden", reason !== "");
  const twin = reason && key.checked && fieldsOf(key.name).find((other) => other !== key && textOf(other) === textOf(key));
  if (!twin) return;
  twin.checked = true;
  state.answers.contract = twin.value;
}

// Until a contract is chosen, the evening so far stands where its keys come.
const BEFORE_CONTRACT = ".asked-first, .said-of-note";

function show() {
  state.answers = readAnswers();
  const kind = kindOf(state);
  for (const part of state.parts) {
    const isLeftOut = kind === null ? !part.matches(BEFORE_CONTRACT) : !part.dataset.for.split(" ").includes(kind);
    put(part, part.matches(".asked-first") ? "inert" : "hidden", isLeftOut);
  }
  put(state.preview, "hidden", kind === null);
  const asksPoints = state.form.querySelector(".own")?.dataset.for.split(" ").includes(kind);
  put(state.form.dataset, "asks", asksPoints ? "points" : "");
  closeKeys();
  showPlayers(kind);
  showSeating();
  showMeanings(state, fieldsOf);
  const units = payouts(state);
  const pays = ({ id }) => (units ? (units[id] ?? 0) * state.tariff.scale : null);
  const playing = state.kinds.not_dealt.includes(kind) ? state.players.map(({ id }) => id) : atTable(state);
  const cells = state.players.filter(({ id }) => playing.includes(id)).map((player) => cell(player.name, pays(player)));
  state.preview.replaceChildren(...cells);
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
    if (joins) put(joins.closest(".key"), "hidden", id === state.answers.declarer || away(state).includes(id));
  }
}

function showSeating() {
  const seating = state.form.querySelector(".seating");
  if (!seating) return;
  const { players, answers } = state;
  const place = players.findIndex(({ id }) => id === answers.dealer);
  const lead = [...players.slice(place + 1), ...players].find(({ id }) => !away(state).includes(id));
  put(seating.querySelector(".nobody-deals"), "hidden", place >= 0);
  const out = away(state);
  put(seating.querySelector(".turn"), "hidden", place < 0 || out.length > 0);
  put(seating.querySelector(".turn-away"), "hidden", place < 0 || !out.length);
  for (const dealer of seating.querySelectorAll(".dealer-name")) put(dealer, "textContent", nameOf(answers.dealer));
  put(seating.querySelector(".lead-name"), "textContent", lead?.name ?? "");
  put(seating.querySelector(".away-names"), "textContent", lists.format(out.map(nameOf)));
}

// What is missing is asked for above the button, which leads there; if nothing is, the server gives the sentence.
function showSave(lacks) {
  hush();
  const { form, save } = state;
  if (!form.querySelector(".question")) put(save, "textContent", save.dataset.save);
  put(save.dataset, "lacks", lacks?.[0] ?? "");
  put(save, "ariaDisabled", lacks ? "true" : null);
  put(form.querySelector(".said"), "textContent", lacks?.[1] ?? "");
  if (state.isTouched && lacks) tell(lacks[1]);
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

function lead(event) {
  const { lacks } = state.save.dataset;
  if (!lacks) return;
  event.preventDefault();
  const keys = fieldsOf(lacks).filter((key) => !key.closest("[hidden]"));
  const key = keys.find(({ checked }) => checked) ?? keys[0];
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
  if (limits && id && part === "tricks") {
    const isBeaten = target.value < limits.min_tricks || target.value > limits.max_tricks;
    form.querySelector(`[name=result_${id}][value=${isBeaten ? "beaten" : "home"}]`).checked = true;
  }
  // Tricks are those of one contract, and give way to a key that says less.
  const gone = { contract: '[name^="tricks_"]', result: `[name="tricks_${id}"]` }[part];
  if (gone) for (const key of form.querySelectorAll(gone)) key.checked = false;
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
  put(state.form.querySelector(".said"), "textContent", event.target.title);
  tell(event.target.title);
}

function type({ target, key: digit, timeStamp }) {
  if (target.type !== "radio" || !/^\d$/.test(digit)) return;
  const { typed } = state;
  const goesOn = typed.name === target.name && timeStamp - typed.at < 1000;
  state.typed = { name: target.name, at: timeStamp, digits: goesOn ? typed.digits + digit : digit };
  const key = fieldsOf(target.name).find((other) => textOf(other) === state.typed.digits);
  key?.click();
  key?.focus();
}

// In a new deal the tricks that just make the contract are preset; in a correction they are the writer's own.
const isPreset = ({ key, contract, tricks }) => !tricks?.value || (key && tricks.value === contract.value);

function readForm(form) {
  const [tariff, words, kinds] = ["tariff", "words", "kinds"].map((id) => JSON.parse(document.getElementById(id).textContent));
  const players = [...form.querySelectorAll("[data-player]")].map((row) => ({
    id: row.dataset.player,
    name: row.querySelector(".name").textContent,
  }));
  return {
    form, tariff, words, kinds, players,
    mayClose: form.querySelectorAll(MAY_CLOSE), // looked for once: every tap goes through them
    parts: form.querySelectorAll("[data-for]"),
    preview: form.querySelector(".preview"),
    save: form.querySelector("[name=save]"),
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
  for (const key of form.querySelectorAll("[data-away]")) delete key.dataset.away; // deal.css
  form.addEventListener("input", change);
  form.addEventListener("moved", showAnother); // following.js
  form.addEventListener("click", press, true);
  form.addEventListener("keydown", type);
  state.save?.addEventListener("click", lead);
  for (const button of form.querySelectorAll("[name=preview]")) button.hidden = true;
  show();
  delete form.dataset.new; // deal.css
  const asked = form.querySelector(".price-asked input") ?? (form.querySelector(".question") && state.save);
  asked?.focus({ preventScroll: true });
}

start(document);
document.addEventListener("drawn", ({ target }) => start(target)); // saving.js
