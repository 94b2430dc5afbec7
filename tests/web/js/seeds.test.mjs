import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { due, prepare, receiptOf, verdict } from "../../../web/static/web/js/seeds.js";

const storage = () => {
  const kept = new Map();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
};
const game = (status, mine = {}) => ({
  id: "g",
  status,
  commitment: "c0",
  seeds: [
    { seat: "N", hash: null, seed: null, ...mine },
    { seat: "E", hash: null, seed: null },
  ],
});

test("a seed is made once for a game and its hash is the SHA-256 of its bytes", async () => {
  const box = storage();
  const receipt = await prepare(game("hashing"), "N", box);
  assert.equal(
    receipt.hash,
    createHash("sha256").update(Buffer.from(receipt.seed, "hex")).digest("hex"),
  );
  assert.equal(receipt.seed.length, 64);
  assert.deepEqual(await prepare(game("hashing"), "N", box), receipt);
  assert.deepEqual(receiptOf("g", box), receipt);
});

test("the hash goes first, the seed only when the hashes are closed", async () => {
  const receipt = await prepare(game("hashing"), "N", storage());
  assert.deepEqual(due(game("hashing"), "N", receipt), { type: "seed", hash: receipt.hash });
  assert.equal(due(game("hashing", { hash: receipt.hash }), "N", receipt), null);
  assert.deepEqual(due(game("revealing", { hash: receipt.hash }), "N", receipt), {
    type: "seed",
    seed: receipt.seed,
  });
});

test("a seed is not shown to a list that holds another hash", async () => {
  const receipt = await prepare(game("hashing"), "N", storage());
  assert.equal(due(game("revealing", { hash: "other" }), "N", receipt), null);
});

test("the closed list is checked for the own seed and the commitment that came before it", async () => {
  const receipt = await prepare(game("hashing"), "N", storage());
  const closed = game("playing", { hash: receipt.hash, seed: receipt.seed });
  assert.equal(verdict(closed, receipt), "mine");
  assert.equal(verdict(game("playing"), receipt), "missing");
  assert.equal(verdict({ ...closed, commitment: "c1" }, receipt), "missing");
  assert.equal(verdict(closed, null), null);
});
