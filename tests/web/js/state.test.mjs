import assert from "node:assert/strict";
import { test } from "node:test";

import {
  EMPTY,
  fold,
  isMyTurn,
  playable,
  sent,
  shownTrick,
} from "../../../web/static/web/js/state.js";
import { event, snapshot, TABLE } from "./frames.mjs";

const seated = fold(EMPTY, snapshot());
const frozen = (value) => {
  if (value && typeof value === "object") Object.values(Object.freeze(value)).forEach(frozen);
  return value;
};

test("a snapshot makes the page current", () => {
  assert.equal(seated.stale, false);
  assert.equal(seated.seq, 44);
  assert.ok(isMyTurn(seated));
  assert.deepEqual([...playable(seated)], ["SA", "HT", "C2"]);
});

test("an own card leaves the holding and lies in the trick", () => {
  const after = fold(frozen(seated), event("N", "pHT"));
  assert.deepEqual(after.view.holding, ["SA", "C2"]);
  assert.deepEqual(after.view.trick, [{ seat: "N", card: "HT" }]);
  assert.equal(after.seq, 45);
  assert.equal(after.legal, null);
  assert.equal(isMyTurn(after), false);
});

test("the fourth card makes the trick the last trick, which stays in sight until the next lead", () => {
  const three = ["E", "S", "W"].map((seat, index) => ({ seat, card: ["H2", "H3", "H4"][index] }));
  const before = fold(EMPTY, snapshot({ trick: three }));
  const after = fold(before, event("N", "pHT", { trick_winner: "N", to_act: "N" }));
  assert.deepEqual(after.view.trick, []);
  assert.equal(after.view.last_trick.winner, "N");
  assert.equal(shownTrick(after.view).cards.length, 4);
  const led = fold(after, event("N", "pSA", {}, { seq: 45 }));
  assert.deepEqual(shownTrick(led.view).cards, [{ seat: "N", card: "SA" }]);
});

test("an action whose facts are not told moves on and waits for the snapshot", () => {
  const frame = {
    ...event("N", "look"),
    event: { seq: 44, seat: "N", action: "look", ms: 1, cause: "person" },
  };
  const after = fold(sent(seated, "look"), frame);
  assert.equal(after.view, seated.view);
  assert.equal(after.seq, 45);
  assert.equal(isMyTurn(after), false);
  assert.equal(after.stale, false);
});

test("a gap in seq asks for a snapshot and allows no action until it is here", () => {
  const gap = fold(seated, event("E", "pH2", {}, { seq: 46 }));
  assert.ok(gap.stale);
  assert.equal(isMyTurn(gap), false);
  assert.equal(fold(gap, event("N", "pHT")), gap);
  assert.equal(fold(gap, snapshot({}, { seq: 47 })).stale, false);
});

test("an event of another hand is a gap too", () => {
  assert.ok(fold(seated, event("E", "b3", {}, { hand: 8, seq: 0 })).stale);
});

test("an event seen before changes nothing", () => {
  assert.equal(fold(seated, event("E", "pH2", {}, { seq: 43 })), seated);
});

test("an action on its way keeps the page from sending another", () => {
  const waiting = sent(seated, "pHT");
  assert.equal(isMyTurn(waiting), false);
  assert.equal(fold(waiting, event("N", "pHT")).pending, null);
});

test("after a reconnect an action that was not applied is still pending, an applied one is not", () => {
  const waiting = sent(seated, "pHT");
  assert.deepEqual(fold(waiting, snapshot()).pending, { hand: 7, seq: 44, action: "pHT" });
  assert.equal(fold(waiting, snapshot({}, { seq: 45 })).pending, null);
  assert.equal(fold(waiting, snapshot({}, { hand: 8, seq: 0 })).pending, null);
});

test("a refusal frees the turn; a stale one asks for a snapshot", () => {
  const waiting = sent(seated, "pHT");
  const refused = fold(waiting, {
    type: "error",
    code: "MUST_FOLLOW_SUIT",
    message: "…",
    hand: 7,
    seq: 44,
  });
  assert.ok(isMyTurn(refused));
  assert.ok(fold(waiting, { type: "error", code: "STALE_SEQ", message: "…", seq: 44 }).stale);
});

test("news of the table leaves the hand alone", () => {
  const paused = { ...TABLE, paused_until: "2030-01-01T00:00:00Z" };
  const after = fold(seated, { type: "table", table: paused, game: seated.game });
  assert.equal(after.table.paused_until, paused.paused_until);
  assert.equal(after.view, seated.view);
});

test("a frame of a kind not known yet changes nothing", () => {
  assert.equal(fold(seated, { type: "confetti" }), seated);
});
