// @ts-check
/** Stops a foreground command on a signal, or if the npm that runs it has ended. */

/**
 * Takes over SIGINT, SIGTERM and SIGHUP: from now on they no longer end this process by themselves.
 * @returns {{ requested: Promise<undefined>, isRequested: () => boolean }}
 */
export function stopRequest() {
  let isRequested = false;
  /** @type {Promise<undefined>} */
  const requested = new Promise((resolve) => {
    const request = () => {
      isRequested = true;
      resolve(undefined);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, request);
    whenParentEnds(request);
  });
  return { requested, isRequested: () => isRequested };
}

/**
 * Watches the parent: an npm killed by SIGKILL forwards no signal. Outside of npm the parent is not
 * watched: it may be a shell that ends while its background job continues.
 * @param {() => void} react
 * @returns {() => void} ends the watch
 */
export function whenParentEnds(react) {
  if (!process.env.npm_lifecycle_event) return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    react();
  }, 500);
  timer.unref();
  return () => clearInterval(timer);
}
