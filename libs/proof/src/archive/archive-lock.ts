import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { UserError } from '#contract/exit-codes';
import { lockName } from './archive-names.js';

/** The content of the lock file: the run that writes to the archive. */
interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** Time at which the lock was taken, ISO 8601. */
  readonly at: string;
}

/** Ensures that only one run writes to an archive. Readers do not need the lock. */
export class ArchiveLock {
  private constructor(
    private readonly path: string,
    private readonly text: string,
  ) {}

  /**
   * Makes the folder, if it is missing, and the lock file in it. Takes over the lock of a process
   * of this host that no longer runs, and says so on stderr.
   * @throws UserError if another run has the lock, or may have it.
   */
  static take(folder: string, say: (line: string) => void): ArchiveLock {
    const path = join(folder, lockName);
    const holder: LockHolder = { pid: process.pid, host: hostname(), at: new Date().toISOString() };
    const text = `${JSON.stringify(holder)}\n`;
    mkdirSync(folder, { recursive: true });
    if (isMade(path, text)) return new ArchiveLock(path, text);
    const found = holderIn(path);
    if (found?.host === holder.host && isGone(found.pid)) {
      rmSync(path, { force: true });
      if (isMade(path, text)) {
        say(
          `${path} was left by process ${found.pid} at ${found.at}, which is gone: it is taken over.`,
        );
        return new ArchiveLock(path, text);
      }
    }
    const who = found ? `process ${found.pid} on ${found.host}` : 'a process that it does not name';
    throw new UserError(
      `${path}: ${who} writes to this archive. Wait until it has ended. Where it no longer runs, remove the file and run the command again.`,
    );
  }

  /** @throws UserError if the file was removed, or another run has taken it. */
  assertHeld(): void {
    if (textIn(this.path) === this.text) return;
    throw new UserError(
      `${this.path} was removed or taken by another run: the span was not added. Run the command again when no other run is left.`,
    );
  }

  /** Removes the file, unless it belongs to another run. */
  release(): void {
    if (textIn(this.path) === this.text) rmSync(this.path, { force: true });
  }
}

/** @returns whether the file was made; false if it exists already. */
function isMade(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    throw new UserError(`${path} cannot be written: ${message}.`);
  }
}

/** Returns undefined if the file does not name a process. */
function holderIn(path: string): LockHolder | undefined {
  try {
    const { pid, host, at } = JSON.parse(textIn(path) ?? '') as LockHolder;
    return Number.isInteger(pid) && pid > 0 ? { pid, host, at } : undefined;
  } catch {
    return undefined;
  }
}

function textIn(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Returns true if this host has no process with this id. */
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
