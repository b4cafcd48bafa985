// @ts-check
/** Child processes: commands that run to their end, and servers that must never outlive us. */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';

/** A problem that the user can solve: the message is shown without a stack trace. */
export class UserError extends Error {
  /** @param {string} message @param {number} exitCode */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Reports progress on stderr, because stdout belongs to the program that is run.
 * @param {string} line */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** @param {number} startedAt performance.now() at the start */
export function seconds(startedAt) {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}

/** @type {NodeJS.Signals[]} */
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a command to its end. `missing`: the program does not exist; an expired `timeoutMs` kills it
 * and leaves `code` at null. A signal to us goes to the command first.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number }} [options]
 * @returns {Promise<{ code: number | null, output: string, missing: boolean }>}
 */
export function run(command, args, { cwd, env, timeoutMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    const release = forwardSignals(child);
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    const end = (/** @type {number | null} */ code, missing = false) => {
      release();
      resolve({ code, output, missing });
    };
    child.once('error', () => end(null, true));
    child.once('close', (code) => end(code));
  });
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => void} must be called at its end; a signal that came meanwhile then has its usual
 * effect
 */
function forwardSignals(child) {
  /** @type {NodeJS.Signals | undefined} */
  let received;
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    received = signal;
    child.kill(signal);
  };
  for (const signal of endingSignals) process.on(signal, forward);
  return () => {
    for (const signal of endingSignals) process.off(signal, forward);
    if (received && process.listenerCount(received) === 0) process.kill(process.pid, received);
  };
}

/**
 * Returns the exit code that a shell gives to such an ending.
 * @param {number | null} code @param {NodeJS.Signals | null} signal
 */
export function exitCodeOf(code, signal) {
  return code ?? 128 + (signal ? constants.signals[signal] : 0);
}

/**
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Ending
 *
 * @typedef {object} Server
 * @property {number} pid
 * @property {Promise<Ending>} exited
 * @property {() => boolean} hasExited
 * @property {string} logFile
 * @property {(signal: NodeJS.Signals) => void} kill
 * @property {(graceMs?: number) => Promise<void>} stop SIGTERM, and SIGKILL after graceMs
 */

/**
 * Starts a server with its output in a file. It has its own process group, so that Ctrl-C in the
 * terminal reaches only us and we can stop the servers in order.
 * @param {{ command: string, args: string[], logFile: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<Server>}
 */
export async function startServer({ command, args, logFile, env }) {
  const log = openSync(logFile, 'a');
  const child = spawn(command, args, { env, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  /** @type {Promise<Ending>} */
  const exited = new Promise((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  );
  await new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) =>
      reject(new UserError(`${command} cannot be started: ${error.message}`)),
    );
  });
  const pid = /** @type {number} */ (child.pid);
  const releaseGuard = guard(pid);
  void exited.then(releaseGuard);
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  return {
    pid,
    exited,
    hasExited,
    logFile,
    kill: (signal) => void child.kill(signal),
    stop: async (graceMs = 10_000) => {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

/**
 * Ends a server with us, even after a SIGKILL, which no exit handler notices: a shell waits on a
 * pipe from us, which the kernel then closes, and kills the server.
 * @param {number} pid
 * @returns {() => void} must be called when the server has ended
 */
export function guard(pid) {
  const script = 'read -r word || kill -KILL "$1"';
  const shell = spawn('/bin/sh', ['-c', script, 'guard', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  /** @type {{ unref?: () => void }} */ (shell.stdin).unref?.();
  return () => shell.stdin.end('ended\n');
}
