/** What happens at the table, in sentences: for the live regions and for the read-out keys. */

import { bidOf, bidPhrase } from "./bids.js";
import { cardName, rankName, sortCards, suitName, suitOf } from "./cards.js";
import { fill, gettext, ngettext } from "./i18n.js";
import { bagsNow, scoresNow, signed, takenBy, winnerOf } from "./score.js";
import { LETTERS, indexOf, seatName, sidePhrase, sidePlayers } from "./seats.js";
import { isMyTurn, me, shownTrick } from "./state.js";

const capital = (text) => (text ? text[0].toUpperCase() + text.slice(1) : text);
const who = (state, seat) => (seat === me(state) ? gettext("You") : seatName(state.table, seat));

/** The sentences a frame deserves, given the states before and after it. */
export function news(before, frame, state) {
  if (frame.type === "snapshot") return ofSnapshot(before, state);
  if (frame.type === "event" && state.seq !== before.seq) return ofEvent(frame.event, state);
  if (frame.type === "table") return ofTable(before, state);
  return [];
}

function ofSnapshot(before, state) {
  const { view } = state;
  if (!view) return [];
  const sentences = [];
  if (before.hand !== state.hand) sentences.push(handText(state));
  const dealt = before.hand !== state.hand || !before.view?.holding;
  if (dealt && view.holding) sentences.push(holdingText(state));
  if (isMyTurn(state) && !isMyTurn(before)) sentences.push(turnText(state));
  return sentences;
}

function ofEvent(event, state) {
  const sentences = [actionText(event, state)];
  if (event.trick_winner) sentences.push(winnerText(event.trick_winner, state));
  if (event.score) return [...sentences, ...resultTexts(state)];
  if (event.phase === "play" && !state.view.plays.length) sentences.push(contractsText(state));
  if (isMyTurn(state)) sentences.push(turnText(state));
  return sentences;
}

function ofTable(before, state) {
  if (!before.table) return [];
  return state.table.seats.flatMap((seat, index) => {
    const was = before.table.seats[index];
    if (!was || was.name === seat.name || !seat.name) return [];
    return [fill(gettext("{name} sits down at {seat}."), { name: seat.name, seat: seat.seat })];
  });
}

/** One action of a seat as a sentence. */
function actionText(event, state) {
  const name = who(state, event.seat);
  const own = event.seat === me(state);
  const values = { name };
  if (event.cause === "timeout")
    return fill(gettext("Time is up for {name}:"), values) + " " + told(event, state);
  if (event.action.startsWith("p")) {
    const card = capital(cardName(event.action.slice(1)));
    return own
      ? fill(gettext("You: {card}."), { card })
      : fill(gettext("{name}: {card}."), { name, card });
  }
  if (event.action === "look") {
    return own
      ? gettext("You look at your cards.")
      : fill(gettext("{name} looks at the cards."), values);
  }
  if (event.action.startsWith("x")) {
    return own
      ? gettext("You pass cards to your partner.")
      : fill(gettext("{name} passes cards."), values);
  }
  // not from the view: where the own cards turn up with this bid, a snapshot brings it later
  const bid = bidPhrase(bidOf(event.action));
  return own
    ? fill(gettext("You bid {bid}."), { bid })
    : fill(gettext("{name} bids {bid}."), { name, bid });
}

function told(event, state) {
  return actionText({ ...event, cause: "bot" }, state);
}

function winnerText(seat, state) {
  if (seat === me(state)) return gettext("You take the trick.");
  return fill(gettext("{name} takes the trick."), { name: who(state, seat) });
}

function handText(state) {
  const values = { number: state.view.hand_no, name: who(state, state.view.dealer) };
  return fill(gettext("Hand {number}. Dealer: {name}."), values);
}

/** "Your cards: spades ace, king, 4; hearts 10." */
export function holdingText(state) {
  const holding = state.view?.holding;
  if (!holding) return gettext("Your cards are face down.");
  if (!holding.length) return gettext("You have no cards left.");
  const sorted = sortCards(holding);
  const parts = [...new Set(sorted.map(suitOf))].map((suit) => {
    const ranks = sorted.filter((card) => suitOf(card) === suit).map(rankName);
    return fill(gettext("{suit}: {ranks}"), { suit: suitName(suit), ranks: ranks.join(", ") });
  });
  return fill(gettext("Your cards. {cards}."), { cards: capital(parts.join(gettext("; "))) });
}

