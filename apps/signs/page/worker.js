/// <reference lib="webworker" />
/**
 * The service worker: after a power cut a sign starts without the gateway, and says so itself.
 *
 * The files of the page are kept as one set and served from it. At each start, and when the page
 * asks, all are fetched again; if any has changed, the new set replaces the old one as a whole, and
 * the page gets a message. Answers about jackpots are never kept: an old amount or an old promise
 * would look like a new one.
 */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

const FILES = [
  'assets/about.js',
  'assets/acks-sender.js',
  'assets/acks.js',
  'assets/announcement.js',
  'assets/celebration-view.js',
  'assets/celebration.css',
  'assets/celebrations.js',
  'assets/confetti.js',
  'assets/feed.js',
  'assets/icon.svg',
  'assets/layouts.css',
  'assets/money.js',
  'assets/odometer-view.js',
  'assets/odometer.css',
  'assets/odometer.js',
  'assets/offline.js',
  'assets/options.js',
  'assets/page-memory.js',
  'assets/painter.js',
  'assets/panel-view.js',
  'assets/panel.css',
  'assets/pending-view.js',
  'assets/pending.css',
  'assets/pending.js',
  'assets/pool.js',
  'assets/pools-view.js',
  'assets/sign.css',
  'assets/sign.js',
  'assets/slides.js',
  'assets/speech.js',
  'assets/state.css',
  'assets/stream.js',
  'assets/strip.css',
  'assets/theme-view.js',
  'assets/theme.js',
  'assets/times.js',
  'assets/turns.js',
  'assets/watchdog.js',
  'assets/wire.js',
  'assets/word-view.js',
  'assets/words.js',
  'fonts/inter/opsz.css',
  'fonts/noto-sans-tc/500.css',
  'fonts/noto-sans-tc/700.css',
];
/** The page itself is kept under this address; it is the same for every jackpot. */
const PAGE = 'page';
const SET = 'set-';
const EXTRAS = 'extras';
/** Longer than the load of a page, which could not yet receive the news of changed files. */
const LATER_MS = 10_000;
const scope = worker.registration.scope;

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('message', (event) => {
  /** @type {{ page: string, extras: string[] }} */
  const { page, extras } = event.data;
  event.waitUntil(Promise.all([renew(page), keep(extras)]));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const path = request.method === 'GET' ? pathOf(request.url) : null;
  if (path === null) return;
  if (request.mode === 'navigate' && !path.includes('/')) {
    event.respondWith(kept(PAGE, request));
    event.waitUntil(later(() => renew(request.url)));
  } else if (FILES.includes(path)) event.respondWith(kept(path, request));
  else if (path.startsWith('fonts/')) event.respondWith(keptExtra(request));
  else if (path.startsWith('themes/')) event.respondWith(freshExtra(request));
});

/** Runs even if the page itself is broken and does not ask. @param {() => Promise<void>} act */
async function later(act) {
  await new Promise((done) => setTimeout(done, LATER_MS));
  await act();
}

/** Returns the path within the scope, without query; null outside it. @param {string} url */
function pathOf(url) {
  const { origin, pathname } = new URL(url);
  const whole = `${origin}${pathname}`;
  return whole.startsWith(scope) ? whole.slice(scope.length) : null;
}

/** @param {string} path @param {Request} request */
async function kept(path, request) {
  const set = await newestSet();
  return (await set?.match(new URL(path, scope))) ?? fetch(request);
}

/** A font file never changes under its name. @param {Request} request */
async function keptExtra(request) {
  const cache = await caches.open(EXTRAS);
  const found = await cache.match(request.url);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await cache.put(request.url, response.clone());
  return response;
}

/** @param {Request} request */
async function freshExtra(request) {
  const cache = await caches.open(EXTRAS);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request.url, response.clone());
    return response;
  } catch (error) {
    const found = await cache.match(request.url);
    if (found) return found;
    throw error;
  }
}

/** Keeps the files that the page loaded before the worker existed. @param {string[]} urls */
async function keep(urls) {
  const cache = await caches.open(EXTRAS);
  for (const url of urls.filter((each) => pathOf(each) !== null)) {
    if (!(await cache.match(url))) await cache.add(url).catch(() => {});
  }
}

/** @type {Promise<void> | null} */
let renewing = null;

/** Fetches all files again, one run at a time. @param {string} page an address of the page */
function renew(page) {
  renewing ??= fetchSet(page)
    .catch(() => {
      // Without the gateway, or with half of a new version, the present set stays.
    })
    .finally(() => (renewing = null));
  return renewing;
}

/** @param {string} page */
async function fetchSet(page) {
  const paths = [PAGE, ...FILES];
  const urls = [page, ...FILES.map((path) => new URL(path, scope).href)];
  const responses = await Promise.all(urls.map((url) => fetch(url, { cache: 'no-cache' })));
  const missing = responses.find((response) => !response.ok);
  if (missing) throw new Error(`${missing.url} answered ${missing.status}`);

  const name = `${SET}${await digest(responses)}`;
  const old = (await caches.keys()).filter((key) => key.startsWith(SET));
  if (old.includes(name)) return;
  const set = await caches.open(name);
  await Promise.all(
    responses.map((response, at) =>
      set.put(new URL(paths[at] ?? PAGE, scope), askedForEachTime(response)),
    ),
  );
  await Promise.all(old.map((key) => caches.delete(key)));
  if (old.length === 0) return;
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const each of pages) each.postMessage('updated');
}

/**
 * Copies an answer with a header that makes the page ask for it each time: the browser's own cache
 * of the old set would outlive it.
 * @param {Response} response
 */
function askedForEachTime(response) {
  const headers = new Headers(response.headers);
  headers.set('cache-control', 'no-cache');
  return new Response(response.body, { headers });
}

/** @param {Response[]} responses */
async function digest(responses) {
  const bodies = await Promise.all(responses.map((response) => response.clone().blob()));
  const policies = responses.map((response) => response.headers.get('content-security-policy'));
  const bytes = await new Blob([...bodies, JSON.stringify(policies)]).arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function newestSet() {
  const name = (await caches.keys()).filter((key) => key.startsWith(SET)).at(-1);
  return name === undefined ? undefined : caches.open(name);
}
