/** The bid box: one button for each legal bid, or the choice to look or bid blind. */

import { actionLabel, bidOf } from "../bids.js";
import { h } from "../dom.js";
import { fill, gettext } from "../i18n.js";
import { mark, rove } from "../keys.js";
import { isMyTurn, legalOf } from "../state.js";

const COLUMNS = 7;

/** `act(token)` sends the choice. The panel is hidden while there is nothing to choose. */
export function createBidding(element, { act }) {
  let shown = "";
  rove(element, "button", { down: () => COLUMNS });

  return (state) => {
    const tokens = isMyTurn(state) ? legalOf(state, "b", "B", "look", "r", "k", "d", "t", "c") : [];
    const key = tokens.join();
    element.hidden = !tokens.length;
    if (key === shown) return;
    shown = key;
    element.replaceChildren(...(tokens.length ? content(state, tokens, act) : []));
    const buttons = [...element.querySelectorAll("button")];
    if (buttons.length) mark(buttons, buttons[0]);
  };
}

function content(state, tokens, act) {
  const open = tokens.filter((token) => /^b\d+$/.test(token));
  // Nil stands after the numbers, so that the first button is never the boldest bid.
  const numbers = open.length ? [...open, ...tokens.filter((token) => token === "bN")] : [];
  const words = tokens.filter((token) => !numbers.includes(token));
  const title = numbers.length ? gettext("Your bid") : gettext("Your choice");
  return [
    h("h2", { class: "box__title" }, title),
    words.includes("look") ? h("p", { class: "box__text" }, blindText(state, words)) : null,
    words.length
      ? h(
          "div",
          { class: "bids bids--words" },
          words.map((token) => choice(token, act)),
        )
      : null,
    numbers.length
      ? h(
          "div",
          { class: "bids" },
          numbers.map((token) => choice(token, act)),
        )
      : null,
  ].filter(Boolean);
}

function choice(token, act) {
  const bid = bidOf(token);
  const label = typeof bid === "number" ? fill(gettext("Bid {number}"), { number: bid }) : null;
  const main = token === "look" ? " button--primary" : "";
  return h(
    "button",
    {
      type: "button",
      class: `button bid${main}`,
      "data-token": token,
      "aria-label": label,
      onclick: () => act(token),
    },
    actionLabel(token),
  );
}

function blindText(state, words) {
  const value = state.table.rules?.blind_nil_value;
  const blindNil = words.includes("bB") && value;
  if (!blindNil) return gettext("Your side is behind: bid before you look, or look at your cards.");
  return fill(
    gettext(
      "Your side is behind. Blind nil, bid before looking, wins {value} points if you take no trick and loses {value} if you take one. Looking gives it up.",
    ),
    { value },
  );
}
