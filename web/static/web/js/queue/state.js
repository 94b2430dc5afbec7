/**
 * What a page knows of its player's place in the queue: a pure fold of the frames of `/ws/v1/me/`.
 */

export const NOWHERE = {
  known: false,
  ticket: null,
  readyCheck: null,
  bannedUntil: null,
  ratedGame: null,
};

/** The state after one frame. Frames about other things change nothing. */
export function fold(state, frame) {
  if (frame.type === "hello" && frame.queue) return standing(frame.queue);
  if (frame.type !== "notice") return state;
  const { notice } = frame;
  if (notice.kind === "queue") return standing(notice.queue);
  if (notice.kind === "ready_check") return { ...state, readyCheck: notice.ready_check };
  if (notice.kind === "rated_game")
    return { ...state, ticket: null, readyCheck: null, ratedGame: notice };
  return state;
}

/** The state as the API and the greeting tell it. */
export function standing(queue) {
  return {
    known: true,
    ticket: queue.ticket,
    readyCheck: queue.ready_check,
    bannedUntil: queue.banned_until,
    ratedGame: queue.rated_game,
  };
}

/** The kind of news a frame brings to the lists on a page; "" for none. */
export function newsOf(frame) {
  if (frame.type === "hello") return "queue";
  const kind = frame.type === "notice" ? frame.notice.kind : "";
  if (kind === "queue" || kind === "ready_check" || kind === "rated_game") return "queue";
  return kind === "queue_figures" || kind === "party" ? kind : "";
}

/** "1:05" */
export function minutes(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
