import process from 'node:process';
import { boundedStart } from './memory.js';

/**
 * Replaces the process by the same program with bounded memory, where it was started by a bare
 * `node`: V8 and malloc take their limits at the start alone. An entry imports this alone and then
 * loads the rest by `import()`, or both processes would load it. The process keeps its id, its
 * standard streams and its parent.
 */
const start = boundedStart(process);
if (start) process.execve?.(process.execPath, start.args, start.env);
