/** The settled hand where the cards were: lines, points, totals, and what comes next. */

import { winText } from "../announce.js";
import { h } from "../dom.js";
import { fill, gettext } from "../i18n.js";
import { plain, signed, winnerOf } from "../score.js";
import { seatName, sideIndex, sideName, sideOf, sidePlayers } from "../seats.js";
import { me } from "../state.js";

/** What a score line is about. */
function lineText(line, table) {
  const name = line.seat
    ? line.seat === table?.you
      ? gettext("You")
      : seatName(table, line.seat)
    : "";
  const words = {
    contract: gettext("Contract"),
    nil: fill(gettext("Nil, {name}"), { name }),
    blind_nil: fill(gettext("Blind nil, {name}"), { name }),
    overtricks: gettext("Overtricks"),
    bag_penalty: gettext("Bag penalty"),
  };
  return words[line.kind] ?? line.kind;
}

/** `onNext()` shows the next hand at once; `controls(state)` are the buttons after a game. */
export function createResult(element, { onNext, controls }) {
  let shown = null;
  const next = h(
    "button",
    { type: "button", class: "button button--primary", onclick: onNext },
    gettext("Next hand"),
  );

  return (state, { nextWaits }) => {
    const score = state.view?.phase === "over" ? state.view.score : null;
    element.hidden = !score;
    if (!score) {
      shown = null;
      return;
    }
    if (shown !== state.view) {
      shown = state.view;
      element.replaceChildren(
        title(state),
        grid(state, score),
        h("div", { class: "button-row result__next" }),
      );
    }
    const row = element.querySelector(".result__next");
    const finished = state.table.status === "finished";
    if (finished) controls(row, state);
    else
      row.replaceChildren(
        ...(nextWaits
          ? [next]
          : [h("p", { class: "result__wait" }, gettext("The next hand is being dealt…"))]),
      );
  };
}

function title(state) {
  const { score } = state.view;
  const over = winnerOf(score) !== null;
  return h(
    "h2",
    { class: "result__title" },
    over ? winText(state) : fill(gettext("Hand {number}"), { number: state.view.hand_no }),
  );
}

function grid(state, score) {
  const sides = score.deltas.map((_, side) => side);
  const own = me(state) ? sideOf(me(state), sides.length) : 0;
  const order = [...sides.slice(own), ...sides.slice(0, own)];
  return h(
    "div",
    { class: "result__sides" },
    order.map((side) => sideBlock(state, score, side)),
  );
}

function sideBlock(state, score, side) {
  const sides = score.scores.length;
  const players = state.table.seats.length;
  const lines = score.lines.filter((line) => sideIndex(line.side, players, sides) === side);
  return h(
    "section",
    { class: "result__side" },
    h("h3", { title: sidePlayers(state.table, side, sides) }, sideName(state.table, side, sides)),
    h(
      "ul",
      { class: "plain-list result__lines" },
      lines.map((line) =>
        h("li", {}, h("span", {}, lineText(line, state.table)), h("span", {}, signed(line.points))),
      ),
    ),
    h(
      "p",
      { class: "result__total" },
      h("span", {}, signed(score.deltas[side])),
      h("strong", {}, fill(gettext("{points} points"), { points: plain(score.scores[side]) })),
    ),
  );
}
