// @ts-check
/** Times of the ledger for people in front of a sign, the same in every language. */

/** Returns `12:04:01`. @param {string} iso @param {string} [zone] default: the machine's zone */
export function clockTime(iso, zone) {
  const { hour, minute, second } = parts(iso, zone);
  return `${hour}:${minute}:${second}`;
}

/**
 * Returns `21/11 12:04`, day before month as in Macau. @param {string} iso
 * @param {string} [zone]
 */
export function dayTime(iso, zone) {
  const { day, month, hour, minute } = parts(iso, zone);
  return `${day}/${month} ${hour}:${minute}`;
}

/** @param {string} iso @param {string} [zone] @returns {Record<string, string>} */
function parts(iso, zone) {
  const two = /** @type {const} */ ('2-digit');
  const made = new Intl.DateTimeFormat('en-GB', {
    ...{ day: two, month: two, hour: two, minute: two, second: two, hourCycle: 'h23' },
    ...(zone === undefined ? {} : { timeZone: zone }),
  }).formatToParts(new Date(iso));
  return Object.fromEntries(made.map(({ type, value }) => [type, value]));
}
