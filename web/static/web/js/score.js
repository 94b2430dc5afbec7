/** Figures of a hand as the page shows them; every number comes from the server. */

import { sideIndex } from "./seats.js";

/** Totals and bags, those of a settled hand included. */
export const scoresNow = (view) => view.score?.scores ?? view.scores;
export const bagsNow = (view) => view.score?.bags ?? view.bags;

/** Tricks taken by all seats of a side. */
export const takenBy = (view, side) =>
  view.tricks.reduce(
    (sum, tricks, index) => sum + (index % view.scores.length === side ? tricks : 0),
    0,
  );

/** The index of the side that a settled hand, or a game, was won by; null if nobody has won yet. */
export const winnerOf = ({ winner, scores }, players = 4) =>
  winner ? sideIndex(winner, players, scores.length) : null;

/** "+52", "−40", "0": with a real minus sign. */
export const signed = (points) => (points > 0 ? `+${points}` : plain(points));

/** A number with a real minus sign. */
export const plain = (points) => (points < 0 ? `−${-points}` : String(points));
