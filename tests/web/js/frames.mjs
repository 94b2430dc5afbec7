/** Frames of a small table as the server sends them, for the tests of the scripts. */

export const seat = (letter, name, kind = "bot") => ({
  seat: letter,
  kind,
  name,
  guest: false,
  connected: true,
  away: false,
  taken_by: null,
  wants_pause: false,
  wants_rematch: false,
});

export const TABLE = {
  id: "t",
  name: "Table",
  status: "playing",
  rules: { bag_block: 10, blind_nil_value: 200 },
  host: "alice",
  you: "N",
  seats: [seat("N", "alice", "person"), seat("E", "Nora"), seat("S", "Theo"), seat("W", "Wim")],
  paused_until: null,
};

export const GAME = {
  id: "g",
  status: "playing",
  scores: [71, 114],
  bags: [1, 4],
  winner: null,
  commitment: "ab",
  seeds: [],
  score_sheet: [],
};

export const VIEW = {
  seat: "N",
  hand_no: 3,
  dealer: "W",
  phase: "play",
  to_act: "N",
  scores: [71, 114],
  bags: [1, 4],
  bids: [4, 3, "nil", 3],
  looked: [true, true, true, true],
  may_bid_blind: [false, false, false, false],
  contracts: [4, 6],
  holding: ["SA", "HT", "C2"],
  counts: [3, 3, 3, 3],
  trick: [],
  last_trick: null,
  plays: [],
  tricks: [4, 3, 0, 3],
  broken: true,
  exchange: null,
  score: null,
};

export const snapshot = (view = {}, frame = {}) => ({
  type: "snapshot",
  hand: 7,
  seq: 44,
  view: { ...VIEW, ...view },
  legal: ["pSA", "pHT", "pC2"],
  clock: null,
  table: TABLE,
  game: GAME,
  ...frame,
});

export const event = (seat, action, facts = {}, frame = {}) => ({
  type: "event",
  hand: 7,
  seq: 44,
  event: {
    seat,
    action,
    cause: "person",
    ms: 1,
    phase: "play",
    to_act: "E",
    bids: VIEW.bids,
    looked: VIEW.looked,
    may_bid_blind: VIEW.may_bid_blind,
    contracts: VIEW.contracts,
    tricks: VIEW.tricks,
    broken: true,
    counts: [2, 3, 3, 3],
    trick_winner: null,
    score: null,
    ...facts,
  },
  clock: null,
  ...frame,
});
