import assert from "node:assert/strict";
import test from "node:test";

import { EMPTY, fold, isRatedGameOn, minutes, quitter } from "../../../web/static/web/js/state.js";

test("a bank is written in minutes and seconds", () => {
  assert.deepEqual([180, 161, 60, 59.2, 9, 0].map(minutes), ["3:00", "2:41", "1:00", "1:00", "0:09", "0:00"]);
});

test("leaving is quitting only while a rated game is on", () => {
  const at = (table) => isRatedGameOn({ ...EMPTY, table });
  assert.equal(at(null), false);
  assert.equal(at({ rated: true, status: "playing" }), true);
  assert.equal(at({ rated: true, status: "finished" }), false);
  assert.equal(at({ rated: false, status: "playing" }), false);
});

test("a quitter is found by the seat", () => {
  const state = { ...EMPTY, game: { quitters: [{ seat: "E", name: "Chiara" }] } };
  assert.equal(quitter(state, "E").name, "Chiara");
  assert.equal(quitter(state, "N"), null);
  assert.equal(quitter(EMPTY, "N"), null);
});

test("why a game is annulled is known though its table closes with it", () => {
  const notice = { kind: "annulled", data: { game: "g", cause: "left_before_deal" } };
  const at = (game) => fold({ ...EMPTY, game }, { type: "notice", notice }).game;
  assert.deepEqual(at({ id: "g", status: "hashing" }), {
    id: "g",
    status: "annulled",
    end_cause: "left_before_deal",
  });
  assert.deepEqual(at({ id: "another", status: "playing" }), { id: "another", status: "playing" });
});
