import assert from "node:assert/strict";
import { test } from "node:test";

import { positionOfTrick, positions } from "../../../web/static/web/js/replay-state.js";

const record = {
  seats: ["N", "E", "S", "W"],
  sides: [
    { name: "NS", seats: ["N", "S"] },
    { name: "EW", seats: ["E", "W"] },
  ],
  deal: {
    hands: [
      ["SA", "H2"],
      ["SK", "H3"],
      ["SQ", "H4"],
      ["SJ", "H5"],
    ],
  },
  actions: [
    { seat: "E", action: "b1" },
    { seat: "S", action: "bB" },
    { seat: "W", action: "b1" },
    { seat: "N", action: "b1" },
    { seat: "S", action: "x:SQ" },
    { seat: "N", action: "x:H2" },
    { seat: "E", action: "pH3" },
    { seat: "S", action: "pH4" },
    { seat: "W", action: "pH5" },
    { seat: "N", action: "pSA" },
    { seat: "N", action: "pSQ" },
    { seat: "E", action: "pSK" },
    { seat: "S", action: "pH2" },
    { seat: "W", action: "pSJ" },
  ],
  tricks: [{ winner: "N" }, { winner: "E" }],
};
const all = positions(record);

test("there is a position before the first action and one after each", () => {
  assert.equal(all.length, record.actions.length + 1);
  assert.deepEqual(all[0].held, record.deal.hands);
});

test("bids and the exchange show when they happened", () => {
  assert.deepEqual(all[2].bids, [null, 1, "blind_nil", null]);
  assert.deepEqual(all[6].held, [
    ["SA", "SQ"],
    ["SK", "H3"],
    ["H4", "H2"],
    ["SJ", "H5"],
  ]);
});

test("a trick lies open with its winner until the next lead", () => {
  assert.equal(all[9].winner, null);
  assert.equal(all[10].winner, "N");
  assert.equal(all[10].trick.length, 4);
  assert.deepEqual(all[11].trick, [{ seat: "N", card: "SQ" }]);
  assert.deepEqual(all.at(-1).tricks, [1, 1, 0, 0]);
});

test("a trick is found by its number", () => {
  assert.equal(positionOfTrick(all, 0), 6);
  assert.equal(positionOfTrick(all, 1), 10);
  assert.equal(positionOfTrick(all, 2), 14);
});
