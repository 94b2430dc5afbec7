/**
 * The player's part in the shuffle: a random seed per game, its hash sent first, the seed after.
 *
 * The seed is kept in this browser with the commitment it answered, as a receipt: with it anybody
 * can later prove that the commitment came before the seed.
 */

import { hex } from "./bytes.js";
import { gettext } from "./i18n.js";

const SEED_BYTES = 32;
/** After how many milliseconds a frame that is still missing from the list is sent again. */
const PATIENCE = 900;

const keyOf = (game) => `seed:${game}`;

async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** The receipt of a game kept in `storage`, or null. */
export function receiptOf(game, storage = localStorage) {
  const text = storage.getItem(keyOf(game));
  return text ? JSON.parse(text) : null;
}

/** The receipt of this game, made now if there is none. */
export async function prepare(game, seat, storage = localStorage, now = new Date()) {
  const kept = receiptOf(game.id, storage);
  if (kept) return kept;
  const seed = crypto.getRandomValues(new Uint8Array(SEED_BYTES));
  const receipt = {
    format: "spades-receipt/1",
    game: game.id,
    commitment: game.commitment,
    seat,
    seed: hex(seed),
    hash: hex(await sha256(seed)),
    at: now.toISOString(),
  };
  // Another tab of the same player may have been quicker; the first receipt written stands.
  const other = receiptOf(game.id, storage);
  if (other) return other;
  storage.setItem(keyOf(game.id), JSON.stringify(receipt));
  return receipt;
}

/** What to send next for a game: a hash, a seed, or nothing. */
export function due(game, seat, receipt) {
  const listed = game.seeds.find((one) => one.seat === seat);
  if (!listed || !receipt) return null;
  if (game.status === "hashing" && !listed.hash) return { type: "seed", hash: receipt.hash };
  if (game.status === "revealing" && listed.hash === receipt.hash && !listed.seed)
    return { type: "seed", seed: receipt.seed };
  return null;
}

/** Of a closed list: "mine" if the own seed is in it, "missing" if not, null if none was made. */
export function verdict(game, receipt) {
  if (!receipt || game.status === "hashing" || game.status === "revealing") return null;
  const listed = game.seeds.find((one) => one.seat === receipt.seat);
  return listed?.seed === receipt.seed && game.commitment === receipt.commitment
    ? "mine"
    : "missing";
}

/**
 * The player's part done by itself as the game asks for it: `send(frame)` to the server,
 * `say(text)` to a player whose seed is missing, `show(verdict, receipt)` after every step.
 */
export function createSeeding({ send, say, show }) {
  let last = { key: "", at: -Infinity };
  let told = null;
  return async ({ game, table }) => {
    if (!game || !table?.you || !globalThis.crypto?.subtle) return;
    const receipt = game.status === "hashing" ? await prepare(game, table.you) : receiptOf(game.id);
    const frame = due(game, table.you, receipt);
    const key = JSON.stringify(frame);
    // The list may come again before it holds what was sent; a lost frame is sent once more.
    const now = performance.now();
    if (frame && (key !== last.key || now - last.at > PATIENCE)) {
      last = { key, at: now };
      send(frame);
    }
    const found = verdict(game, receipt);
    if (found === "missing" && told !== game.id) {
      told = game.id;
      say(
        gettext(
          "Your seed did not reach the shuffle in time: this game's deals do not depend on it.",
        ),
      );
    }
    show(found, receipt);
  };
}
