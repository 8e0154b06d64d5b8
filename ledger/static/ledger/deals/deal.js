// The entry screen. Prices are looked up in the tariff that the server shipped; the only thing done here is to hand
// them out over the seats, to say what is missing, and to keep away from what the tariff does not price. Without this
// module the server says all of it when the form is sent.
// The calculator of a price list is the same form without a dealer, and keeps its button: it shows why.

const PAUSE = 200;
let form, tariff, words, priced, preview, players, save, answers, isTouched, timer, asked;
const numbers = new Intl.NumberFormat(document.documentElement.lang, {
  signDisplay: "exceptZero",
  maximumFractionDigits: 6,
  useGrouping: false,
});

const said = (name) => answers.get(name);
const fieldsOf = (name) => [...form.querySelectorAll(`input[name="${name}"]`)];
const nameOf = (id) => players.find((player) => player.id === id)?.name ?? "";
const filled = (message, values) => message.replace(/%\((\w+)\)[sd]/g, (_, name) => values[name]);
const atTable = () => players.map((player) => player.id).filter((id) => !away().includes(id));

function away() {
  if (fieldsOf("sits_out").length) return answers.getAll("sits_out");
  return players.length > tariff.seats ? [said("dealer")] : [];
}

// Each kind of deal gives units by player id, or null while something is still to be chosen.
const payouts = {
  trick() {
    const [declarer, partner, tricks] = ["declarer", "partner", "tricks"].map(said);
    const column = chosenColumn();
    const alone = column[2] === "forced" || partner === declarer || partner === "cat";
    if (!declarer || tricks === null || (!alone && !partnerOf(declarer))) return null;
    const flag = tariff.flags[column[1]].find((code) => code === said("flag"));
    const line = [said("contract"), column[0], countedTrump(column), alone && "alone", flag].filter(Boolean).join(" ");
    const amount = tariff.lines[line]?.[tricks];
    return amount == null ? null : share(alone ? [declarer] : [declarer, partnerOf(declarer)], amount);
  },
  nolo() {
    const declarer = said("declarer");
    if (!declarer) return null;
    const line = tariff.lines[said("contract")];
    if (tariff.nolo[said("contract")][0] === "pair") {
      const amount = line[ownTricks(declarer)];
      return amount == null ? null : share([declarer, partnerOf(declarer)], amount);
    }
    const on = onNolo();
    const amounts = on.map((id) => line[ownTricks(id)]);
    return amounts.includes(null) || amounts.includes(undefined) ? null : sum(on.map((id, n) => share([id], amounts[n], on)));
  },
  role_table() {
    const [maker, partner] = [said("declarer"), said("partner")];
    const side = partner && partner !== maker ? [maker, partner] : [maker];
    const pays = tariff.roles[`${said("contract")} ${players.length}`];
    if (!maker || !pays) return null;
    return Object.fromEntries(players.map(({ id }) => [id, pays[side.includes(id) ? 0 : 1]]));
  },
  penalty() {
    const offender = said("declarer");
    const [own, other] = tariff.penalties[said("contract")];
    return offender ? Object.fromEntries(atTable().map((id) => [id, id === offender ? own : other])) : null;
  },
  free_for_all() {
    const order = atTable().map((id) => [Number(said(`tricks_${id}`)), id]).sort((a, b) => a[0] - b[0]);
    const units = tariff.free_for_all[order.map(([own]) => own).join(",")];
    return units ? Object.fromEntries(order.map(([, id], n) => [id, units[n]])) : null;
  },
  pair_book() {
    const units = said("pair_tricks") === null ? null : tariff.pair_book[said("pair_tricks")];
    return units ? Object.fromEntries(players.map(({ id }, n) => [id, units[n % 2]])) : null;
  },
  passed_out: () => ({}),
  not_played: () => ({}),
  adjustment: () => null,
};

function kind() {
  const contract = said("contract");
  if (contract === null) return null;
  if (contract in payouts) return contract;
  if (contract in tariff.nolo) return "nolo";
  if (words.causes.includes(contract)) return "not_played";
  if (contract in tariff.penalties) return "penalty";
  return Object.keys(tariff.roles).some((line) => line.startsWith(`${contract} `)) ? "role_table" : "trick";
}

// A key says how a nolo went: at the limit, or one trick beyond it; an exact number may be given instead.
function ownTricks(id) {
  return said(`tricks_${id}`) || tariff.nolo[said("contract")][2] + (said(`result_${id}`) === "beaten");
}

const onNolo = () => atTable().filter((id) => id === said("declarer") || said(`joins_${id}`));

function partnerOf(declarer) {
  if (tariff.partner !== "fixed") return said("partner");
  const order = players.map(({ id }) => id);
  return order[(order.indexOf(declarer) + 2) % 4];
}

