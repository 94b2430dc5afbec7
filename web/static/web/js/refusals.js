/** What a refusal of the server says to the player: the page brings a text for each code. */

const texts = JSON.parse(document.getElementById("refusals")?.textContent ?? "{}");

export const refusalText = ({ code, message }) => texts[code] ?? message ?? code;
