/** Requests to the API on behalf of the logged-in player. */

const csrf = () => document.querySelector("[name=csrfmiddlewaretoken]").value;

/** An answer other than 2xx: `message` is for people, `code` for programs. */
export class Refused extends Error {
  constructor({ code, message, fields }) {
    super(message);
    this.code = code;
    this.fields = fields ?? {};
  }
}

/** POST (or DELETE) `body` to a path below /api/v1/ and return the answer. */
export async function send(path, body = {}, method = "POST") {
  const response = await fetch(`/api/v1/${path}`, {
    method,
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrf() },
    body: JSON.stringify(body),
  });
  if (response.status === 204) return null;
  const answer = await response.json();
  if (!response.ok) throw new Refused(answer.error);
  return answer;
}

/** GET a path below /api/v1/. */
export async function get(path) {
  const response = await fetch(`/api/v1/${path}`);
  const answer = await response.json();
  if (!response.ok) throw new Refused(answer.error);
  return answer;
}
