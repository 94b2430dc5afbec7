/**
 * The deal proof, checked in the browser: docs/deal-proof.md in code, on WebCrypto alone.
 *
 * It checks what a page of this site shows with code of this site; `docs/verify_deal.py` is the
 * check that trusts neither.
 */

import { concat, hex, unhex } from "./bytes.js";

const NAME = new TextEncoder().encode("spades-deal-v1");
const SEATS = ["N", "E", "S", "W"];
const WORDS = 65536;

/** Why a proof does not hold; the message is a code that the page puts into words. */
export class NotProven extends Error {}

async function sha256(...parts) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", concat(...parts)));
}

async function hmac(key, message) {
  const imported = await crypto.subtle.importKey(
    "raw",
    key,
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

function bigEndian(number, width) {
  const bytes = new Uint8Array(width);
  const view = new DataView(bytes.buffer);
  view.setUint32(width - 4, number);
  return bytes;
}

const be16 = (number) => bigEndian(number, 4).slice(2);
const lp = (bytes) => concat(be16(bytes.length), bytes);

/** H(S): what a secret is committed to by. */
const commitmentTo = (secret) => sha256(NAME, secret);

/** K: the key of deal `number` of a game. */
export function dealKey(secret, game, number, seeds) {
  const id = unhex(game.replaceAll("-", ""));
  return hmac(secret, concat(lp(id), lp(bigEndian(number, 4)), ...seeds.map(lp)));
}

/** Draws from the stream of a key, without the bias of a plain remainder. */
class Stream {
  constructor(key) {
    this.key = key;
    this.block = 0;
    this.words = [];
  }

  async word() {
    if (!this.words.length) {
      const bytes = await hmac(this.key, bigEndian(this.block, 8));
      this.block += 1;
      const view = new DataView(bytes.buffer);
      this.words = Array.from({ length: bytes.length / 2 }, (_, index) =>
        view.getUint16(index * 2),
      );
    }
    return this.words.shift();
  }

  async draw(count) {
    for (;;) {
      const word = await this.word();
      if (word < WORDS - (WORDS % count)) return word % count;
    }
  }
}

/** The pack in the order in which the shuffle takes it up: clubs, diamonds, hearts, spades. */
const freshDeck = () =>
  [..."CDHS"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => suit + rank));

async function shuffle(stream) {
  const deck = freshDeck();
  for (let at = deck.length - 1; at > 0; at -= 1) {
    const other = await stream.draw(at + 1);
    [deck[at], deck[other]] = [deck[other], deck[at]];
  }
  return deck;
}

/** The dealer and the four hands that a key gives; `dealer` is drawn for deal 1. */
export async function dealOf(key, number, dealer) {
  const stream = new Stream(key);
  const drawn = number === 1 ? SEATS[await stream.draw(SEATS.length)] : dealer;
  const deck = await shuffle(stream);
  const first = SEATS.indexOf(drawn) + 1;
  const hands = SEATS.map((_, seat) =>
    deck.filter((_card, at) => (at + first) % SEATS.length === seat),
  );
  return { dealer: drawn, hands, deck };
}

function need(holds, code) {
  if (!holds) throw new NotProven(code);
}

/** Every listed seed must be the one whose hash came first. Gives the seeds' bytes. */
export async function checkSeeds(proof) {
  need(proof.seeds.map(({ seat }) => seat).join() === SEATS.join(), "unknown_pack");
  for (const { hash, seed } of proof.seeds)
    need(!seed || hex(await sha256(unhex(seed))) === hash, "seed");
  return proof.seeds.map(({ seed }) => unhex(seed ?? ""));
}

/** The secret of deal `number` must lead down to the game's commitment. Gives every step. */
export async function checkChain(proof, deal) {
  const chain = [unhex(deal.secret)];
  for (let step = 0; step < deal.number; step += 1) chain.push(await commitmentTo(chain.at(-1)));
  need(hex(chain[1]) === deal.commitment, "commitment");
  need(hex(chain.at(-1)) === proof.commitment_0, "chain");
  return chain;
}

/** The secret and the seeds must give exactly the cards that were dealt. */
export async function checkCards(proof, deal, seeds) {
  const key = await dealKey(unhex(deal.secret), proof.game, deal.number, seeds);
  const dealt = await dealOf(key, deal.number, deal.dealer);
  need(dealt.dealer === deal.dealer, "dealer");
  need(JSON.stringify(dealt.hands) === JSON.stringify(deal.deal.hands), "cards");
  return { key, ...dealt };
}

/** Every card played or passed must be held by who parts with it. */
export function checkPlay(record) {
  const held = new Map(
    record.seats.map((seat, index) => [seat, new Set(record.deal.hands[index])]),
  );
  for (const { seat, action } of record.actions) {
    const cards = { p: [action.slice(1)], x: action.slice(2).split(",") }[action[0]] ?? [];
    for (const card of cards) {
      need(held.get(seat).delete(card), "held");
      if (action[0] === "x") held.get(partnerOf(record, seat)).add(card);
    }
  }
  need(
    [...held.values()].every((rest) => rest.size === 0),
    "held",
  );
}

const partnerOf = (record, seat) =>
  record.sides.find(({ seats }) => seats.includes(seat)).seats.find((one) => one !== seat);

/** Whether the standard pack is in play, the only one this check knows. */
export const isStandard = (rules) =>
  (rules.players ?? 4) === 4 && (rules.jokers ?? "off") === "off" && !rules.kitty;