const columnOf = (wanted) => tariff.columns.find(([code]) => code === wanted);
const chosenColumn = () => columnOf(said("column")) ?? columnOf("plain") ?? tariff.columns[0];
const countedTrump = ([, attachment]) => tariff.multipliers.find(([counted, trump]) => counted === attachment && said(trump))?.[1];

// A side receives the amount from every opponent; each on the side takes an equal part.
function share(side, amount, joined = []) {
  const opponents = atTable().filter((id) => !side.includes(id) && !(tariff.joined === "outsiders" && joined.includes(id)));
  const units = Object.fromEntries(opponents.map((id) => [id, -amount]));
  for (const id of side) units[id] = (amount * opponents.length) / side.length;
  return units;
}

function sum(all) {
  const total = {};
  for (const units of all) for (const [id, amount] of Object.entries(units)) total[id] = (total[id] ?? 0) + amount;
  return total;
}

function cell(name, units) {
  const item = document.createElement("li");
  const [who, points] = [document.createElement("span"), document.createElement("span")];
  who.textContent = name;
  points.className = `points ${units > 0 ? "plus" : units < 0 ? "minus" : "zero"}`;
  points.textContent = units === null ? "·" : text(units, tariff.season_denominator).replace("-", "\u2212");
  item.append(who, points);
  return item;
}

// As the server writes points: a finite decimal, or else a mixed number such as "+1 1/6".
function text(units, denominator) {
  if (Number.isInteger((units / denominator) * 1e6)) return numbers.format(units / denominator);
  const [size, common] = [Math.abs(units), divisor(Math.abs(units), denominator)];
  const whole = Math.floor(size / denominator) || "";
  const rest = `${(size % denominator) / common}/${denominator / common}`;
  return `${units < 0 ? "-" : "+"}${whole}${whole && " "}${rest}`;
}

const divisor = (a, b) => (b ? divisor(b, a % b) : a);

// Why a key cannot be part of the deal as it stands, or undefined: by the field's name, asked with the key's value.
const noPrice = (...keys) => filled(words.no_price, { contract: keys.join(" ") });
const satOut = (id) => (away().includes(id) ? filled(words.sits_out, { player: nameOf(id) }) : undefined);
const keyText = (name, value) => fieldsOf(name).find((key) => key.value === value)?.nextElementSibling.firstChild.textContent;

const reasons = {
  declarer: satOut,
  contract(code) {
    if (code in tariff.nolo && !priced.has(code)) return noPrice(keyText("contract", code));
    const isLevel = tariff.columns.length && /^\d+$/.test(code);
    if (isLevel && !tariff.columns.some(([column]) => priced.has(`${code} ${column}`))) return noPrice(code);
    return undefined;
  },
  column(code) {
    const level = said("contract");
    return level === null || kind() !== "trick" || priced.has(`${level} ${code}`) ? undefined : noPrice(level, keyText("column", code));
  },
  partner(id) {
    if (kind() === "trick") {
      const alone = chosenColumn()[2];
      if (alone === "forced") return words.no_partner;
      if (alone === "never" && [said("declarer"), "cat"].includes(id)) return words.partner_needed;
    }
    const side = tariff.sides[said("contract")];
    if (side === "alone" && id !== said("declarer")) return words.no_partner;
    if (side === "pair" && id === said("declarer")) return words.partner_needed;
    return satOut(id);
  },
  tricks(number) {
    const played = chosenColumn()?.[3] ?? tariff.tricks;
    return Number(number) > played ? filled(words.too_many, { tricks: played }) : undefined;
  },
  joins(_, id) {
    if (tariff.nolo[said("contract")]?.[0] === "pair" || tariff.joined === "single") return words.one_only;
    return satOut(id);
  },
  called_by(id) {
    if (id === "") return undefined;
    const column = chosenColumn();
    if (column?.[4] !== "turned" || column[2] === "forced") return words.not_in_vip;
    return id === said("declarer") ? words.declarer_called : satOut(id);
  },
  stopped() {
    const limit = tariff.nolo[said("contract")]?.[2];
    return onNolo().some((id) => ownTricks(id) > limit) ? undefined : words.not_stopped;
  },
  trump(_, trump) {
    const counting = tariff.multipliers.filter(([, counted]) => counted === trump).map(([attachment]) => attachment);
    if (counting.includes(chosenColumn()?.[1])) return undefined;
    const labels = tariff.columns.filter(([, attachment]) => counting.includes(attachment)).map(([code]) => keyText("column", code));
    return filled(words.counts_only_with, { attachments: labels.join(", ") });
  },
};

function reasonFor(key) {
  if (key.name === "stopped" && kind() !== "nolo") return undefined;
  const [part, id] = key.name.split("_");
  if (part === "joins") return reasons.joins(key.value, id);
  if (tariff.multipliers.some(([, trump]) => trump === key.name)) return reasons.trump(key.value, key.name);
  return reasons[key.name]?.(key.value);
}

