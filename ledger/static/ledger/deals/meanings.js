// What keys mean in the deal as it stands: how far tricks are from the bid, and that the declarer is their own partner.
// Of the tricks those around the bid are in sight, and the others behind a key.
import { kindOf } from "./payouts.js";

const BELOW = 2;
const IN_SIGHT = 6;

export function showMeanings(deal, keysOf) {
  const { answers: { contract, declarer }, words: { meanings }, players } = deal;
  const kind = kindOf(deal);
  const bid = Number(contract);
  if (kind === "trick") showAround(keysOf("tricks"), bid - BELOW, (tricks) => howFar(tricks - bid, meanings));
  // Every tap comes by here: the keys of each player are left alone while none is in sight.
  else if (kind) for (const { id } of players) showOwnTricks(deal, keysOf(`tricks_${id}`));
  for (const key of keysOf("partner")) {
    const player = players.find(({ id }) => id === key.value);
    if (player) showPartner(key, player.name, key.value === declarer && meanings);
  }
}

function showOwnTricks({ answers: { contract }, words: { meanings }, tariff }, keys) {
  const limits = tariff.nolo[contract];
  const asks = limits && (limits.by_tricks ? "tricks" : "result");
  if (keys.length) keys[0].closest("[data-player]").dataset.asks = asks ?? "";
  showAround(keys, limits ? limits.max_tricks - 1 : 0, (tricks) => (limits ? howFar(-beyond(tricks, limits), meanings) : ""));
}

function howFar(over, { down, made, over: more }) {
  return over === 0 ? made : (over > 0 ? more : down).replace("%(tricks)s", Math.abs(over));
}

const beyond = (tricks, { min_tricks: least, max_tricks: most }) => Math.max(least - tricks, tricks - most, 0);

function showAround(keys, from, meaningOf) {
  const first = Math.max(0, Math.min(from, keys.length - IN_SIGHT));
  const isFar = (key) => key.value < first || key.value >= first + IN_SIGHT;
  const other = keys[0]?.closest(".keys").querySelector(".other");
  if (!other) return;
  const box = other.querySelector("input");
  box.checked ||= keys.some((key) => key.checked && isFar(key));
  other.hidden = box.checked;
  for (const key of keys) {
    key.closest(".key").hidden = isFar(key) && !box.checked;
    write(key, key.value, meaningOf(key.value));
  }
}

// A name of two words leaves no room for a third line.
function showPartner(key, name, { self, alone } = {}) {
  if (alone || (self && name.includes(" "))) write(key, alone || self, "");
  else write(key, name, self || "");
}

function write(key, text, beside) {
  const face = key.nextElementSibling;
  const small = face.querySelector("small") ?? face.appendChild(document.createElement("small"));
  if (face.firstChild.textContent !== text) face.firstChild.textContent = text;
  if (small.textContent !== beside) small.textContent = beside;
}
