/** Passing cards between partners: choose in the hand, confirm here. */

import { h } from "../dom.js";
import { fill, gettext, ngettext } from "../i18n.js";
import { isMyTurn, legalOf } from "../state.js";

const cardsOf = (token) => token.slice(2).split(",");

/** How many cards are to be passed now; 0 if none. */
export function passSize(state) {
  const tokens = isMyTurn(state) ? legalOf(state, "x:", "y:") : [];
  return tokens.length ? cardsOf(tokens[0]).length : 0;
}

/** The legal token that passes exactly the chosen cards. */
function passToken(state, chosen) {
  return legalOf(state, "x:", "y:").find((token) => {
    const cards = cardsOf(token);
    return cards.length === chosen.size && cards.every((card) => chosen.has(card));
  });
}

/** `act(token)` sends the pass. */
export function createExchange(element, { act }) {
  const text = h("p", { class: "box__text" });
  const button = h("button", { type: "button", class: "button button--primary" });
  let state;
  let chosen;
  button.addEventListener("click", () => {
    const token = passToken(state, chosen);
    if (token) act(token);
  });
  element.append(h("h2", { class: "box__title" }, gettext("Exchange")), text, button);

  return (now, picked) => {
    state = now;
    chosen = picked;
    const size = passSize(state);
    element.hidden = !size;
    if (!size) return;
    const values = { count: size, chosen: chosen.size };
    text.textContent = fill(
      ngettext(
        "Choose {count} card for your partner.",
        "Choose {count} cards for your partner.",
        size,
      ),
      values,
    );
    button.textContent = fill(gettext("Pass {chosen} of {count}"), values);
    button.setAttribute("aria-disabled", chosen.size !== size);
  };
}
