/** The "check it" button: runs the proof in this browser and lists what held. */

import { hex } from "../bytes.js";
import { h, icon } from "../dom.js";
import { fill, gettext, ngettext } from "../i18n.js";
import { NotProven, checkCards, checkChain, checkPlay, checkSeeds, isStandard } from "../proof.js";
import { receiptOf } from "../seeds.js";

const FAULTS = () => ({
  seed: gettext("A seed does not match the hash that was sent before it."),
  commitment: gettext("The secret is not the one that was committed to."),
  chain: gettext("The secret does not belong to the chain this game committed to."),
  dealer: gettext("The draw gives another first dealer."),
  cards: gettext("The secret and the seeds give other cards."),
  held: gettext("Somebody played a card they did not hold."),
  unknown_pack: gettext(
    "This check knows four players and the standard pack only; use verify_deal.py.",
  ),
});

/**
 * `subject` holds `proof` and either one `record` or `deals` of a whole game with their `rules`.
 * Without a proof the section says so in its own words, and there is no button.
 */
export function createChecker(section, subject) {
  const button = section?.querySelector("[data-check]");
  if (!button) return;
  const list = section.querySelector(".checks");
  button.addEventListener("click", async () => {
    button.disabled = true;
    list.replaceChildren();
    const add = (ok, text, detail) => list.append(line(ok, text, detail));
    try {
      await run(subject, add);
      add(true, gettext("Everything holds: these cards were fixed before the first bid."));
      section.dataset.verdict = "proven";
    } catch (error) {
      add(false, FAULTS()[error instanceof NotProven ? error.message : ""] ?? String(error));
      section.dataset.verdict = "failed";
    }
    button.disabled = false;
  });
  // not before somebody listens: a press would be lost
  button.disabled = false;
}

async function run({ proof, record, deals, rules }, add) {
  if (!globalThis.crypto?.subtle)
    throw new Error(gettext("This browser computes hashes on https pages only."));
  if (!isStandard(record?.rules ?? rules)) throw new NotProven("unknown_pack");
  const seeds = await checkSeeds(proof);
  const given = seeds.filter((seed) => seed.length).length;
  add(
    true,
    fill(
      ngettext(
        "{count} player's seed matches the hash sent before it.",
        "{count} players' seeds match the hashes sent before them.",
        given,
      ),
      { count: given },
    ),
  );
  const ended = record
    ? [{ ...proof, dealer: record.dealer, deal: record.deal }]
    : deals.filter((deal) => deal.secret && deal.deal);
  for (const deal of ended) await checkDeal(proof, deal, seeds, add, Boolean(record));
  if (record) {
    checkPlay(record);
    add(true, gettext("Every card was held by the player who played it."));
  }
  receipt(proof, add);
}

async function checkDeal(proof, deal, seeds, add, detailed) {
  const chain = await checkChain(proof, deal);
  const { key } = await checkCards(proof, deal, seeds);
  const number = { number: deal.number };
  if (!detailed) {
    add(true, fill(gettext("Deal {number}: committed before, and exactly these cards."), number));
    return;
  }
  add(
    true,
    fill(gettext("The secret of deal {number} leads to the commitment of the game."), number),
    chain.map(hex).join(" → "),
  );
  add(
    true,
    gettext("Secret and seeds give this key, and the key shuffles the pack to exactly this deal."),
    hex(key),
  );
}

function receipt(proof, add) {
  const kept = receiptOf(proof.game);
  if (!kept) return;
  const mine = proof.seeds.find(({ seat }) => seat === kept.seat);
  const same = kept.commitment === proof.commitment_0 && mine?.seed === kept.seed;
  add(
    same,
    same
      ? gettext("The receipt kept in this browser shows the same commitment and your seed.")
      : gettext(
          "The receipt kept in this browser shows another commitment, or your seed was not used.",
        ),
  );
}

function line(ok, text, detail) {
  return h(
    "li",
    { class: ok ? "check-line is-ok" : "check-line is-bad" },
    icon(ok ? "check" : "cross"),
    h(
      "span",
      {},
      h("span", { class: "visually-hidden" }, ok ? gettext("holds:") : gettext("does not hold:")),
      " ",
      text,
      detail ? h("code", {}, detail) : null,
    ),
  );
}
