/** The score sheet: one row for each settled hand of the game. */

import { bidLabel } from "../bids.js";
import { h } from "../dom.js";
import { fill, gettext } from "../i18n.js";
import { plain, signed } from "../score.js";
import { sideName } from "../seats.js";

/** Bids of a side's seats, "4 + Nil". */
const bidsOf = (row, side, sides) =>
  row.bids
    .filter((_, index) => index % sides === side)
    .map(bidLabel)
    .join(" + ");

const tricksOf = (row, side, sides) =>
  row.tricks.reduce((sum, tricks, index) => sum + (index % sides === side ? tricks : 0), 0);

/** The sheet as a table element. */
export function sheet(state) {
  const { game, table } = state;
  const rows = game?.score_sheet ?? [];
  if (!rows.length) return h("p", {}, gettext("No hand has been settled yet."));
  const sides = game.scores.map((_, side) => side);
  return h(
    "div",
    { class: "table-scroll" },
    h(
      "table",
      { class: "data sheet" },
      h("caption", { class: "visually-hidden" }, gettext("Score sheet")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, gettext("Hand")),
          sides.map((side) => h("th", { scope: "col" }, sideName(table, side, sides.length))),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, handLink(row)),
            sides.map((side) => cell(row, side, sides.length)),
          ),
        ),
      ),
    ),
  );
}

const handLink = (row) =>
  h("a", { href: `/hands/${row.hand}/`, target: "_blank", rel: "noopener" }, String(row.number));

function cell(row, side, sides) {
  const penalties = row.penalties[side];
  return h(
    "td",
    {},
    h(
      "span",
      { class: "sheet__bid" },
      fill(gettext("bid {bid}, took {taken}"), {
        bid: bidsOf(row, side, sides),
        taken: tricksOf(row, side, sides),
      }),
    ),
    h(
      "span",
      { class: "sheet__points" },
      `${signed(row.deltas[side])} → `,
      h("strong", {}, plain(row.scores[side])),
    ),
    penalties ? h("span", { class: "sheet__bags" }, gettext("bag penalty")) : null,
  );
}

/** The sheet beside the felt, where the screen has room for it. */
export function createSheetPanel(element) {
  let drawn;
  return (state) => {
    if (state.game === drawn) return;
    drawn = state.game;
    element.replaceChildren(h("h2", {}, gettext("Score sheet")), sheet(state));
  };
}
