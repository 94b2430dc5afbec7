import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { hex, unhex } from "../../../web/static/web/js/bytes.js";
import {
  checkCards,
  checkChain,
  checkPlay,
  checkSeeds,
  dealKey,
  dealOf,
} from "../../../web/static/web/js/proof.js";

const vectors = JSON.parse(
  readFileSync(new URL("../../../docs/deal-proof-vectors.json", import.meta.url)),
);
const proofOf = (game) => ({ game: game.game, commitment_0: game.commitment_0, seeds: game.seeds });
const dealFrom = (deal) => ({
  ...deal,
  deal: { hands: ["N", "E", "S", "W"].map((seat) => deal.hands[seat]) },
});

for (const game of vectors.games) {
  test(`the published vectors hold: ${game.name}`, async () => {
    const seeds = await checkSeeds(proofOf(game));
    for (const deal of game.deals) {
      await checkChain(proofOf(game), deal);
      const { key, deck } = await checkCards(proofOf(game), dealFrom(deal), seeds);
      assert.equal(hex(key), deal.key);
      assert.deepEqual(deck, deal.deck_after);
    }
  });
}

const game = vectors.games[0];
const [deal] = game.deals;
const code = (expected) => (error) => error.message === expected;

test("swapped cards are caught", async () => {
  const other = dealFrom(structuredClone(deal));
  [other.deal.hands[0][0], other.deal.hands[1][0]] = [
    other.deal.hands[1][0],
    other.deal.hands[0][0],
  ];
  await assert.rejects(
    checkCards(proofOf(game), other, await checkSeeds(proofOf(game))),
    code("cards"),
  );
});

test("a changed seed is caught", async () => {
  const proof = structuredClone(proofOf(game));
  const given = proof.seeds.find(({ seed }) => seed);
  given.seed = "00".repeat(16);
  await assert.rejects(checkSeeds(proof), code("seed"));
});

test("the secret of another deal, and a commitment of another chain, are caught", async () => {
  const other = { ...deal, secret: game.deals[1].secret };
  await assert.rejects(checkChain(proofOf(game), other), code("commitment"));
  await assert.rejects(
    checkChain({ ...proofOf(game), commitment_0: "00".repeat(32) }, deal),
    code("chain"),
  );
});

test("a wrong number gives other cards", async () => {
  const seeds = game.seeds.map(({ seed }) => unhex(seed ?? ""));
  const key = await dealKey(unhex(deal.secret), game.game, deal.number + 1, seeds);
  assert.notDeepEqual((await dealOf(key, 2, deal.dealer)).hands[0], deal.hands.N);
});

test("a card played by a seat that does not hold it is caught", () => {
  const record = {
    seats: ["N", "E"],
    sides: [],
    deal: { hands: [["SA"], ["H2"]] },
    actions: [
      { seat: "N", action: "pSA" },
      { seat: "E", action: "pH2" },
    ],
  };
  checkPlay(record);
  assert.throws(
    () => checkPlay({ ...record, actions: [{ seat: "N", action: "pH2" }] }),
    code("held"),
  );
});
