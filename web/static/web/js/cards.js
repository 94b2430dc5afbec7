/** Cards as the wire writes them, suit first ("SA", "HT"): names, order and faces. */

import { fill, gettext, pgettext } from "./i18n.js";

const RANKS = "23456789TJQKAYZ";

/** How a hand is laid out; colours alternate so that neighbouring suits are told apart. */
const ORDERS = {
  spades_first: { suits: "SHCD", direction: -1 },
  spades_last: { suits: "DCHS", direction: 1 },
};

const SYMBOLS = { S: "♠", H: "♥", D: "♦", C: "♣" };

export const suitOf = (card) => card[0];
const rankOf = (card) => card[1];

export function suitName(suit) {
  return {
    S: gettext("spades"),
    H: gettext("hearts"),
    D: gettext("diamonds"),
    C: gettext("clubs"),
  }[suit];
}

/** The rank of a card in words: "ace", "10". */
export function rankName(card) {
  const rank = rankOf(card);
  const words = {
    A: pgettext("card", "ace"),
    K: pgettext("card", "king"),
    Q: pgettext("card", "queen"),
    J: pgettext("card", "jack"),
    T: "10",
  };
  return words[rank] ?? rank;
}

function jokerName(card) {
  return card === "SZ" ? gettext("big joker") : gettext("little joker");
}

/** "ace of spades", for use inside a sentence. */
export function cardName(card) {
  if (rankOf(card) === "Z" || rankOf(card) === "Y") return jokerName(card);
  const names = { rank: rankName(card), suit: suitName(suitOf(card)) };
  return fill(gettext("{rank} of {suit}"), names);
}

/** "Ace of spades", the name of a button. */
export function cardLabel(card) {
  const name = cardName(card);
  return name[0].toUpperCase() + name.slice(1);
}

/** "A♠", for small print; screen readers get `cardName` beside it. */
export function cardSign(card) {
  const rank = { T: "10", Y: "★", Z: "★" }[rankOf(card)] ?? rankOf(card);
  return rank + SYMBOLS[suitOf(card)];
}

/** The holding in the player's order: by suit, then by rank. */
export function sortCards(cards, order = "spades_first") {
  const { suits, direction } = ORDERS[order] ?? ORDERS.spades_first;
  const strength = (card) => RANKS.indexOf(rankOf(card));
  return [...cards].sort(
    (one, other) =>
      suits.indexOf(suitOf(one)) - suits.indexOf(suitOf(other)) ||
      direction * (strength(one) - strength(other)),
  );
}

/** The address of a card's face below `base`, in two or four colours. */
export function faceUrl(card, { base, fourColour }) {
  const own = fourColour && (suitOf(card) === "D" || suitOf(card) === "C");
  return `${base}${own ? "four" : "two"}/${card}.svg`;
}
