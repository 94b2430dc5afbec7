/** The cards in the middle, their way there from each seat, and away to the winner. */

import { cardName, faceUrl } from "../cards.js";
import { calm, h } from "../dom.js";
import { fill, gettext } from "../i18n.js";
import { placeOf, seatName } from "../seats.js";
import { me, shownTrick } from "../state.js";

const FLIGHT = { duration: 220, easing: "cubic-bezier(.2,.7,.3,1)" };
const COLLECT = { duration: 320, easing: "cubic-bezier(.5,0,.8,.4)", fill: "forwards" };
/** How long a full trick stays while nobody leads to the next one, in milliseconds. */
const STAYS = 1500;

/** `originOf(seat)` gives the rectangle a card comes from, `plateOf(seat)` the seat's plate. */
export function createTrick(element, { look, originOf, plateOf }) {
  const shown = new Map();
  let clearing;
  let cleared = null;

  let hand = null;

  return (state) => {
    // Only cards played in sight fly; a snapshot shows what already lies there.
    const played = hand === state.hand && !element.hidden;
    hand = state.hand;
    const { cards, winner } = shownTrick(state.view);
    const key = winner ? cards.map(({ card }) => card).join() : null;
    const wanted = key && key === cleared ? [] : cards;
    for (const [card, node] of shown) {
      if (!wanted.some((one) => one.card === card))
        collect(node, state.view?.last_trick?.winner, shown, card, plateOf);
    }
    for (const { seat, card } of wanted) {
      if (!shown.has(card))
        shown.set(
          card,
          lay(element, state, seat, card, { look, origin: played && originOf(seat) }),
        );
      shown.get(card).classList.toggle("is-winner", seat === winner);
    }
    clearTimeout(clearing);
    if (key && key !== cleared && state.view.phase !== "over") {
      clearing = setTimeout(() => {
        cleared = key;
        for (const [card, node] of shown) collect(node, winner, shown, card, plateOf);
      }, STAYS);
    }
  };
}

function lay(element, state, seat, card, { look, origin }) {
  const label = fill(gettext("{name}: {card}"), {
    name: seat === me(state) ? gettext("You") : seatName(state.table, seat),
    card: cardName(card),
  });
  const place = placeOf(seat, me(state), state.table.seats.length);
  const image = h("img", {
    class: `laid laid--${place}`,
    src: faceUrl(card, look),
    "data-face": card,
    alt: label,
    width: 240,
    height: 336,
  });
  element.append(image);
  if (origin && !calm()) fly(image, origin);
  return image;
}

function fly(image, origin) {
  const rest = image.getBoundingClientRect();
  const x = origin.left + origin.width / 2 - rest.left - rest.width / 2;
  const y = origin.top + origin.height / 2 - rest.top - rest.height / 2;
  image.animate(
    [
      { translate: `${x}px ${y}px`, opacity: 0.4 },
      { translate: "0 0", opacity: 1 },
    ],
    FLIGHT,
  );
}

function collect(image, winner, shown, card, plateOf) {
  shown.delete(card);
  const plate = winner && plateOf(winner);
  if (!plate || calm()) {
    image.remove();
    return;
  }
  const from = image.getBoundingClientRect();
  const to = plate.getBoundingClientRect();
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  image.alt = "";
  image
    .animate([{}, { translate: `${x}px ${y}px`, scale: 0.4, opacity: 0 }], COLLECT)
    .finished.then(() => image.remove());
}
