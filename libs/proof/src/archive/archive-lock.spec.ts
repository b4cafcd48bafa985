import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { WrittenLog } from '#testing/written-log';
import { lockName } from './archive-names.js';
import { WrittenLedger } from './testing/written-ledger.js';
import { proveArchive } from './verify-archive.js';

let ledger: WrittenLedger;
let until: string;
let lock: string;

beforeEach(() => {
  ledger = new WrittenLedger();
  ledger.log.configure('main').bet('main', 'T1', '1', 1).bet('main', 'T1', '1', 2);
  until = ledger.commit().checkpoint('one');
  lock = join(ledger.archive, lockName);
  mkdirSync(ledger.archive);
});
afterEach(() => {
  jest.restoreAllMocks();
  ledger.remove();
});

const add = (live = ledger.live) => ledger.add(until, { live });
const held = (pid: number, host = hostname()): void =>
  writeFileSync(lock, JSON.stringify({ pid, host, at: '2026-11-23T00:00:00.000Z' }));

describe('two runs of archive', () => {
  it('at once: one is refused and touches nothing, and the other’s archive is proven', async () => {
    const runs = await Promise.allSettled([add(), add()]);
    expect(runs.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = runs.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect((refused.reason as Error).message).toBe(
      `${lock}: process ${process.pid} on ${hostname()} writes to this archive. Wait until it has ended. Where it no longer runs, remove the file and run the command again.`,
    );
    expect(await proveArchive(ledger.archive, WrittenLog.context.root)).toMatchObject({
      agrees: true,
    });
    expect(existsSync(lock)).toBe(false);
  });

  it('one after the other: the lock of a process that is gone is taken over aloud', async () => {
    const said: string[] = [];
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    held(pid);
    const say = (line: string): void => void said.push(line);
    expect(await ledger.add(until, { say })).toMatchObject({ added: true });
    expect(said.join('')).toContain(`${lock} was left by process ${pid} at 2026-11-23`);
    expect(existsSync(lock)).toBe(false);
  });

  it.each([
    ['of another host', () => held(1, 'elsewhere'), 'process 1 on elsewhere'],
    ['of a process that runs', () => held(process.ppid), `process ${process.ppid} on`],
    ['that names no process', () => writeFileSync(lock, ''), 'a process that it does not name'],
  ])('a lock %s is not taken over', async (_, make, who) => {
    make();
    const before = readFileSync(lock, 'utf8');
    await expect(add()).rejects.toThrow(`${lock}: ${who}`);
    expect(readFileSync(lock, 'utf8')).toBe(before);
    expect(readdirSync(ledger.archive)).toEqual([lockName]);
  });
});

describe('before its manifest counts, a span', () => {
  /** Runs an act of somebody else after the day files are written. */
  function meanwhile(act: () => void) {
    const { live } = ledger;
    const topic: typeof live.topic = (kind) => {
      if (kind === 'journal') act();
      return `jackpot.${kind}`;
    };
    return Object.assign(live, { topic });
  }
  const noManifest = () =>
    expect(readdirSync(ledger.archive)).not.toContain('000001.manifest.json');

  it('is hashed again as it lies on the disk', async () => {
    const path = join(ledger.archive, 'events/00/2026-11-21.000001.zst');
    const live = meanwhile(() => existsSync(path) && writeFileSync(path, 'another'));
    await expect(add(live)).rejects.toThrow(path);
    noManifest();
  });

  it('still has its lock', async () => {
    const live = meanwhile(() => held(process.ppid));
    await expect(add(live)).rejects.toThrow(`${lock} was removed or taken by another run`);
    noManifest();
    expect(existsSync(lock)).toBe(true);
  });
});
