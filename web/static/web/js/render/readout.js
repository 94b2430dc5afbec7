/** The panel that the tools and the single keys open: last trick, score, bids, whose turn. */

import {
  bidsText,
  holdingText,
  lastTrickText,
  scoreText,
  trickText,
  turnText,
} from "../announce.js";
import { bidLabel } from "../bids.js";
import { cardName, faceUrl } from "../cards.js";
import { h, icon } from "../dom.js";
import { gettext } from "../i18n.js";
import { LETTERS, seatName, seatWord } from "../seats.js";
import { me } from "../state.js";
import { sheet } from "./sheet.js";

/** The text each reading speaks. */
const TEXTS = {
  turn: (state) => `${turnText(state)} ${trickText(state)}`,
  last: lastTrickText,
  score: scoreText,
  bids: bidsText,
  hand: holdingText,
};

const TITLES = {
  turn: () => gettext("Turn"),
  last: () => gettext("Last trick"),
  score: () => gettext("Score sheet"),
  bids: () => gettext("Bids"),
  hand: () => gettext("Your cards"),
};

/**
 * `toggle(kind)` opens or closes the panel and speaks; focus stays where it is.
 * `buttons` are the tools, by kind, that show what is open.
 */
export function createReadout(element, { look, say, buttons }) {
  let open = null;
  let state = null;

  function draw() {
    element.hidden = !open;
    for (const button of buttons)
      button.setAttribute("aria-expanded", button.dataset.read === open);
    if (!open) return;
    element.replaceChildren(
      h("h2", { class: "readout__title" }, TITLES[open]()),
      h(
        "button",
        { type: "button", class: "readout__close", "aria-label": gettext("Close"), onclick: close },
        icon("close"),
      ),
      body(open, state, look),
    );
  }

  function close() {
    const tool = buttons.find((button) => button.dataset.read === open);
    const inside = element.contains(document.activeElement);
    open = null;
    draw();
    if (inside) tool?.focus();
  }

  return {
    toggle(kind) {
      if (!state?.table) return;
      open = open === kind ? null : kind;
      draw();
      if (open) say(TEXTS[kind](state));
    },
    close,
    isOpen: () => Boolean(open),
    update(now) {
      const same =
        state && state.view === now.view && state.game === now.game && state.table === now.table;
      state = now;
      if (open && !same) draw();
    },
  };
}

function body(kind, state, look) {
  if (kind === "last") return lastTrick(state, look);
  if (kind === "score") return sheet(state);
  if (kind === "bids") return bids(state);
  return h("p", {}, TEXTS[kind](state));
}

function lastTrick(state, look) {
  const last = state.view?.last_trick;
  if (!last) return h("p", {}, lastTrickText(state));
  return h(
    "ol",
    { class: "plain-list last-trick" },
    last.cards.map(({ seat, card }) =>
      h(
        "li",
        { class: seat === last.winner ? "is-winner" : null },
        h("img", {
          src: faceUrl(card, look),
          "data-face": card,
          alt: cardName(card),
          width: 240,
          height: 336,
        }),
        h("span", {}, seat === me(state) ? gettext("You") : seatName(state.table, seat)),
        seat === last.winner
          ? h("span", { class: "visually-hidden" }, gettext("took the trick"))
          : null,
      ),
    ),
  );
}

function bids(state) {
  const { view } = state;
  if (!view) return h("p", {}, bidsText(state));
  return h(
    "table",
    { class: "data" },
    h("caption", { class: "visually-hidden" }, gettext("Bids and tricks")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        [gettext("Player"), gettext("Bid"), gettext("Taken")].map((text) =>
          h("th", { scope: "col" }, text),
        ),
      ),
    ),
    h(
      "tbody",
      {},
      view.bids.map((bid, index) => {
        const seat = LETTERS[index];
        const name = seat === me(state) ? gettext("You") : seatName(state.table, seat);
        return h(
          "tr",
          {},
          h("th", { scope: "row" }, `${name} (${seatWord(seat)})`),
          h("td", {}, bidLabel(bid)),
          h("td", {}, String(view.tricks[index])),
        );
      }),
    ),
  );
}
