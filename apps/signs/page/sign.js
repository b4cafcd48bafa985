/**
 * The sign: takes messages from the stream, asks the pure modules what may be shown, and has it
 * painted in the next animation frame. `options.js` lists the options of the address.
 */
import { followAbout } from './about.js';
import { AcksSender } from './acks-sender.js';
import { Announcement } from './announcement.js';
import { CelebrationQueue } from './celebrations.js';
import { keepOffline } from './offline.js';
import { knownZone, readOptions } from './options.js';
import { memoriesOf, recall, reloadSeldom, remember, versionsHeld } from './page-memory.js';
import { Painter, byId, isTakeover } from './painter.js';
import { Pool } from './pool.js';
import { hitSentence, poolSentence } from './speech.js';
import { Stream } from './stream.js';
import { applyTheme } from './theme-view.js';
import { Turns } from './turns.js';
import { RELOADS_EVERY_MS, Watchdog } from './watchdog.js';
import { readPulse, readValue } from './wire.js';
import { fillWords, rotateLanguages } from './word-view.js';
import { words } from './words.js';

const LANGUAGE_STAYS_MS = 8_000;
/** Short enough that all three languages get their turn within a royal flush's twelve seconds. */
const LANGUAGE_STAYS_IN_TAKEOVER_MS = 4_000;
const TICK_MS = 250;

const options = readOptions(location.pathname, location.search);
const { languages, token } = options;
const language = languages[0] ?? 'en';
const isCalm = options.isStill || matchMedia('(prefers-reduced-motion: reduce)').matches;
const manner = { showsDecimals: options.showsDecimals, moves: !isCalm };

const root = document.documentElement;
root.classList.toggle('minimal', options.isMinimal);
root.classList.toggle('still', isCalm);
root.classList.toggle('several', options.jackpots.length > 1);
root.style.setProperty('--safe', String(options.safePercent));
document.querySelectorAll('[data-word]').forEach((element) => {
  const word = /** @type {import('./words.js').Word} */ (element.getAttribute('data-word'));
  fillWords(/** @type {HTMLElement} */ (element), words(word), languages);
});
if (options.theme !== null) {
  void applyTheme(options.theme, /** @type {HTMLImageElement} */ (byId('logo')));
}

const startedAt = performance.now();
const memories = recall();
/**
 * A jackpot's name may be a member of every object, such as `constructor`.
 * @param {string} jackpot
 */
const memoryOf = (jackpot) => (Object.hasOwn(memories, jackpot) ? memories[jackpot] : undefined);
const pools = options.jackpots.map(
  (jackpot) => new Pool(jackpot, manner, startedAt, memoryOf(jackpot)),
);
const poolOf = new Map(pools.map((pool) => [pool.jackpot, pool]));
const queue = new CelebrationQueue();
const turns = new Turns(options.turnMs);
const painter = new Painter(options, isCalm);
const announcement = new Announcement();
const watchdog = new Watchdog(startedAt);
const acks = options.sign === null ? null : new AcksSender(options.sign, token);
/** @type {import('./celebrations.js').PoolHit | null} */
let celebrated = null;
/** A hit not yet read out by a screen reader. @type {import('./celebrations.js').PoolHit | null} */
let unspoken = null;
let frame = 0;
let isOutdated = false;

const restartLanguages = rotateLanguages(languages, () =>
  isTakeover(celebrated) ? LANGUAGE_STAYS_IN_TAKEOVER_MS : LANGUAGE_STAYS_MS,
);
const asks = new Map(pools.map((pool) => [pool, follow(pool)]));
const stream = new Stream(streamQuery, {
  open: () => asks.forEach((ask) => ask()),
  message: (text) => take(text, performance.now()),
});
setInterval(tick, TICK_MS);
addEventListener('resize', () => painter.fit());
addEventListener('pagehide', () => remember(pools));
document.fonts.addEventListener('loadingdone', () => painter.fit());
document.addEventListener('visibilitychange', keepScreenOn);
void keepScreenOn();
void keepOffline(() => (isOutdated = true));

/** @param {Pool} pool @returns {() => void} asks at once */
function follow(pool) {
  const query = token === null ? '' : `?token=${encodeURIComponent(token)}`;
  return followAbout(`${encodeURIComponent(pool.jackpot)}/about${query}`, {
    known: (about) => {
      const wasRefused = pool.isUnknown || pool.isRefused;
      pool.about = about;
      pool.isUnknown = false;
      pool.isRefused = false;
      if (wasRefused) stream.reopen();
      paintSoon();
    },
    unknown: () => {
      pool.isUnknown = true;
      pool.isRefused = false;
      paintSoon();
    },
    refused: () => {
      pool.isRefused = true;
      paintSoon();
    },
    answered: () => {
      watchdog.answered(performance.now());
      stream.answered();
    },
  });
}

