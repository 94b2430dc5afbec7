/** A finished hand as positions: one after each action, folded from its record. */

import { indexOf } from "./seats.js";
import { bidOf } from "./bids.js";

/** All positions of a hand record, the first before any action. */
export function positions(record) {
  const found = [start(record)];
  for (const action of record.actions) found.push(step(found.at(-1), action, record));
  return found;
}

function start(record) {
  return {
    action: null,
    held: record.deal.hands.map((hand) => [...hand]),
    bids: record.seats.map(() => null),
    tricks: record.seats.map(() => 0),
    trick: [],
    winner: null,
    number: 0,
  };
}

function step(before, action, record) {
  const { seat, action: token } = action;
  const position = { ...before, action };
  const bid = bidOf(token);
  if (bid !== undefined) return { ...position, bids: before.bids.with(indexOf(seat), bid) };
  if (token.startsWith("x:"))
    return { ...position, held: passed(before.held, seat, token.slice(2).split(","), record) };
  if (token.startsWith("p")) return played(position, seat, token.slice(1), record);
  return position;
}

function passed(held, seat, cards, record) {
  const partner = record.sides
    .find(({ seats }) => seats.includes(seat))
    .seats.find((one) => one !== seat);
  const given = held[indexOf(seat)].filter((card) => !cards.includes(card));
  return held
    .with(indexOf(seat), given)
    .with(indexOf(partner), [...held[indexOf(partner)], ...cards]);
}

function played(position, seat, card, record) {
  const opens = position.winner !== null || !position.trick.length;
  const trick = opens ? [{ seat, card }] : [...position.trick, { seat, card }];
  const number = opens ? position.number + 1 : position.number;
  const held = position.held.with(
    indexOf(seat),
    position.held[indexOf(seat)].filter((one) => one !== card),
  );
  const moved = { ...position, held, trick, number, winner: null };
  if (trick.length < record.seats.length) return moved;
  const { winner } = record.tricks[number - 1];
  return {
    ...moved,
    winner,
    tricks: position.tricks.with(indexOf(winner), position.tricks[indexOf(winner)] + 1),
  };
}

/** The position at which trick `number` is complete; 0 gives the end of the bidding. */
export function positionOfTrick(all, number) {
  if (number === 0) return all.findLastIndex((position) => position.number === 0);
  return all.findIndex((position) => position.number === number && position.winner !== null);
}
