/** The tab's title, and the installed app's badge, while it is the player's turn. */

import { gettext } from "./i18n.js";

export function turnBadge(page) {
  const title = page.title;
  return (turn) => {
    const wanted = turn ? ["● " + gettext("Your turn"), title].join(" · ") : title;
    if (page.title === wanted) return;
    page.title = wanted;
    if (turn) navigator.setAppBadge?.(1)?.catch(() => {});
    else navigator.clearAppBadge?.()?.catch(() => {});
  };
}