/** Leaves out unknown jackpots: one that does not exist would end the stream of all. */
function streamQuery() {
  const known = pools.filter(({ isUnknown }) => !isUnknown);
  const query = new URLSearchParams();
  for (const { jackpot } of known.length > 0 ? known : pools) query.append('jackpot', jackpot);
  if (token !== null) query.set('token', token);
  const last = versionsHeld({ ...memories, ...memoriesOf(pools) });
  if (last !== '') query.set('last', last);
  return query;
}

/** @param {string} text @param {number} now */
function take(text, now) {
  watchdog.heard(now);
  paintSoon();
  readPulse(text).forEach((standing, jackpot) => poolOf.get(jackpot)?.feed.pulse(standing, now));
  const message = readValue(text);
  const pool = message && poolOf.get(message.jackpot);
  if (!message || !pool) return;
  const { hit, isReconfigured } = pool.take(message, now);
  if (isReconfigured) asks.get(pool)?.();
  if (hit?.state === 'reversed') {
    if (unspoken?.award === hit.award) unspoken = null;
    queue.drop(hit.award);
  } else if (hit !== null) {
    unspoken = { ...hit, jackpot: pool.jackpot };
    if (!options.isMinimal) queue.add(unspoken);
  }
}

/** Runs on a timer, because time passes even if nothing is received. */
function tick() {
  const now = performance.now();
  stream.check();
  if (document.visibilityState !== 'visible') watchdog.painted(now);
  paintSoon();
  const complaint = watchdog.complaint(now);
  if (complaint !== null) {
    console.warn(`the page is loaded again: ${complaint}`);
    reloadSeldom(RELOADS_EVERY_MS);
  }
  // Not in a celebration, nor if the last known amount would be lost.
  const isWhole = pools.every(({ feed }) =>
    ['live', 'suspended', 'retired'].includes(feed.state(now)),
  );
  if (isOutdated && celebrated === null && isWhole) reloadSeldom(0);
}

function paintSoon() {
  if (frame === 0) frame = requestAnimationFrame(paint);
}

function paint() {
  frame = 0;
  const now = performance.now();
  const hit = queue.current(now);
  const at = pools.findIndex(({ jackpot }) => jackpot === hit?.jackpot);
  const pool = pools[turns.current(pools, at, now)];
  if (pool === undefined) return;
  const hasBegun = hit !== celebrated;
  celebrated = hit;
  if (hasBegun && isTakeover(hit)) restartLanguages();
  painter.paint({ pools, pool, hit, hitPool: pools[at] ?? pool }, now);
  if (acks !== null) for (const each of pools) acknowledge(each, acks, now);
  speak(pool, now);
  watchdog.painted(now);
  // Wheels that roll, or wait for their turn, need the next frame too.
  if (pools.some(({ odometer }) => !odometer.isSettled)) paintSoon();
}

/** @param {Pool} pool @param {AcksSender} sender @param {number} now */
function acknowledge(pool, sender, now) {
  const units = pool.isKnown ? painter.read(pool) : null;
  if (units === null) return;
  const { jackpot, odometer, feed } = pool;
  const state = feed.state(now);
  sender.painted({ jackpot, version: odometer.version, value: pool.minorOf(units), state }, now);
}

/**
 * Updates the summary, which always has the shown value for a person who reads the page, and the
 * announcement, which is read out.
 * @param {Pool} pool @param {number} now
 */
function speak(pool, now) {
  const present = poolSentence(pool, language, {
    now,
    zone: options.zone ?? knownZone(pool.about?.zone),
  });
  write('summary', present);
  const hitPool = unspoken && poolOf.get(unspoken.jackpot);
  const hit = unspoken && hitPool ? `${hitSentence(unspoken, hitPool, language)}. ` : '';
  const announced = announcement.text(`${hit}${present}`, now);
  if (announced === `${hit}${present}`) unspoken = null;
  write('announcement', announced);
}

/** @param {string} id @param {string} text in the first language */
function write(id, text) {
  const element = byId(id);
  if (element.textContent === text) return;
  element.lang = language;
  element.textContent = text;
}

/** Works if the browser can, and only while the page is visible; a refusal changes nothing. */
async function keepScreenOn() {
  if (document.visibilityState !== 'visible') return;
  await navigator.wakeLock?.request('screen').catch(() => {});
}
