// What a deal pays: looked up in the tariff that the server sent, and shared out over the seats. Needs no page. A deal
// is { tariff, kinds, players, answers }: the tariff as rules/scoring/tariff.py writes it for a page, the kinds of deal
// as web/deals/deal_form.py does, { id, name } for each player in seat order, and what the form says by its fields'
// names, with sits_out as a list where the form asks for it.

// Each gives units by player id, or null while something is still to be chosen. A kind with points but without a
// function here is left to the server, whose sentence comes as soon as nothing is missing.
const PAYOUTS = {
  trick(deal) {
    const { tariff, answers } = deal;
    const { contract, declarer, partner, tricks } = answers;
    const column = chosenColumn(deal);
    const isAlone = column.alone === "forced" || partner === declarer || partner === "cat";
    if (!declarer || tricks === undefined || (!isAlone && !partnerOf(deal))) return null;
    const flag = tariff.flags[column.attachment].find((code) => code === answers.flag);
    if (isAlone && column.alone === "never") return null;
    const amounts = (...words) => tariff.amounts[[contract, column.code, countedTrump(deal, column), ...words, flag].filter(Boolean).join(" ")];
    // Where playing alone pays the same, it has no key of its own.
    const amount = ((isAlone && amounts("alone")) || amounts())?.[tricks] ?? null;
    return amount === null ? null : share(deal, isAlone ? [declarer] : [declarer, partnerOf(deal)], amount);
  },
  nolo(deal) {
    const { contract, declarer } = deal.answers;
    if (!declarer) return null;
    const byTricks = deal.tariff.amounts[contract];
    if (onNolo(deal).some((id) => lacksTricks(deal, id))) return null;
    if (deal.tariff.nolo[contract].side === "pair") {
      const amount = byTricks[ownTricks(deal, declarer)] ?? null;
      return amount === null ? null : share(deal, [declarer, partnerOf(deal)], amount);
    }
    const bidders = onNolo(deal);
    const amounts = bidders.map((id) => byTricks[ownTricks(deal, id)] ?? null);
    return amounts.includes(null) ? null : sum(bidders.map((id, n) => share(deal, [id], amounts[n], bidders)));
  },
  role_table(deal) {
    const { contract, declarer: maker, partner } = deal.answers;
    const pays = deal.tariff.roles[`${contract} ${atTable(deal).length}`];
    if (!maker || !partner || !pays) return null;
    return Object.fromEntries(atTable(deal).map((id) => [id, [maker, partner].includes(id) ? pays.maker : pays.other]));
  },
  penalty(deal) {
    const { contract, declarer: offender } = deal.answers;
    const pays = deal.tariff.penalties[contract];
    return offender ? Object.fromEntries(atTable(deal).map((id) => [id, id === offender ? pays.offender : pays.other])) : null;
  },
  free_for_all(deal) {
    const order = atTable(deal).map((id) => [Number(deal.answers[`tricks_${id}`]), id]).sort((a, b) => a[0] - b[0]);
    const units = deal.tariff.free_for_all[order.map(([tricks]) => tricks).join(",")];
    return units ? Object.fromEntries(order.map(([, id], n) => [id, units[n]])) : null;
  },
  pair_book({ tariff, players, answers }) {
    const most = Number(answers.pair_tricks);
    const pays = tariff.pair_book[answers.contract === "first_pair" ? most : tariff.tricks - most];
    return pays ? Object.fromEntries(players.map(({ id }, n) => [id, n % 2 ? pays.second : pays.first])) : null;
  },
};

// Units of the tariff by player id, for everybody who wins or loses any, or null.
export function payouts(deal) {
  const kind = kindOf(deal);
  return deal.kinds.without_points.includes(kind) ? {} : (PAYOUTS[kind]?.(deal) ?? null);
}

// The kind of deal that the contract belongs to, or null before one is chosen.
export const kindOf = ({ kinds, answers }) => kinds.by_contract[answers.contract] ?? null;

// Ids of the players who sit out: those chosen, or the dealer if there is one player too many.
export function away({ tariff, players, answers }) {
  return answers.sits_out ?? (players.length > tariff.seats ? [answers.dealer] : []);
}

export const atTable = (deal) => deal.players.map(({ id }) => id).filter((id) => !away(deal).includes(id));

export const onNolo = (deal) => atTable(deal).filter((id) => id === deal.answers.declarer || deal.answers[`joins_${id}`]);

// Whether only a nolo's key was pressed, though its price goes by the tricks.
export function lacksTricks({ tariff, answers }, id) {
  const { min_tricks: least, max_tricks: most } = tariff.nolo[answers.contract];
  const isBeaten = answers[`result_${id}`] === "beaten";
  const possible = tariff.amounts[answers.contract].filter((_, tricks) => (tricks < least || tricks > most) === isBeaten);
  return !answers[`tricks_${id}`] && new Set(possible).size > 1;
}

// A nolo without its tricks is priced as if they were the most of one made, or one beyond.
export function ownTricks({ tariff, answers }, id) {
  return answers[`tricks_${id}`] || tariff.nolo[answers.contract].max_tricks + (answers[`result_${id}`] === "beaten");
}

export function chosenColumn({ tariff, answers }) {
  const column = (wanted) => tariff.columns.find(({ code }) => code === wanted);
  return column(answers.column) ?? column("plain") ?? tariff.columns[0];
}

function partnerOf({ tariff, players, answers: { declarer, partner } }) {
  if (tariff.partner !== "fixed") return partner;
  const order = players.map(({ id }) => id);
  return order[(order.indexOf(declarer) + 2) % 4];
}

function countedTrump({ tariff, answers }, column) {
  return tariff.multipliers.find(({ attachment, trump }) => attachment === column.attachment && answers[trump])?.trump;
}

// A side receives the amount from every opponent, and its players share it equally.
function share(deal, side, amount, joined = []) {
  const isSpared = (id) => deal.tariff.joined === "outsiders" && joined.includes(id);
  const opponents = atTable(deal).filter((id) => !side.includes(id) && !isSpared(id));
  const units = Object.fromEntries(opponents.map((id) => [id, -amount]));
  for (const id of side) units[id] = (amount * opponents.length) / side.length;
  return units;
}

function sum(shares) {
  const total = {};
  for (const units of shares) for (const [id, amount] of Object.entries(units)) total[id] = (total[id] ?? 0) + amount;
  return total;
}
