// @ts-check
/** Times of the ledger as people in front of a sign read them, alike in every language. */

/** `12:04:01` @param {string} iso @param {string} [zone] of the machine if not given */
export function clockTime(iso, zone) {
  const { hour, minute, second } = parts(iso, zone);
  return `${hour}:${minute}:${second}`;
}

/** `21/11 12:04`, day before month as in Macau. @param {string} iso @param {string} [zone] */
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
