import assert from "node:assert/strict";
import { test } from "node:test";

import {
  cardLabel,
  cardName,
  cardSign,
  faceUrl,
  sortCards,
} from "../../../web/static/web/js/cards.js";

const HOLDING = ["C2", "SA", "HT", "DK", "S4", "HQ", "CA"];

test("a holding is laid out by suit, then by rank", () => {
  assert.deepEqual(sortCards(HOLDING), ["SA", "S4", "HQ", "HT", "CA", "C2", "DK"]);
  assert.deepEqual(sortCards(HOLDING, "spades_last"), ["DK", "C2", "CA", "HT", "HQ", "S4", "SA"]);
});

test("sorting leaves the given cards alone", () => {
  const given = Object.freeze([...HOLDING]);
  sortCards(given);
  assert.deepEqual(given, HOLDING);
});

test("a card is called by rank and suit", () => {
  assert.equal(cardLabel("SA"), "Ace of spades");
  assert.equal(cardName("HT"), "10 of hearts");
  assert.equal(cardSign("DK"), "K♦");
});

test("only clubs and diamonds have faces of their own in four colours", () => {
  const look = { base: "/cards/", fourColour: true };
  assert.equal(faceUrl("C2", look), "/cards/four/C2.svg");
  assert.equal(faceUrl("HT", look), "/cards/two/HT.svg");
  assert.equal(faceUrl("C2", { ...look, fourColour: false }), "/cards/two/C2.svg");
});
