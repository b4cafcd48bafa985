import process from 'node:process';
import { boundedStart } from './memory.js';

/**
 * Restarts a process that a bare `node` started as the same program with bounded memory: V8 and
 * malloc read their limits only at the start. An entry imports only this module and then loads the
 * rest by `import()`, or both processes would load it. The process keeps its id, its standard
 * streams and its parent.
 */
const start = boundedStart(process);
if (start) process.execve?.(process.execPath, start.args, start.env);
