/**
 * The memory of a page that is loaded again within the same tab: the newest versions and the
 * celebrated awards, so that a hit is neither missed nor celebrated twice; and the time of the
 * watchdog's last reload. The wall clock is this machine's own on both sides of the comparison.
 *
 * @typedef {Record<string, import('./feed.js').Memory>} Memories by jackpot
 */

const KEY = 'sign';
/** After a longer time a page begins without its memory. */
const KEPT_MS = 600_000;

/** @returns {Memories} */
export function recall() {
  const { at, pools } = read();
  const age = Date.now() - at;
  return age >= 0 && age < KEPT_MS ? pools : {};
}

/** @param {readonly import('./pool.js').Pool[]} pools */
export function remember(pools) {
  write({ ...read(), at: Date.now(), pools: memoriesOf(pools) });
}

/** @param {readonly import('./pool.js').Pool[]} pools @returns {Memories} */
export function memoriesOf(pools) {
  const known = pools.flatMap(({ jackpot, feed: { memory } }) =>
    memory === null ? [] : [[jackpot, memory]],
  );
  return Object.fromEntries(known);
}

/** Loads the page again unless it was within the last `everyMs`. @param {number} everyMs */
export function reloadSeldom(everyMs) {
  const memory = read();
  const since = Date.now() - memory.reloadedAt;
  if (since >= 0 && since < everyMs) return;
  write({ ...memory, reloadedAt: Date.now() });
  location.reload();
}

/** Returns the versions as `last` of a stream: `a=17;b=4`. @param {Memories} memories */
export function versionsHeld(memories) {
  return Object.entries(memories)
    .map(([jackpot, { version }]) => `${jackpot}=${version}`)
    .join(';');
}

/** @returns {{ at: number, reloadedAt: number, pools: Memories }} */
function read() {
  const none = { at: 0, reloadedAt: 0, pools: {} };
  try {
    return { ...none, ...JSON.parse(sessionStorage.getItem(KEY) ?? '{}') };
  } catch {
    return none;
  }
}

/** @param {object} memory */
function write(memory) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // A browser without storage begins without memory.
  }
}
