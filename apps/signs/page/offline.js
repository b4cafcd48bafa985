/** Registers the service worker, which starts a sign without its gateway and renews it. */

const ASK_EVERY_MS = 600_000;

/**
 * Browsers support service workers only on https and on this machine's own address; elsewhere a
 * sign works without one.
 * @param {() => void} onUpdated the files of the page have changed
 */
export async function keepOffline(onUpdated) {
  const workers = navigator.serviceWorker;
  if (workers === undefined) return;
  workers.addEventListener('message', ({ data }) => {
    if (data === 'updated') onUpdated();
  });
  try {
    const options = /** @type {const} */ ({ scope: './', updateViaCache: 'none' });
    const registration = await workers.register('assets/worker.js', options);
    await workers.ready;
    const ask = () => {
      registration.active?.postMessage({ page: location.href, extras: loadedExtras() });
    };
    ask();
    setInterval(ask, ASK_EVERY_MS);
    document.fonts.addEventListener('loadingdone', ask);
  } catch (error) {
    console.warn('the sign cannot start without its gateway', error);
  }
}

/** Returns the fonts and parts of themes that this page has loaded. */
function loadedExtras() {
  const folders = ['fonts/', 'themes/'].map((folder) => new URL(folder, location.href).href);
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => folders.some((folder) => name.startsWith(folder)) && !name.endsWith('.css'));
}
