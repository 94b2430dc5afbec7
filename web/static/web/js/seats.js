/** Where seats are drawn and which side they score for. */

import { fill, gettext } from "./i18n.js";

export const LETTERS = ["N", "E", "S", "W", "P5", "P6"];

export const indexOf = (seat) => LETTERS.indexOf(seat);

/** The side of a seat: sides alternate round the table, whatever their number. */
export const sideOf = (seat, sides) => indexOf(seat) % sides;

/** The names of the sides as the server writes them: "NS" and "EW" at four seats. */
const sideLetters = (players, sides) =>
  Array.from({ length: sides }, (_, side) =>
    LETTERS.slice(0, players)
      .filter((_seat, index) => index % sides === side)
      .join(""),
  );

/** The index of the side the server calls "NS", "EW" …; −1 for no side. */
export const sideIndex = (letters, players, sides) => sideLetters(players, sides).indexOf(letters);

/** A watcher looks from the south, as maps and bridge diagrams do. */
const viewpoint = (seat) => seat ?? "S";

const PLACES = {
  2: ["bottom", "top"],
  3: ["bottom", "left", "right"],
  4: ["bottom", "left", "top", "right"],
  5: ["bottom", "left", "top-left", "top-right", "right"],
  6: ["bottom", "left", "top-left", "top", "top-right", "right"],
};

/** Place of `seat` seen from `me`: the next player clockwise is on the left. */
export function placeOf(seat, me, players) {
  const turn = (indexOf(seat) - indexOf(viewpoint(me)) + players) % players;
  return PLACES[players][turn];
}

/** The compass word of a seat. */
export function seatWord(seat) {
  return {
    N: gettext("North"),
    E: gettext("East"),
    S: gettext("South"),
    W: gettext("West"),
    P5: fill(gettext("Seat {number}"), { number: 5 }),
    P6: fill(gettext("Seat {number}"), { number: 6 }),
  }[seat];
}

/** What a seat is called in a sentence: its player's name, or the compass word of an empty one. */
export function seatName(table, seat) {
  const found = table?.seats?.find((one) => one.seat === seat);
  return found?.name || seatWord(seat);
}

/** A side as heading of a column: "Us", "Them", or its seats for somebody who watches. */
export function sideName(table, side, sides) {
  const you = table?.you;
  if (you && sides === 2) return side === sideOf(you, sides) ? gettext("Us") : gettext("Them");
  return sideSeats(table, side, sides)
    .map((seat) => seatWord(seat))
    .join(" · ");
}

/** A side inside a sentence: "your side", "the opponents", or who plays for it. */
export function sidePhrase(table, side, sides) {
  const you = table?.you;
  if (you && sides === 2)
    return side === sideOf(you, sides) ? gettext("your side") : gettext("the opponents");
  return sidePlayers(table, side, sides);
}

/** "You and Nora": who plays for a side. */
export function sidePlayers(table, side, sides) {
  const names = sideSeats(table, side, sides)
    .sort((one, other) => (other === table.you) - (one === table.you))
    .map((seat) => (seat === table.you ? gettext("You") : seatName(table, seat)));
  return names.length === 2
    ? fill(gettext("{one} and {other}"), { one: names[0], other: names[1] })
    : names.join(", ");
}

const sideSeats = (table, side, sides) =>
  (table?.seats ?? []).map((one) => one.seat).filter((seat) => sideOf(seat, sides) === side);
