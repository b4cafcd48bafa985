import { createHash } from 'node:crypto';
import {
  blockText,
  chainBlock,
  digestOf,
  hashBlock,
  journalGenesis,
  readBlock,
  type JournalBlock,
  type Output,
} from './journal.js';

function output(id: string, value: string): Output {
  return { topic: 'awards', key: 'main', id, value };
}

const content = {
  partition: 7,
  block: 1,
  from: 0,
  to: 9,
  at: '2026-11-21T04:00:00.000Z',
  postings: [{ jackpot: 'main', pool: '5', reserve: '1', house: '4', players: '-10', held: '0' }],
  digest: digestOf([output('main', '{}')]),
  state: 'f'.repeat(64),
  previous: journalGenesis,
};

test('a block is named by the SHA-256 of its members in their written order', () => {
  const netted = [['main', '5', '1', '4', '-10', '0']];
  const { digest, state, at } = content;
  const text = JSON.stringify([7, 1, 0, 9, at, netted, digest, state, '0'.repeat(64)]);
  expect(hashBlock(content)).toBe(createHash('sha256').update(text).digest('hex'));
  expect(chainBlock(content)).toEqual({ ...content, hash: hashBlock(content) });
});

test('the hash survives the wire', () => {
  const block = JSON.parse(JSON.stringify(chainBlock(content))) as JournalBlock;
  expect(hashBlock(block)).toBe(block.hash);
});

const act = { act: 'skip', reason: 'log-gap', note: 'n', signature: 'k:s' } as const;

const edits: [string, Partial<JournalBlock>][] = [
  ['partition', { partition: 8 }],
  ['number', { block: 2 }],
  ['first offset', { from: 1 }],
  ['last offset', { to: 8 }],
  ['time', { at: '2026-11-21T04:00:00.001Z' }],
  ['amount', { postings: [{ ...content.postings[0]!, pool: '6' }] }],
  ['jackpot', { postings: [{ ...content.postings[0]!, jackpot: 'mein' }] }],
  ['digest', { digest: digestOf([output('main', '{} ')]) }],
  ['digest of the ledger', { state: '0'.repeat(64) }],
  ['block before it', { previous: '1'.repeat(64) }],
  ['offset stepped over', { steppedOver: [[3, 4]] }],
  ['build', { start: { build: '0.1.0+1', edition: 1, keys: 1 } }],
  ['act', { recovery: act }],
];
test.each(edits)('an edited %s gives another hash', (_name, edit) => {
  expect(hashBlock({ ...content, ...edit })).not.toBe(hashBlock(content));
});

test('a second signature is part of an act, in its hash and in its text', () => {
  const one = chainBlock({ ...content, recovery: act });
  const two = chainBlock({ ...content, recovery: { ...act, countersignature: 'l:t' } });
  const { digest, state, at } = content;
  const netted = [['main', '5', '1', '4', '-10', '0']];
  const signed = ['skip', 'log-gap', 'n', 'k:s', 'l:t'];
  const text = JSON.stringify([7, 1, 0, 9, at, netted, digest, state, '0'.repeat(64), signed]);
  expect(two.hash).toBe(createHash('sha256').update(text).digest('hex'));
  expect(readBlock(blockText(two))).toEqual(two);
  expect(readBlock(blockText({ ...two, hash: one.hash }))).toBeUndefined();
  expect(readBlock(blockText({ ...one, hash: two.hash }))).toBeUndefined();
});

test('what a build begins with is part of its first block, in its hash and in its text', () => {
  const start = { build: '0.1.0+3f9c2a1b77aa', edition: 1, keys: 4 };
  const block = chainBlock({ ...content, steppedOver: [[3, 4]], start });
  const { digest, state, at } = content;
  const netted = [['main', '5', '1', '4', '-10', '0']];
  const more = [[[3, 4]], [start.build, 1, 4]];
  const text = JSON.stringify([7, 1, 0, 9, at, netted, digest, state, '0'.repeat(64), ...more]);
  expect(block.hash).toBe(createHash('sha256').update(text).digest('hex'));
  expect(readBlock(blockText(block))).toEqual(block);
  for (const other of [{ build: '0.1.1' }, { edition: 2 }, { keys: 5 }]) {
    expect(readBlock(blockText({ ...block, start: { ...start, ...other } }))).toBeUndefined();
  }
});

test('amounts cannot move between accounts or jackpots without another hash', () => {
  const moved = [{ ...content.postings[0]!, pool: '1', reserve: '5' }];
  expect(hashBlock({ ...content, postings: moved })).not.toBe(hashBlock(content));
});

test('outputs cut or ordered in another way have another digest', () => {
  const [ab, cd] = [output('a', 'b'), output('c', 'd')];
  const digests = [
    digestOf([]),
    digestOf([ab]),
    digestOf([output('ab', '')]),
    digestOf([{ ...ab, topic: 'exceptions' }]),
    digestOf([{ ...ab, key: 'other' }]),
    digestOf([ab, cd]),
    digestOf([cd, ab]),
  ];
  expect(new Set(digests).size).toBe(digests.length);
});