// What cannot be stays where it is and can be reached, says why, and is let go of where it was a tick.
function closeKeys() {
  for (const key of form.querySelectorAll(".key input, [name=stopped]")) {
    const reason = reasonFor(key) ?? "";
    key.title = reason;
    if (reason) key.setAttribute("aria-disabled", "true");
    else key.removeAttribute("aria-disabled");
    if (reason && key.checked && (key.type === "checkbox" || reason === words.no_partner)) {
      key.checked = false;
      answers.delete(key.name);
    }
    if (reason && key.checked && key.name === "called_by") fieldsOf(key.name)[0].checked = true;
  }
}

// The first thing that is missing, in thumb order, as [the field that leads there, what the button says]; or null.
function missing(chosen, units) {
  const asksFor = {
    trick: ["declarer", "contract", "column", "partner", "tricks"],
    nolo: ["declarer"],
    role_table: ["declarer", "partner"],
    penalty: ["declarer"],
    pair_book: ["pair_tricks"],
  };
  for (const name of asksFor[chosen ?? "trick"] ?? []) {
    const keys = fieldsOf(name);
    if (!keys.length) continue;
    const pressed = keys.find((key) => key.checked);
    if (pressed?.title) return [name, pressed.title];
    const isAlone = chosen === "role_table" ? tariff.sides[said("contract")] !== "pair" : chosenColumn()?.[2] === "forced";
    const optional = name === "column" || (name === "partner" && isAlone);
    if (!pressed && !optional) return [name, words.needed[name]];
  }
  if (chosen === null) return ["contract", words.needed.contract];
  const mayDiffer = chosen === "adjustment" || !fieldsOf("sits_out").length;
  if (!mayDiffer && atTable().length !== tariff.seats) return ["sits_out", words.who_sits_out];
  if (chosen === "free_for_all" && !units) return [`tricks_${atTable()[0]}`, words.all_tricks];
  if (chosen !== "adjustment" && !units) return ["contract", noPrice(keyText("contract", said("contract")))];
  return null;
}

