/** The player's cards as buttons: what may be played, what is chosen for an exchange. */

import { cardLabel, faceUrl, sortCards } from "../cards.js";
import { h } from "../dom.js";
import { fill, gettext } from "../i18n.js";
import { mark, rove } from "../keys.js";
import { indexOf } from "../seats.js";
import { isMyTurn, me, playable } from "../state.js";

const ONE_ROW = 7;

/** `onCard(card)` is called for a card the player picks, allowed or not. */
export function createHand(element, { look, order, onCard }) {
  const list = h("ul", { class: "hand__cards", role: "list" });
  const buttons = new Map();
  element.append(list);
  rove(list, ".card");

  function button(card) {
    const made = h(
      "button",
      {
        type: "button",
        class: "card",
        "data-card": card,
        tabindex: -1,
        onclick: () => onCard(card),
      },
      h("img", {
        src: faceUrl(card, look),
        "data-face": card,
        alt: "",
        width: 240,
        height: 336,
        draggable: "false",
      }),
    );
    buttons.set(card, made);
    return made;
  }

  /** On a phone a long hand is laid out in two rows of the same length. */
  function spread(count) {
    list.style.setProperty("--row", count > ONE_ROW ? Math.ceil(count / 2) : count);
  }

  function arrange(cards) {
    const sorted = sortCards(cards, order());
    const shown = [...list.querySelectorAll(".card")].map((one) => one.dataset.card);
    if (shown.join() === sorted.join()) return;
    spread(sorted.length);
    const focused = document.activeElement?.dataset?.card;
    const place = shown.indexOf(focused);
    const items = sorted.map((card) => h("li", {}, buttons.get(card) ?? button(card)));
    list.replaceChildren(...items);
    if (focused) refocus(sorted, focused, place);
  }

  /** Keep the keyboard where it was: on the same card, or on the one that took its place. */
  function refocus(sorted, focused, place) {
    const card = sorted.includes(focused) ? focused : sorted[Math.min(place, sorted.length - 1)];
    if (card) buttons.get(card).focus();
  }

  function dress(state, chosen) {
    const turn = isMyTurn(state) && state.view.phase === "play";
    const allowed = playable(state);
    const pending = state.pending?.action === undefined ? null : state.pending.action.slice(1);
    for (const [card, one] of buttons) {
      if (!one.isConnected) continue;
      const barred = turn && !allowed.has(card);
      one.classList.toggle("is-legal", turn && !barred);
      one.classList.toggle("is-barred", barred);
      one.classList.toggle("is-pending", card === pending);
      one.classList.toggle("is-chosen", chosen.has(card));
      one.setAttribute(
        "aria-label",
        barred
          ? fill(gettext("{card}, not playable now"), { card: cardLabel(card) })
          : cardLabel(card),
      );
      if (state.view.phase === "exchange" && isMyTurn(state))
        one.setAttribute("aria-pressed", chosen.has(card));
      else one.removeAttribute("aria-pressed");
    }
    const connected = [...list.querySelectorAll(".card")];
    if (connected.length && !connected.some((one) => one.tabIndex === 0))
      mark(connected, connected[0]);
  }

  function update(state, chosen) {
    const holding = state.view?.holding;
    const faceDown = state.view && me(state) && !holding && state.view.phase !== "over";
    element.classList.toggle("has-turn", isMyTurn(state) && state.view.phase !== "bidding");
    if (faceDown) {
      const count = state.view.counts[indexOf(me(state))];
      spread(count);
      list.replaceChildren(
        ...Array.from({ length: count }, () =>
          h("li", { "aria-hidden": "true" }, h("span", { class: "card card--back" })),
        ),
      );
      return;
    }
    if (!holding) {
      list.replaceChildren();
      return;
    }
    arrange(holding);
    dress(state, chosen);
  }

  return {
    update,
    /** Where a card lies, for its flight to the table. */
    rectOf: (card) => buttons.get(card)?.isConnected && buttons.get(card).getBoundingClientRect(),
    /** Put the keyboard on the first card that may be played. */
    focusPlayable(state) {
      const first = [...list.querySelectorAll(".card")].find((one) =>
        playable(state).has(one.dataset.card),
      );
      (first ?? list.querySelector(".card"))?.focus();
    },
  };
}
