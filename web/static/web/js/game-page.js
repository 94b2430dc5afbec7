/** The page of a game: its proof is fetched and checked when asked for. */

import { get } from "./api.js";
import { createChecker } from "./render/checker.js";

const section = document.getElementById("proof");
const subject = {};
const button = section?.querySelector("[data-check]");

button?.addEventListener(
  "click",
  async (event) => {
    if (subject.proof) return;
    event.stopImmediatePropagation();
    button.disabled = true;
    try {
      const proof = await get(`games/${section.dataset.game}/proof/`);
      Object.assign(subject, { proof, deals: proof.deals, rules: proof.rules });
    } catch (error) {
      section.querySelector(".checks").replaceChildren(error.message);
      return;
    } finally {
      button.disabled = false;
    }
    button.click();
  },
  { capture: true },
);
createChecker(section, subject);
