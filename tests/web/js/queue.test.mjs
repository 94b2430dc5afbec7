import assert from "node:assert/strict";
import { test } from "node:test";

import { NOWHERE, fold, minutes, newsOf } from "../../../web/static/web/js/queue/state.js";

const TICKET = { ladders: ["classic"], since: "2026-05-01T12:00:00Z", partner: null };
const CHECK = { id: "c", ladder: "classic", seconds_left: 20, ready: 0, of: 4 };
const queue = (values) => ({
  ticket: null,
  ready_check: null,
  banned_until: null,
  rated_game: null,
  ...values,
});
const notice = (notice) => ({ type: "notice", notice });
const folded = (...frames) => frames.reduce(fold, NOWHERE);

test("the greeting says where the player stands", () => {
  const state = folded({ type: "hello", username: "a", queue: queue({ ticket: TICKET }) });
  assert.equal(state.known, true);
  assert.deepEqual(state.ticket, TICKET);
});

test("a ready check is added to the wait, and counted anew with each who is ready", () => {
  const state = folded(
    { type: "hello", queue: queue({ ticket: TICKET }) },
    notice({ kind: "ready_check", ready_check: CHECK }),
    notice({ kind: "ready_check", ready_check: { ...CHECK, ready: 3 } }),
  );
  assert.equal(state.readyCheck.ready, 3);
  assert.deepEqual(state.ticket, TICKET);
});

test("a ready check that failed is over with the news of the queue", () => {
  const state = folded(
    notice({ kind: "ready_check", ready_check: CHECK }),
    notice({ kind: "queue", cause: "front", queue: queue({ ticket: TICKET }) }),
  );
  assert.equal(state.readyCheck, null);
});

test("a game that has begun ends the wait", () => {
  const state = folded(
    { type: "hello", queue: queue({ ticket: TICKET, ready_check: CHECK }) },
    notice({ kind: "rated_game", table: "t", game: "g" }),
  );
  assert.equal(state.ticket, null);
  assert.equal(state.readyCheck, null);
  assert.equal(state.ratedGame.table, "t");
});

test("other news changes nothing and is told to no list", () => {
  const before = folded({ type: "hello", queue: queue({ ticket: TICKET }) });
  const turn = notice({ kind: "turn", table: "t" });
  assert.equal(fold(before, turn), before);
  assert.equal(newsOf(turn), "");
});

test("each list on a page hears of its own news", () => {
  assert.equal(newsOf({ type: "hello" }), "queue");
  assert.equal(newsOf(notice({ kind: "ready_check" })), "queue");
  assert.equal(newsOf(notice({ kind: "queue_figures" })), "queue_figures");
  assert.equal(newsOf(notice({ kind: "party" })), "party");
});

test("a wait is told in minutes and seconds, never below nothing", () => {
  assert.deepEqual([0, 5, 65, 600, -3].map(minutes), ["0:00", "0:05", "1:05", "10:00", "0:00"]);
});
