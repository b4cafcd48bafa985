// @ts-check
/** Stops a foreground command on a signal, or when the npm that runs it has ended. */

/**
 * From now on, SIGINT, SIGTERM and SIGHUP no longer end this process by themselves.
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
 * An npm that is killed by SIGKILL passes on no signal. Outside of npm the parent is not watched:
 * it may be a shell that ends while its background job goes on.
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
