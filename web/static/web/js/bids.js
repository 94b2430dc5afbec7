/** Bids and other spoken actions in words. */

import { fill, gettext } from "./i18n.js";

/** A bid of a view ("nil", "blind_nil", "blind:4", 4, null) as a short label. */
export function bidLabel(bid) {
  if (bid === null || bid === undefined) return "–";
  if (bid === "nil") return gettext("Nil");
  if (bid === "blind_nil") return gettext("Blind nil");
  if (typeof bid === "string")
    return fill(gettext("Blind {number}"), { number: bid.split(":")[1] });
  return String(bid);
}

/** The same inside a sentence. */
export function bidPhrase(bid) {
  if (bid === "nil") return gettext("nil");
  if (bid === "blind_nil") return gettext("blind nil");
  if (typeof bid === "string")
    return fill(gettext("blind {number}"), { number: bid.split(":")[1] });
  return String(bid);
}

/** The bid a token makes, or undefined for a token that is no bid. */
export function bidOf(token) {
  if (token === "bN") return "nil";
  if (token === "bB") return "blind_nil";
  const found = /^([bB])(\d+)$/.exec(token);
  if (!found) return undefined;
  return found[1] === "B" ? `blind:${found[2]}` : Number(found[2]);
}

/** The label of a button that sends `token`. */
export function actionLabel(token) {
  if (token === "look") return gettext("Look at the cards");
  const bid = bidOf(token);
  if (bid !== undefined) return bidLabel(bid);
  return (
    {
      "r+": gettext("Raise by one"),
      "r-": gettext("Keep the bid"),
      k: gettext("Keep the card"),
      d: gettext("Discard it"),
      t: gettext("Claim the rest"),
      "t+": gettext("Accept the claim"),
      "t-": gettext("Refuse the claim"),
      "c-": gettext("No claim"),
    }[token] ?? token
  );
}
