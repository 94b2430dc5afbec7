import assert from "node:assert/strict";
import { test } from "node:test";

import {
  placeOf,
  sideIndex,
  sideName,
  sideOf,
  sidePlayers,
} from "../../../web/static/web/js/seats.js";
import { TABLE } from "./frames.mjs";

test("the next player clockwise sits on the left of whoever looks", () => {
  assert.deepEqual(
    ["N", "E", "S", "W"].map((seat) => placeOf(seat, "N", 4)),
    ["bottom", "left", "top", "right"],
  );
  assert.deepEqual(
    ["N", "E", "S", "W"].map((seat) => placeOf(seat, "W", 4)),
    ["left", "top", "right", "bottom"],
  );
});

test("a watcher sees north on top and east on the right", () => {
  assert.deepEqual(
    ["N", "E", "S", "W"].map((seat) => placeOf(seat, null, 4)),
    ["top", "right", "bottom", "left"],
  );
});

test("sides alternate round the table", () => {
  assert.deepEqual(
    ["N", "E", "S", "W"].map((seat) => sideOf(seat, 2)),
    [0, 1, 0, 1],
  );
  assert.equal(sideIndex("EW", 4, 2), 1);
  assert.equal(sideIndex("NP5", 6, 3), -1);
  assert.equal(sideIndex("NW", 6, 3), 0);
});

test("a player reads us and them, a watcher the seats", () => {
  assert.equal(sideName(TABLE, 0, 2), "Us");
  assert.equal(sideName({ ...TABLE, you: "E" }, 0, 2), "Them");
  assert.equal(sideName({ ...TABLE, you: null }, 1, 2), "East · West");
});

test("the players of a side are named, the reader first", () => {
  assert.equal(sidePlayers({ ...TABLE, you: "W" }, 1, 2), "You and Nora");
  assert.equal(sidePlayers(TABLE, 1, 2), "Nora and Wim");
});
