/**
 * What the page knows of the table: a pure fold of the server's frames.
 *
 * The page holds no rule of the game. The server sends the legal actions and, with each event, the
 * facts that follow from it; this module only keeps them together and notices a gap in seq.
 */

export const EMPTY = Object.freeze({
  hand: null,
  seq: 0,
  view: null,
  legal: null,
  clock: null,
  table: null,
  game: null,
  pending: null,
  stale: true,
  closed: null,
});

/** The state after one frame of the server. Unknown frames change nothing. */
export function fold(state, frame) {
  switch (frame.type) {
    case "snapshot":
      return onSnapshot(state, frame);
    case "event":
      return onEvent(state, frame);
    case "table":
      return { ...state, table: frame.table, game: frame.game };
    case "error":
      return onError(state, frame);
    case "notice":
      return onNotice(state, frame.notice);
    case "closed":
      return { ...state, closed: frame.code };
    default:
      return state;
  }
}

/** A game that is annulled may take its table with it: no other frame tells why. */
function onNotice(state, { kind, data }) {
  if (kind !== "annulled" || data?.game !== state.game?.id) return state;
  return { ...state, game: { ...state.game, status: "annulled", end_cause: data.cause } };
}

function onSnapshot(state, frame) {
  const { hand, seq, view, legal, clock, table, game } = frame;
  const waiting = state.pending && state.pending.hand === hand && state.pending.seq === seq;
  return {
    ...state,
    hand,
    seq,
    view,
    legal,
    clock,
    table,
    game,
    stale: false,
    closed: null,
    pending: waiting ? state.pending : null,
  };
}

function onEvent(state, frame) {
  if (state.stale) return state;
  if (frame.hand !== state.hand || frame.seq > state.seq)
    return { ...state, stale: true, legal: null };
  if (frame.seq < state.seq) return state;
  const next = {
    ...state,
    seq: frame.seq + 1,
    legal: frame.legal ?? null,
    clock: frame.clock ?? null,
    pending: null,
  };
  // An action that changes what this seat alone knows comes without its facts: a snapshot follows.
  return frame.event.phase === undefined ? next : { ...next, view: after(state.view, frame.event) };
}

function onError(state, frame) {
  const mine = state.pending && (frame.seq === undefined || frame.seq === state.pending.seq);
  return {
    ...state,
    pending: mine ? null : state.pending,
    stale: state.stale || frame.code === "STALE_SEQ",
  };
}

/** The view after a public event: its facts, and the card it moved. */
export function after(view, event) {
  const { phase, to_act, bids, looked, may_bid_blind, contracts, tricks, broken, counts, score } =
    event;
  const told = {
    ...view,
    phase,
    to_act,
    bids,
    looked,
    may_bid_blind,
    contracts,
    tricks,
    broken,
    counts,
    score,
  };
  if (event.action.startsWith("p"))
    return withCard(told, { seat: event.seat, card: event.action.slice(1) }, event.trick_winner);
  return told;
}

function withCard(view, play, winner) {
  const mine = play.seat === view.seat;
  const holding =
    mine && view.holding ? view.holding.filter((card) => card !== play.card) : view.holding;
  const trick = [...view.trick, play];
  const moved = { ...view, holding, plays: [...view.plays, play] };
  return winner
    ? { ...moved, trick: [], last_trick: { cards: trick, winner } }
    : { ...moved, trick };
}

/** The state while an own action is on its way; the same action is sent again after a reconnect. */
export function sent(state, action) {
  return { ...state, pending: { hand: state.hand, seq: state.seq, action } };
}

/** Who has quit this rated game at the seat, if somebody has. */
export const quitter = (state, seat) =>
  state.game?.quitters?.find((one) => one.seat === seat) ?? null;

/** 161 seconds as 2:41. */
export const minutes = (seconds) =>
  `${Math.floor(Math.ceil(seconds) / 60)}:${String(Math.ceil(seconds) % 60).padStart(2, "0")}`;

/** Whether leaving now is quitting, or annuls a rated game. */
export const isRatedGameOn = ({ table }) => Boolean(table?.rated && table.status === "playing");

export const me = (state) => state.table?.you ?? null;

export const isMyTurn = (state) =>
  Boolean(
    state.view &&
      !state.stale &&
      !state.pending &&
      state.legal?.length &&
      state.view.to_act === me(state),
  );

/** The legal tokens of one kind, by their first letters. */
export const legalOf = (state, ...starts) =>
  (state.legal ?? []).filter((token) => starts.some((start) => token.startsWith(start)));

/** The cards that may be played now. */
export const playable = (state) => new Set(legalOf(state, "p").map((token) => token.slice(1)));

/** The cards in the middle: the trick being played, or the full one until the next lead. */
export function shownTrick(view) {
  if (!view) return { cards: [], winner: null };
  if (view.trick.length || !view.last_trick) return { cards: view.trick, winner: null };
  return view.last_trick;
}
