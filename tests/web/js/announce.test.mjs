import assert from "node:assert/strict";
import { test } from "node:test";

import {
  bidsText,
  holdingText,
  lastTrickText,
  news,
  scoreText,
  turnText,
} from "../../../web/static/web/js/announce.js";
import { EMPTY, fold } from "../../../web/static/web/js/state.js";
import { event, snapshot } from "./frames.mjs";

const seated = fold(EMPTY, snapshot());
const heard = (before, frame) => news(before, frame, fold(before, frame)).join(" ");

test("arriving, one hears the hand, the own cards and the turn", () => {
  assert.equal(
    heard(EMPTY, snapshot()),
    "Hand 3. Dealer: Wim. Your cards. Spades: ace; hearts: 10; clubs: 2. Your turn: lead a card.",
  );
});

test("a card is announced with its player, and the turn when it comes", () => {
  const frame = event("E", "pH2", { to_act: "N" }, { legal: ["pHT"] });
  assert.equal(heard(seated, frame), "Nora: 2 of hearts. Your turn: play a card.");
});

test("the trick and its winner are announced", () => {
  const three = ["E", "S", "W"].map((seat, index) => ({ seat, card: ["H2", "H3", "H4"][index] }));
  const before = fold(EMPTY, snapshot({ trick: three }));
  const frame = event("N", "pHT", { trick_winner: "N", to_act: "N" }, { legal: ["pSA"] });
  assert.equal(
    heard(before, frame),
    "You: 10 of hearts. You take the trick. Your turn: lead a card.",
  );
});

test("bids are announced, and the contracts once all are in", () => {
  const bidding = fold(
    EMPTY,
    snapshot({ phase: "bidding", to_act: "W", bids: [4, 3, "nil", null] }, { legal: null }),
  );
  const frame = event("W", "b3", { to_act: "N" });
  assert.equal(heard(bidding, frame), "Wim bids 3. Contracts. Your side: 4; the opponents: 6.");
});

test("the partner's blind nil is announced, though what follows from it comes with a snapshot", () => {
  const bids = { phase: "bidding", to_act: "S", bids: [null, 4, null, null], holding: null };
  const faceDown = fold(EMPTY, snapshot(bids, { legal: null }));
  const frame = event("S", "bB");
  delete frame.event.phase;
  assert.equal(heard(faceDown, frame), "Theo bids blind nil.");
});

test("a card that the clock played is announced as such", () => {
  assert.equal(
    heard(seated, event("E", "pH2", { cause: "timeout" })),
    "Time is up for Nora: Nora: 2 of hearts.",
  );
});

test("an event that was seen before is not announced again", () => {
  assert.equal(heard(seated, event("E", "pH2", {}, { seq: 12 })), "");
});

test("the end of the hand gives points and totals", () => {
  const score = {
    deltas: [52, -60],
    scores: [123, 54],
    bags: [3, 4],
    penalties: [0, 0],
    over: false,
    winner: null,
    lines: [],
  };
  const frame = event("N", "pHT", { phase: "over", to_act: null, trick_winner: "N", score });
  assert.equal(
    heard(seated, frame),
    "You: 10 of hearts. You take the trick. The hand is over. Your side: +52 points, now 123. The opponents: −60 points, now 54.",
  );
});

test("the read-outs say turn, score, bids, cards and last trick", () => {
  assert.equal(turnText({ ...seated, view: { ...seated.view, to_act: "E" } }), "Waiting for Nora.");
  assert.equal(
    scoreText(seated),
    "Your side: 71 points, bags 1, tricks 4 of 4 bid. The opponents: 114 points, bags 4, tricks 6 of 6 bid.",
  );
  assert.match(bidsText(seated), /^You: bid 4, took 4\. Nora: bid 3/);
  assert.equal(holdingText(fold(EMPTY, snapshot({ holding: null }))), "Your cards are face down.");
  assert.equal(lastTrickText(seated), "No trick has been taken yet.");
});