/** Whose turn it is and what for. */
export function turnText(state) {
  const { view } = state;
  if (!view)
    return state.table?.status === "open"
      ? gettext("The game has not begun.")
      : gettext("No hand is being played.");
  if (view.phase === "over") return gettext("The hand is over.");
  if (view.to_act !== me(state))
    return fill(gettext("Waiting for {name}."), { name: who(state, view.to_act) });
  if (view.phase === "exchange") return gettext("Your turn: choose the cards to pass.");
  if (view.phase === "play")
    return view.trick.length
      ? gettext("Your turn: play a card.")
      : gettext("Your turn: lead a card.");
  return view.holding
    ? gettext("Your turn: bid.")
    : gettext("Your turn: look at your cards or bid blind.");
}

/** The last full trick, card by card. */
export function lastTrickText(state) {
  const last = state.view?.last_trick;
  if (!last) return gettext("No trick has been taken yet.");
  const cards = last.cards.map(({ seat, card }) =>
    fill(gettext("{name}: {card}"), { name: who(state, seat), card: cardName(card) }),
  );
  return fill(gettext("Last trick. {cards}. Taken by {name}."), {
    cards: cards.join(gettext("; ")),
    name: who(state, last.winner),
  });
}

/** What lies on the table now. */
export function trickText(state) {
  const { cards } = shownTrick(state.view);
  if (!cards.length) return gettext("No card is on the table.");
  return (
    cards
      .map(({ seat, card }) =>
        fill(gettext("{name}: {card}"), { name: who(state, seat), card: cardName(card) }),
      )
      .join(gettext("; ")) + "."
  );
}

/** Points, tricks and bags of each side. */
export function scoreText(state) {
  const { view } = state;
  if (!view) return gettext("No hand is being played.");
  return view.scores
    .map((_, side) => {
      const values = {
        side: sidePhrase(state.table, side, view.scores.length),
        score: scoresNow(view)[side],
        bags: bagsNow(view)[side],
        taken: takenBy(view, side),
        contract: view.contracts[side],
      };
      return capital(
        fill(
          gettext("{side}: {score} points, bags {bags}, tricks {taken} of {contract} bid."),
          values,
        ),
      );
    })
    .join(" ");
}

/** Each seat's bid and tricks. */
export function bidsText(state) {
  const { view } = state;
  if (!view) return gettext("No hand is being played.");
  return view.bids
    .map((bid, index) => {
      const name = who(state, LETTERS[index]);
      if (bid === null && LETTERS[index] === me(state)) return gettext("You have not bid.");
      if (bid === null) return fill(gettext("{name} has not bid."), { name });
      return fill(gettext("{name}: bid {bid}, took {taken}."), {
        name,
        bid: bidPhrase(bid),
        taken: view.tricks[index],
      });
    })
    .join(" ");
}

function contractsText(state) {
  const parts = state.view.contracts.map((contract, side) =>
    fill(gettext("{side}: {contract}"), {
      side: sidePhrase(state.table, side, state.view.contracts.length),
      contract,
    }),
  );
  return fill(gettext("Contracts. {contracts}."), { contracts: capital(parts.join(gettext("; "))) });
}

/** The settled hand: points of each side, and the game's end. */
function resultTexts(state) {
  const { score } = state.view;
  const sides = score.deltas.length;
  const parts = score.deltas.map((points, side) =>
    capital(
      fill(gettext("{side}: {points} points, now {total}."), {
        side: sidePhrase(state.table, side, sides),
        points: signed(points),
        total: score.scores[side],
      }),
    ),
  );
  const end = score.over && winnerOf(score) !== null ? [winText(state)] : [];
  return [gettext("The hand is over."), ...parts, ...end];
}

/** Who won the game. */
export function winText(state) {
  const { score } = state.view;
  const side = sidePlayers(state.table, winnerOf(score), score.scores.length);
  return fill(gettext("{side} won the game."), { side });
}

/** The warning at `seconds` left on the own clock. */
export const clockText = (seconds) =>
  fill(ngettext("{count} second left.", "{count} seconds left.", seconds), { count: seconds });

/** A live region that keeps its last lines, so that quick news is not overwritten. */
export function liveRegion(element, keep = 12) {
  return (sentences) => {
    const text = [sentences].flat().filter(Boolean).join(" ");
    if (!text) return;
    const line = document.createElement("p");
    line.textContent = text;
    element.append(line);
    while (element.childElementCount > keep) element.firstElementChild.remove();
  };
}
