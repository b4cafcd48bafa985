import type { Connections } from './connections.js';

type Run<A extends unknown[]> = (connections: Connections, ...args: A) => Promise<void>;

/** The modules of a command are loaded when it runs, so that the others and `--help` are quick. */
export function connected<A extends unknown[]>(load: () => Promise<Run<A>>) {
  return async (...args: A): Promise<void> => {
    const [{ withConnections }, run] = await Promise.all([import('./connections.js'), load()]);
    await withConnections(run, ...args);
  };
}
