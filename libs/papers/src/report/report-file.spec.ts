import { signRecord } from '#contract';
import { jsonText } from '#acts';
import { generateKeyPairSync } from 'node:crypto';
import type { SigningKey } from '#pools';
import {
  contentDigest,
  firstDifference,
  isAsWritten,
  readReportFile,
  reportFacts,
  reportSignedText,
  reportSigner,
  type MadeReport,
} from './report-file.js';
import { CollectedRows, type AskedReport, type ReportContent } from './report.js';

const day = '2026-11-30';
const asked: AskedReport = { report: 'day', jackpots: ['main'], from: day, to: day };
const content: ReportContent = {
  ...{ asked, currency: 'MOP', day, place: null, notes: ['\u202ename'] },
  sections: [{ section: 'sign', rows: [['contribution', 35n]] }],
};
const by = { kid: 'audit-1', holder: 'M. Leong' };
const making = {
  at: '2026-12-01T01:00:00.000Z',
  by,
  version: '0.1.0',
  house: null,
  zone: 'UTC',
  block: null,
};
const report: MadeReport = {
  ...{ content, made: { ...making, compared: 'topic' } },
  digest: contentDigest(content),
};
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const { x = '' } = publicKey.export({ format: 'jwk' });
const keys = new Map([['audit-1', { ...by, x, roles: [] } as unknown as SigningKey]]);
const ledger = 'ledger-1';
const sign = (text: string) => signRecord(ledger, Buffer.from(text), 'audit-1', privateKey);
const text = jsonText(reportFacts(report, sign(reportSignedText(report))));

test('a file is read as it was written, and its signature is by who is named', () => {
  const file = readReportFile(text, 'day.json');
  expect(isAsWritten(text)).toBe(true);
  expect(reportSigner(file, { ledger, keys, retired: [] })).toMatchObject({ key: by });
  expect(firstDifference(text, text)).toBeUndefined();
});

test.each([
  ['a figure', '"35"', '"36"'],
  ['a space', '{\n', '{ \n'],
  ['a note', '\\u202ename', 'name'],
])('%s that was changed is no longer as it was written', (_, from, to) => {
  expect(isAsWritten(text.replace(from, to))).toBe(false);
});

test.each([
  ['when it was made', '2026-12-01T01', '2026-12-01T02', 'does not fit'],
  ['who has made it', 'M. Leong', 'Somebody', 'does not fit'],
  ['the digest', report.digest.slice(0, 8), '00000000', 'does not fit'],
  [
    'that anybody has',
    '"by": {\n      "kid": "audit-1",\n      "holder": "M. Leong"\n    }',
    '"by": null',
    'does not fit',
  ],
])('a signature covers %s', (_, from, to, why) => {
  expect(text).toContain(from);
  const file = readReportFile(text.replace(from, to), 'day.json');
  expect(reportSigner(file, { ledger, keys, retired: [] })).toMatchObject({
    why: expect.stringContaining(why) as string,
  });
});

test('the signature of a key that was replaced since stays good', () => {
  const file = readReportFile(text, 'day.json');
  const retired = [...keys.values()];
  expect(reportSigner(file, { ledger, keys: new Map(), retired })).toMatchObject({ key: by });
});

test('a signature of another ledger, of a key that is not in force, or none is no signature', () => {
  const file = readReportFile(text, 'day.json');
  expect(reportSigner(file, { ledger: 'ledger-2', keys, retired: [] })).toHaveProperty('why');
  expect(reportSigner(file, { ledger, keys: new Map(), retired: [] })).toMatchObject({
    why: 'There is no key audit-1.',
  });
  expect(reportSigner({ ...file, signature: null }, { ledger, keys, retired: [] })).toHaveProperty(
    'why',
  );
  const { made } = file;
  const bare = { ...file, made: { ...made, by: null }, signature: null };
  expect(reportSigner(bare, { ledger, keys, retired: [] })).toBeNull();
});

test.each([
  ['{', 'day.json is no report: it is not JSON'],
  ['{}', 'day.json is no report of `report … --json`: format is not right'],
  [text.replace('"2026-11-30"', '"30.11."'), 'content.asked.from is not right'],
])('%.12s is refused with its place', (given, sentence) => {
  expect(() => readReportFile(given, 'day.json')).toThrow(sentence);
});

test('the first line that differs is named, also where one text is longer', () => {
  expect(firstDifference('a\nb\n', 'a\nc\n')).toBe('line 2, is b and should be c');
  expect(firstDifference('a\r\nb', 'a\nb')).toBe('its line ends were changed');
  expect(firstDifference('a', ' a')).toBe('line 1, has other spaces or marks: a');
  expect(firstDifference('a', 'a\n b')).toBe('line 2, is not there and should be b');
  const list = '"section": "causes"\n';
  expect(firstDifference(`${list}b`, `${list}c`)).toContain('line 2, in the list causes, is b');
  expect(firstDifference('x'.repeat(500), '')?.length).toBeLessThan(200);
});

test('a report of more lines than a person reads is refused', () => {
  const rows = new CollectedRows(['sign']);
  rows.add('sign', Array(50_000).fill(['seed', 1n]) as [string, bigint][]);
  expect(() => rows.add('sign', [['seed', 1n]])).toThrow('more than 50000 lines. Ask for fewer');
});
