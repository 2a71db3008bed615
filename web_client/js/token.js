// @ts-check
/** Links: the secret comes in the fragment, moves to this tab's own storage, and leaves the address. */

const FORM = /#\/(seat|watch)\/([A-Za-z0-9_-]{1,128})(?![\s\S])/;
const PLACE = "strikerank.token";

/**
 * The secret of a link; empty if it is none of ours.
 * @param {string} link
 */
export function tokenOf(link) {
  return FORM.exec(link.trim())?.[2] ?? "";
}

/** Take the secret out of the address, or the one this tab had; empty for none. */
export function takeToken() {
  const token = tokenOf(location.href);
  if (location.hash) history.replaceState(null, "", location.pathname);
  if (token) keepToken(token);
  return token || kept();
}

/** @param {string} token */
export function keepToken(token) {
  try {
    sessionStorage.setItem(PLACE, token);
  } catch {
    // A browser that keeps nothing: the link has to be opened again after a reload.
  }
}

/** Forget the secret of this tab. */
export function dropToken() {
  try {
    sessionStorage.removeItem(PLACE);
  } catch {
    // There is none then.
  }
}

function kept() {
  try {
    return sessionStorage.getItem(PLACE) ?? "";
  } catch {
    return "";
  }
}
