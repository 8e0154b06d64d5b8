// What a deal cannot be by its tariff, and what it still lacks, in the server's own words (web/deals/kinds/part.py).
// A deal is that of payouts.js, with those `words`, and `label`, which gives the text on the key of a field with a value.
// A price that is not there closes no key: it is asked for when the deal is saved.
import { atTable, away, chosenColumn, kindOf, lacksTricks, onNolo, ownTricks } from "./payouts.js";

// Why a key cannot be part of the deal, or undefined; by the name of the field, called with the key's value.
const REASONS = {
  declarer: satOutReason,
  contract(deal, code) {
    const { tariff, answers, words } = deal;
    const isAlone = answers.declarer && answers.partner === answers.declarer;
    return { alone: !isAlone && words.partner_needed, pair: isAlone && words.no_partner }[tariff.sides[code]] || undefined;
  },
  partner(deal, id) {
    const { words, answers } = deal;
    if (kindOf(deal) === "trick") {
      const { alone } = chosenColumn(deal);
      if (alone === "forced") return words.no_partner;
      if (alone === "never" && [answers.declarer, "cat"].includes(id)) return words.partner_needed;
    }
    return satOutReason(deal, id);
  },
  tricks(deal, number) {
    const played = chosenColumn(deal)?.tricks_played ?? deal.tariff.tricks;
    return Number(number) > played ? fillIn(deal.words.too_many, { tricks: played }) : undefined;
  },
  called_by(deal, id) {
    if (id === "") return undefined;
    const column = chosenColumn(deal);
    if (column?.trump !== "turned" || column.alone === "forced") return deal.words.not_in_vip;
    return id === deal.answers.declarer ? deal.words.declarer_called : satOutReason(deal, id);
  },
  stopped(deal) {
    const limit = deal.tariff.nolo[deal.answers.contract]?.max_tricks;
    if (kindOf(deal) !== "nolo" || onNolo(deal).some((id) => ownTricks(deal, id) > limit)) return undefined;
    return deal.words.not_stopped;
  },
};

export function reasonFor(deal, name, value) {
  const [part, id] = name.split("_");
  if (part === "joins") return cannotJoin(deal, id);
  if (deal.tariff.multipliers.some(({ trump }) => trump === name)) return cannotCount(deal, name);
  return REASONS[name]?.(deal, value);
}

// The first thing that is missing, in thumb order, as [the field to go to, the text of the button], or null.
// `keys` gives the keys of a field; the title of a key says why it cannot be pressed.
export function missing(deal, units, keys) {
  const kind = kindOf(deal);
  for (const name of deal.kinds.needed[kind ?? deal.kinds.before_contract]) {
    if (!keys(name).length) continue;
    const pressed = keys(name).find((key) => key.checked);
    if (pressed?.title) return [name, pressed.title];
    if (!pressed && !isOptional(deal, name)) return [name, question(deal, name, kind)];
  }
  if (kind === null) return ["contract", question(deal, "contract", kind)];
  const mayDiffer = deal.kinds.not_dealt.includes(kind) || !keys("sits_out").length;
  if (!mayDiffer && atTable(deal).length !== deal.tariff.seats) return ["sits_out", deal.words.who_sits_out];
  const uncounted = kind === "nolo" && onNolo(deal).find((id) => lacksTricks(deal, id));
  if (uncounted) return [`tricks_${uncounted}`, fillIn(deal.words.tricks_count, { contract: deal.label("contract", deal.answers.contract) })];
  if (kind === "free_for_all" && !units) return [`tricks_${atTable(deal)[0]}`, deal.words.all_tricks];
  return null;
}

function question({ words, players, answers }, name, kind) {
  const { name: declarer } = players.find(({ id }) => id === answers.declarer) ?? {};
  if (name === "declarer" && kind === null) return words.asked.both;
  return name === "contract" && declarer ? fillIn(words.asked.bid, { declarer }) : words.asked[name];
}

const isOptional = (deal, name) => name === "column" || (name === "partner" && chosenColumn(deal)?.alone === "forced");

function cannotJoin(deal, id) {
  const { tariff, words, answers } = deal;
  if (tariff.nolo[answers.contract]?.side === "pair" || tariff.joined === "single") return words.one_only;
  return satOutReason(deal, id);
}

function cannotCount(deal, trump) {
  const { tariff, words } = deal;
  const counting = tariff.multipliers.filter((multiplier) => multiplier.trump === trump).map(({ attachment }) => attachment);
  if (counting.includes(chosenColumn(deal)?.attachment)) return undefined;
  const columns = tariff.columns.filter(({ attachment }) => counting.includes(attachment));
  return fillIn(words.counts_only_with, { attachments: columns.map(({ code }) => deal.label("column", code)).join(", ") });
}

function satOutReason(deal, id) {
  const { name } = deal.players.find((player) => player.id === id) ?? { name: "" };
  return away(deal).includes(id) ? fillIn(deal.words.sits_out, { player: name }) : undefined;
}

const fillIn = (message, values) => message.replace(/%\((\w+)\)[sd]/g, (_, name) => values[name]);
