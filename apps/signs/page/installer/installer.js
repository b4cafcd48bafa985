// @ts-check
/**
 * The installer's page gives the address of each sign as the browser itself reached the gateway,
 * through any proxy and below any path: the gateway cannot know that. It also keeps the amounts up
 * to date, or says that it cannot.
 */
const { renderSVG } = await import(new URL('../../qr/index.mjs', import.meta.url).href);

const REFRESH_MS = 2_000;

for (const link of links(document)) {
  const address = link.href;
  link.textContent = address;
  const code = link.closest('.pool')?.querySelector('.code');
  const colours = { blackColor: '#0a0506', whiteColor: '#fdf6e6' };
  // Only squares: the code has no text of the address.
  if (code) code.innerHTML = renderSVG(address, { border: 2, ...colours });
}
setInterval(() => void refresh(), REFRESH_MS);

/** Copies the state, amount and time of each pool from a fresh page of the gateway. */
async function refresh() {
  const fresh = await freshPage();
  document.body.classList.toggle('silent', fresh === null);
  if (fresh === null) return;
  const addresses = [fresh, document].map((each) => links(each).map(({ pathname }) => pathname));
  if (String(addresses[0]) !== String(addresses[1])) return location.reload();
  const shown = document.querySelectorAll('.now');
  fresh.querySelectorAll('.now').forEach((now, index) => shown[index]?.replaceWith(now));
}

/** @returns {Promise<Document | null>} null while the gateway does not answer */
async function freshPage() {
  try {
    const answer = await fetch(location.href, { signal: AbortSignal.timeout(REFRESH_MS) });
    if (!answer.ok) return null;
    return new DOMParser().parseFromString(await answer.text(), 'text/html');
  } catch {
    return null;
  }
}

/** @param {Document} page @returns {HTMLAnchorElement[]} the address of each sign */
function links(page) {
  return [...page.querySelectorAll(/** @type {'a'} */ ('a.sign'))];
}
