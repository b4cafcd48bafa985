import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textfileOf, writeTextfile, writingTextfile } from './textfile.js';

const startedAtMs = Date.UTC(2026, 10, 21, 4);
const proven = { isProven: true, records: 200_000, tookMs: 3_500, endedAtMs: startedAtMs + 3_500 };

test('has a value, a help and a type of each metric', () => {
  const text = textfileOf(proven);
  expect(text).toContain('# TYPE jackpot_verify_success gauge\njackpot_verify_success 1\n');
  expect(text).toContain(`\njackpot_verify_timestamp_seconds ${startedAtMs / 1_000 + 3.5}\n`);
  expect(text).toContain('\njackpot_verify_duration_seconds 3.5\n');
  expect(text).toContain('\njackpot_verify_records 200000\n');
  expect(text.match(/^# HELP /gm)).toHaveLength(4);
});

test('of a ledger that differs it says 0, and not how many records there were', () => {
  const text = textfileOf({ ...proven, isProven: false, records: undefined });
  expect(text).toContain('\njackpot_verify_success 0\n');
  expect(text).not.toContain('jackpot_verify_records');
});

test('takes the name of the file when it is whole, and replaces the one before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jackpot-textfile-'));
  const file = join(folder, 'jackpot.prom');
  writeTextfile(file, proven);
  writeTextfile(file, { ...proven, isProven: false });
  expect(readFileSync(file, 'utf8')).toContain('jackpot_verify_success 0');
  expect(readdirSync(folder)).toEqual(['jackpot.prom']);
  rmSync(folder, { recursive: true });
});

test('a folder that is not there is said before the proof begins, by the name that was given', async () => {
  let isBegun = false;
  const prove = async () => ({ isBegun: (isBegun = true) });
  await expect(writingTextfile('/nowhere/j.prom', prove)).rejects.toThrow(
    '--textfile: /nowhere/j.prom cannot be written: there is no such folder; make it, or name another one.',
  );
  expect(isBegun).toBe(false);
});
