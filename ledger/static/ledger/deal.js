// The entry screen's live preview. Prices are looked up in the tariff that the server shipped; the only thing done
// here is to hand them out over the seats. Without this module the button "Show the points first" asks the server.
// The calculator of a price list is the same form without a dealer, and keeps its button: it shows why.

let form, tariff, preview, players, dealer, tricksChosen;
const numbers = new Intl.NumberFormat(document.documentElement.lang, {
  signDisplay: "exceptZero",
  maximumFractionDigits: 6,
  useGrouping: false,
});

const said = (name) => new FormData(form).get(name);
const atTable = () => {
  const out = players.length > tariff.seats ? said("dealer") : null;
  return players.map((player) => player.id).filter((id) => id !== out);
};

// Each kind of deal gives units by player id, or null while something is still to be chosen.
const payouts = {
  trick() {
    const [declarer, partner, tricks] = ["declarer", "partner", "tricks"].map(said);
    const column = chosenColumn();
    const alone = column[3] === "forced" || partner === declarer || partner === "cat";
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
    if (tariff.nolo[said("contract")] === "pair") {
      const amount = line[said(`tricks_${declarer}`)];
      return amount == null ? null : share([declarer, partnerOf(declarer)], amount);
    }
    const on = atTable().filter((id) => id === declarer || said(`joins_${id}`));
    const amounts = on.map((id) => line[said(`tricks_${id}`)]);
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
  adjustment: () => null,
};

function kind() {
  const contract = said("contract");
  if (contract === null) return null;
  if (contract in payouts) return contract;
  if (contract in tariff.nolo) return "nolo";
  if (contract in tariff.penalties) return "penalty";
  return Object.keys(tariff.roles).some((line) => line.startsWith(`${contract} `)) ? "role_table" : "trick";
}

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

function show() {
  const chosen = kind();
  for (const part of form.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(chosen ?? "trick");
  for (const [, trump] of tariff.multipliers) {
    const counts = ([attachment, counted]) => counted === trump && attachment === chosenColumn()?.[1];
    form.querySelector(`div.${trump}`).hidden = !tariff.multipliers.some(counts);
  }
  for (const row of form.querySelectorAll("[data-player]")) {
    if (chosen !== "nolo") break;
    const declares = row.dataset.player === said("declarer");
    row.querySelector(".joins").hidden = declares;
    row.querySelector(".own-tricks").hidden = !declares && !said(`joins_${row.dataset.player}`);
  }
  if (dealer) dealer.textContent = players.find(({ id }) => id === said("dealer"))?.name ?? "";
  const units = chosen && payouts[chosen]();
  preview.replaceChildren(...players.map(({ id, name }) => cell(name, units ? (units[id] ?? 0) * tariff.scale : null)));
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

function start(root) {
  form = root.querySelector("form.deal");
  tariff = JSON.parse(document.getElementById("tariff").textContent);
  preview = form.querySelector(".preview");
  players = [...form.querySelectorAll("[data-player]")].map((row) => ({
    id: row.dataset.player,
    name: row.querySelector(".name").textContent,
  }));
  dealer = form.querySelector(".dealer-name");
  // The contract's own number of tricks is preset until a number is chosen: most deals are just made.
  tricksChosen = form.querySelector("[name=tricks]:checked") !== null;
  form.addEventListener("change", ({ target }) => {
    if (target.name === "tricks") tricksChosen = true;
    const preset = target.name === "contract" && !tricksChosen && form.querySelector(`[name=tricks][value="${target.value}"]`);
    if (preset) preset.checked = true;
    show();
  });
  form.addEventListener("input", show);
  for (const button of form.querySelectorAll("[name=preview]")) button.hidden = true;
  show();
}

start(document);
document.addEventListener("htmx:afterSwap", ({ target }) => target.id === "entry" && start(target));