function show() {
  answers = new FormData(form);
  const chosen = kind();
  for (const part of form.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(chosen ?? "trick");
  closeKeys();
  showPlayers(chosen);
  showSeating();
  showResults();
  const units = chosen && payouts[chosen]();
  preview.replaceChildren(...players.map(({ id, name }) => cell(name, units ? (units[id] ?? 0) * tariff.scale : null)));
  if (save) showSave(missing(chosen, units));
}

// Of a nolo those who are on it, of free for all those who play.
function showPlayers(chosen) {
  for (const row of form.querySelectorAll("[data-player]")) {
    const id = row.dataset.player;
    row.hidden = (chosen === "nolo" && !onNolo().includes(id)) || (chosen === "free_for_all" && !atTable().includes(id));
    const joins = form.querySelector(`[name=joins_${id}]`);
    if (joins) joins.closest(".key").hidden = id === said("declarer");
  }
}

function showSeating() {
  const seating = form.querySelector(".seating");
  if (!seating) return;
  const place = players.findIndex(({ id }) => id === said("dealer"));
  const lead = [...players.slice(place + 1), ...players].find(({ id }) => !away().includes(id));
  seating.querySelector(".nobody-deals").hidden = place >= 0;
  seating.querySelector(".turn").hidden = place < 0;
  seating.querySelector(".dealer-name").textContent = nameOf(said("dealer"));
  seating.querySelector(".lead-name").textContent = lead?.name ?? "";
  seating.querySelector(".away").hidden = !away().length;
  seating.querySelector(".away-names").textContent = away().map(nameOf).join(", ");
}

// Beside each number of tricks what it is against the contract: "+1", "=", "−2".
function showResults() {
  const level = /^\d+$/.test(said("contract") ?? "") ? Number(said("contract")) : null;
  for (const key of fieldsOf("tricks")) {
    const beside = key.nextElementSibling.querySelector("small") ?? key.nextElementSibling.appendChild(document.createElement("small"));
    const off = Number(key.value) - level;
    beside.textContent = level === null ? "" : off > 0 ? ` +${off}` : off < 0 ? ` \u2212${-off}` : " =";
  }
}

// The button says what is missing and leads there; when nothing is, the server is asked for the deal's sentence.
function showSave(lacks) {
  hush();
  const isAsked = form.querySelector(".question") !== null;
  if (!isAsked) save.textContent = lacks ? lacks[1].replace(/\.$/, "") : save.dataset.save;
  save.dataset.lacks = lacks?.[0] ?? "";
  if (lacks) save.setAttribute("aria-disabled", "true");
  else save.removeAttribute("aria-disabled");
  say(lacks && isTouched ? lacks[1] : "", Boolean(lacks));
  if (!lacks) timer = setTimeout(ask, PAUSE);
}

function hush() {
  clearTimeout(timer);
  asked?.abort();
}

async function ask() {
  const target = form;
  asked = new AbortController();
  const query = new URLSearchParams(answers);
  for (const name of ["csrfmiddlewaretoken", "key", "prices", "sure"]) query.delete(name);
  const sentence = await fetch(`${form.dataset.said}?${query}`, { headers: { "HX-Request": "true" }, signal: asked.signal })
    .then((answer) => (answer.ok && !answer.redirected ? answer.text() : ""))
    .catch(() => "");
  const part = new DOMParser().parseFromString(sentence, "text/html");
  if (!sentence || target !== form) return;
  form.querySelector(".said").replaceChildren(...part.body.childNodes);
  tell(form.querySelector(".said").textContent);
}

// What the button says already is not shown twice, only told (frame.js).
function say(text, isOnButton = false) {
  form.querySelector(".said").textContent = isOnButton ? "" : text;
  tell(text);
}

const tell = (text) => document.dispatchEvent(new CustomEvent("told", { detail: text }));

function lead(event) {
  if (!save.dataset.lacks) return;
  event.preventDefault();
  const key = form.querySelector(`[name="${save.dataset.lacks}"]:checked`) ?? form.querySelector(`[name="${save.dataset.lacks}"]`);
  const behind = key?.closest("details");
  if (behind) behind.open = true;
  key?.focus();
}

function change({ target }) {
  isTouched = true;
  if (target.name === "tricks") form.dataset.tricksChosen = ""; // kept.js
  // The contract's own number of tricks is preset until a number is chosen: most deals are just made.
  const preset = target.name === "contract" && !("tricksChosen" in form.dataset) && form.querySelector(`[name=tricks][value="${target.value}"]`);
  if (preset) preset.checked = true;
  const [part, id] = target.name.split("_");
  const limits = tariff.nolo[form.elements.contract.value];
  const exact = form.elements[`tricks_${id}`];
  if (limits && exact?.value && part === "tricks") {
    const isBeaten = exact.value < limits[1] || exact.value > limits[2];
    form.querySelector(`[name=result_${id}][value=${isBeaten ? "beaten" : "home"}]`).checked = true;
  }
  if (part === "result" && exact) exact.value = "";
  showAnother();
}

// What was asked before it is saved was asked of the deal as it stood.
function showAnother() {
  form.querySelector("[name=sure]")?.remove();
  form.querySelector(".question")?.remove();
  show();
}

// A key that cannot be pressed says why; a number typed on a row of numbers presses its key.
function press(event) {
  if (event.target.getAttribute("aria-disabled") !== "true" || event.target === save) return;
  event.preventDefault();
  hush();
  say(event.target.title);
}

let typed = { digits: "" };
function type({ target, key: digit, timeStamp }) {
  if (target.type !== "radio" || !/^\d$/.test(digit)) return;
  const goesOn = typed.name === target.name && timeStamp - typed.at < 1000;
  typed = { name: target.name, at: timeStamp, digits: goesOn ? typed.digits + digit : digit };
  const key = fieldsOf(target.name).find(({ value }) => keyText(target.name, value) === typed.digits);
  key?.focus();
  key?.click();
}

// In a new deal the number of tricks that makes the contract has not been chosen; in a correction it is what was said.
const isPreset = ({ key, contract, tricks }) => !tricks?.value || (key && tricks.value === contract.value);

function start(root) {
  form = root.querySelector("form.deal");
  tariff = JSON.parse(document.getElementById("tariff").textContent);
  const priceable = Object.entries(tariff.lines).filter(([, amounts]) => amounts.some((amount) => amount !== null));
  priced = new Set(priceable.map(([line]) => line.split(" ", 2).join(" "))); // "9 vip2", "sol"
  words = JSON.parse(document.getElementById("words").textContent);
  preview = form.querySelector(".preview");
  save = form.querySelector("[name=save]");
  players = [...form.querySelectorAll("[data-player]")].map((row) => ({
    id: row.dataset.player,
    name: row.querySelector(".name").textContent,
  }));
  if (!isPreset(form.elements)) form.dataset.tricksChosen = "";
  isTouched = false;
  form.addEventListener("input", change);
  form.addEventListener("moved", showAnother); // live.js
  form.addEventListener("click", press, true);
  form.addEventListener("keydown", type);
  save?.addEventListener("click", lead);
  for (const button of form.querySelectorAll("[name=preview]")) button.hidden = true;
  show();
  if (form.querySelector(".question")) save.focus({ preventScroll: true });
}

start(document);
document.addEventListener("htmx:afterSwap", ({ target }) => target.id === "entry" && start(target));
