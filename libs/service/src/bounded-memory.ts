import process from 'node:process';
import { boundedStart } from './memory.js';

/**
 * Replaces the process by the same program with bounded memory, where it was started by a bare
 * `node`. An entry imports it first: V8 and malloc take their limits at the start alone. The
 * process keeps its id, its standard streams and its parent.
 */
const start = boundedStart(process);
if (start) process.execve?.(process.execPath, start.args, start.env);
