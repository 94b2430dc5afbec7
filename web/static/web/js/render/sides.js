/** The strip that is always in sight: contract, tricks, bags and points of both sides. */

import { h } from "../dom.js";
import { gettext } from "../i18n.js";
import { bagsNow, plain, scoresNow, takenBy } from "../score.js";
import { sideName, sideOf, sidePlayers } from "../seats.js";
import { me } from "../state.js";

const HEADINGS = () => [
  gettext("Side"),
  gettext("Bid"),
  gettext("Taken"),
  gettext("Bags"),
  gettext("Points"),
];

/** Rows of figures, the player's own side first. */
function rows(state) {
  const { table, game, view } = state;
  const scores = view ? scoresNow(view) : (game?.scores ?? [0, 0]);
  const bags = view ? bagsNow(view) : (game?.bags ?? [0, 0]);
  const own = me(state) ? sideOf(me(state), scores.length) : 0;
  const sides = scores.map((_, side) => ({
    side,
    own: Boolean(me(state)) && side === own,
    name: sideName(table, side, scores.length),
    players: sidePlayers(table, side, scores.length),
    contract: bidSoFar(view, side),
    taken: view ? takenBy(view, side) : 0,
    bags: bags[side],
    score: scores[side],
  }));
  return [...sides.slice(own), ...sides.slice(0, own)];
}

/** A side's contract once one of its seats has bid; a nil adds nothing to it. */
function bidSoFar(view, side) {
  if (!view) return "–";
  const spoken = view.bids.some(
    (bid, index) => bid !== null && index % view.scores.length === side,
  );
  return spoken ? String(view.contracts[side]) : "–";
}

export function createSides(element) {
  return (state) => {
    if (!state.table) return;
    const block = state.table.rules?.bag_block;
    const body = rows(state).map((row) =>
      h(
        "tr",
        { class: row.own ? "is-own" : null },
        h(
          "th",
          { scope: "row" },
          h(
            "span",
            { class: "sides__name" },
            h("strong", {}, row.name),
            h("small", {}, row.players),
          ),
        ),
        h("td", {}, row.contract),
        h("td", { class: tone(row) }, String(row.taken)),
        h("td", {}, block ? bagCell(row.bags, block) : "–"),
        h("td", { class: "sides__score" }, plain(row.score)),
      ),
    );
    element.replaceChildren(
      h("caption", { class: "visually-hidden" }, gettext("Both sides")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          HEADINGS().map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      h("tbody", {}, body),
    );
  };
}

function tone({ contract, taken }) {
  const bid = Number(contract);
  if (!bid || taken < bid) return null;
  return taken > bid ? "is-over" : "is-made";
}

const bagCell = (bags, block) => [String(bags), h("span", { class: "sides__of" }, `/${block}`)];
