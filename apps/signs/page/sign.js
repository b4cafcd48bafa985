/**
 * The sign: takes what the stream says, asks the pure modules what may be shown, and shows it.
 * Options in the address: `?lang=en|pt|zh-Hant|rotate` and `?layout=minimal` (the amount alone).
 */
import { followAbout } from './about.js';
import { byId, fitPrizes, money, nameWords, showAbout } from './about-view.js';
import { CelebrationQueue, celebrationOf } from './celebrations.js';
import { CelebrationView } from './celebration-view.js';
import { Feed, readMessage } from './feed.js';
import { formatMoney } from './money.js';
import { CLIMB_MS, Odometer } from './odometer.js';
import { OdometerView } from './odometer-view.js';
import { Stream } from './stream.js';
import { Summary } from './summary.js';
import { fillWords, rotateLanguages } from './word-view.js';
import { handWords, languagesFor, words } from './words.js';

const LANGUAGE_STAYS_MS = 8_000;
/** All three languages get their turn within a royal flush's twelve seconds. */
const LANGUAGE_STAYS_IN_TAKEOVER_MS = 4_000;
/** How long a pool that has restarted says so. */
const RESTARTED_LABEL_MS = 60_000;
const CHECK_EVERY_MS = 500;

const query = new URLSearchParams(location.search);
const jackpot = decodeURIComponent(location.pathname.split('/').filter(Boolean).at(-1) ?? '');
const languages = languagesFor(query.get('lang'));
const isMinimal = query.get('layout') === 'minimal';
const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;

const root = document.documentElement;
const feed = new Feed();
const odometer = new Odometer(isCalm ? 0 : CLIMB_MS);
const queue = new CelebrationQueue();
const celebrationView = new CelebrationView(byId('celebration'), languages);
const summary = new Summary();

/**
 * Nothing is shown before it is known: without the exponent an amount could be a hundredfold.
 * @type {import('./about.js').About | null}
 */
let about = null;
/** @type {OdometerView | null} */
let odometerView = null;
/** @type {import('./feed.js').Hit | null} */
let celebrated = null;
/** The newest hit that no screen reader has read out. @type {import('./feed.js').Hit | null} */
let unspoken = null;
let restartedUntil = 0;
let frame = 0;

root.classList.toggle('minimal', isMinimal);
document.querySelectorAll('[data-word]').forEach((element) => {
  const word = /** @type {import('./words.js').Word} */ (element.getAttribute('data-word'));
  fillWords(/** @type {HTMLElement} */ (element), words(word), languages);
});
byId('amount').textContent = '–';

const restartLanguages = rotateLanguages(languages, () =>
  isTakeover() ? LANGUAGE_STAYS_IN_TAKEOVER_MS : LANGUAGE_STAYS_MS,
);
const askAbout = followAbout(`${encodeURIComponent(jackpot)}/about`, {
  known: (answer) => {
    if (about?.currency !== answer.currency || about.exponent !== answer.exponent) {
      odometerView = new OdometerView(byId('amount'), answer.currency, answer.exponent);
    }
    about = answer;
    showAbout(answer, languages);
    update();
  },
  unknown: () => {
    if (about === null) root.dataset.unknown = '';
  },
});
const stream = new Stream(`../v1/pools/stream?jackpot=${encodeURIComponent(jackpot)}`, {
  open: () => askAbout(),
  alive: () => {
    feed.alive(performance.now());
    update();
  },
  message: (text) => take(text, performance.now()),
});
setInterval(() => {
  stream.check();
  update();
}, CHECK_EVERY_MS);
addEventListener('resize', fitPrizes);
document.fonts.addEventListener('loadingdone', fitPrizes);
document.addEventListener('visibilitychange', keepScreenOn);
void keepScreenOn();

/** @param {string} text @param {number} now */
function take(text, now) {
  const message = readMessage(text, jackpot);
  if (message === null || (about !== null && message.currency !== about.currency)) return;
  const { isNew, hit } = feed.accept(message, now);
  if (isNew) odometer.receive(message.value, now);
  if (hit !== null && !isMinimal) queue.add(hit);
  unspoken = hit ?? unspoken;
  if (isTakeover(hit)) restartedUntil = now + RESTARTED_LABEL_MS;
  update();
}

/** Brings the page up to date. A takeover covers the sign before the restarted pool is drawn. */
function update() {
  const now = performance.now();
  if (about !== null) {
    delete root.dataset.unknown;
    celebrate(about, now);
    root.classList.toggle('just-restarted', now < restartedUntil);
    if (now < restartedUntil) fillOnce(byId('restarted'), money(about, about.seed));
  }
  root.dataset.state = about === null ? 'connecting' : feed.state(now);
  draw(now);
  speak(now);
}

/** @param {import('./about.js').About} known @param {number} now */
function celebrate(known, now) {
  const hit = queue.current(now);
  if (hit === celebrated) return;
  celebrated = hit;
  root.classList.toggle('taken-over', isTakeover());
  celebrationView.show(hit, known, isCalm);
  if (isTakeover()) restartLanguages();
}

/** Draws the wheels now, and in each frame until they are at rest. @param {number} now */
function draw(now) {
  const reading = odometer.displayed(now);
  if (reading === null || odometer.latest === null || odometerView === null) return;
  odometerView.show(reading, odometer.latest, odometer.atRest, now);
  cancelAnimationFrame(frame);
  if (!odometer.atRest) frame = requestAnimationFrame(() => draw(performance.now()));
}

/** @param {number} now */
function speak(now) {
  const shown = odometer.displayed(now);
  if (about === null || shown === null) return;
  const language = languages[0] ?? 'en';
  const amount = formatMoney(about.currency, shown.minor, about.exponent);
  const mark = feed.state(now) === 'live' ? '' : ` (${words('notLive')[language]})`;
  const pool = `${nameWords(about)[language]}: ${amount}${mark}`;
  const sentence = summary.next(unspoken ? `${hitText(unspoken, about)}. ${pool}` : pool, now);
  if (sentence === null) return;
  unspoken = null;
  byId('summary').lang = language;
  byId('summary').textContent = sentence;
}

/** @param {import('./feed.js').Hit} hit @param {import('./about.js').About} known */
function hitText({ hand, amount, table }, { currency, exponent }) {
  const language = languages[0] ?? 'en';
  const place = words('atTable', { table })[language];
  return `${handWords(hand)[language]}, ${place}: ${formatMoney(currency, amount, exponent)}`;
}

/** @param {HTMLElement} element @param {string} amount */
function fillOnce(element, amount) {
  if (element.dataset.amount === amount) return;
  element.dataset.amount = amount;
  fillWords(element, words('restarted', { amount }), languages);
}

/** @param {import('./feed.js').Hit | null} hit */
function isTakeover(hit = celebrated) {
  return hit !== null && celebrationOf(hit.hand).manner === 'takeover';
}

/** Where the browser can, and only while the page is seen; a refusal changes nothing. */
async function keepScreenOn() {
  if (document.visibilityState !== 'visible') return;
  await navigator.wakeLock?.request('screen').catch(() => {});
}
