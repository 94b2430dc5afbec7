import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = { getElementById: () => null };
const { audienceOf, isRestrained } = await import("../../../web/static/web/js/talk.js");
const { othersAt, subjectOf } = await import("../../../web/static/web/js/people.js");

const seat = (letter, name, kind = "person") => ({ seat: letter, name, kind });
const TABLE = {
  you: "N",
  you_wait_for: null,
  you_left: null,
  seats: [seat("N", "alice"), seat("E", "Bot Nora", "bot"), seat("S", null, "empty"), seat("W", "bob")],
};
const at = (table, more = {}) => ({ table: { ...TABLE, ...table }, view: null, hand: null, game: null, ...more });

test("who sits talks at the table, who has an account and looks on with the watchers", () => {
  assert.equal(audienceOf(at({}), false), "table");
  assert.equal(audienceOf(at({ you: null }), true), "watchers");
});

test("a guest looking on, and who waits for a seat or left one, talk with nobody", () => {
  assert.equal(audienceOf(at({ you: null }), false), null);
  assert.equal(audienceOf(at({ you: null, you_wait_for: "E" }), true), null);
  assert.equal(audienceOf(at({ you: null, you_left: "E" }), true), null);
});

test("only a rated hand that is on restrains, and only those who sit", () => {
  const on = { view: { phase: "play" } };
  assert.equal(isRestrained(at({}, on), true), true);
  assert.equal(isRestrained(at({}, on), false), false);
  assert.equal(isRestrained(at({ you: null }, on), true), false);
  assert.equal(isRestrained(at({}, { view: { phase: "over" } }), true), false);
  assert.equal(isRestrained(at({}), true), false);
});

test("a report is about the message pressed, else the hand, else the game", () => {
  const game = { id: "g" };
  assert.deepEqual(subjectOf(at({}, { hand: 7, game }), 31), { message: 31 });
  assert.deepEqual(subjectOf(at({}, { hand: 7, game })), { hand: 7 });
  assert.deepEqual(subjectOf(at({}, { game })), { game: "g" });
  assert.deepEqual(subjectOf(at({ you: null }, { hand: 7, game })), {});
});

test("the others are the people in other seats", () => {
  assert.deepEqual(othersAt(at({})), ["bob"]);
});
