import { generateKeyPairSync } from 'node:crypto';
import { readCommandKeys, signCommand } from '#contract';
import {
  assertProof,
  parseCheckpoint,
  writeCheckpoint,
  type Checkpoint,
} from './checkpoint-file.js';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const x = publicKey.export({ format: 'jwk' }).x;
const keysWith = (roles: readonly string[]) =>
  readCommandKeys(
    JSON.stringify({ keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'ops-1', x, roles }] }),
  );
const keys = keysWith(['adjust']);
const sign = (text: string): string => signCommand(Buffer.from(text), 'ops-1', privateKey);

const content: Checkpoint = {
  at: '2026-11-21T04:00:00.000Z',
  cluster: 'c',
  partitions: 12,
  ledger: [
    {
      partition: 3,
      verified: true,
      position: 7,
      anchor: 'a',
      newestMs: 1,
      head: 'f'.repeat(64),
      block: 2,
      partitions: 12,
      clusterId: 'c',
      halted: null,
      counted: null,
      refusals: '',
      sent: null,
      accounts: { '12/pool': '1', 'main/pool': '-1' },
      jackpots: { main: '{}', '12': '{}' },
      tables: {},
      values: {},
      awards: { main: ['0'.repeat(64)] },
    },
  ],
};

describe('a checkpoint', () => {
  it.each([undefined, sign])('is read as it was written, signed or not', (signer) => {
    const { text } = writeCheckpoint(content, signer);
    expect(parseCheckpoint(text, keys, 'file')).toEqual(content);
  });

  it('is refused with a sentence if any one byte is flipped', () => {
    const { text } = writeCheckpoint(content, sign);
    for (let index = 0; index < text.length; index += 1) {
      const bytes = Buffer.from(text);
      bytes[index] = (bytes[index] as number) ^ (1 << (index % 7));
      expect(() => parseCheckpoint(bytes.toString(), keys, 'file')).toThrow(
        /^(The signature of )?file (is|was) .*\.$/s,
      );
    }
  });

  it('is refused if it was edited and given a new digest', () => {
    const { text } = writeCheckpoint(content, sign);
    const signature = (JSON.parse(text) as { signature: string }).signature;
    const edited = writeCheckpoint({ ...content, cluster: 'd' }, () => signature).text;
    expect(() => parseCheckpoint(edited, keys, 'file')).toThrow(/signature of file is not valid/);
  });

  it('is no proof without a signature, or of a ledger that was not folded again', () => {
    const unsigned = writeCheckpoint(content).text;
    expect(() => assertProof(content, unsigned, 'file')).toThrow(/^file is not signed/);
    const unproven = {
      ...content,
      ledger: content.ledger.map((each) => ({ ...each, verified: false })),
    };
    const { text } = writeCheckpoint(unproven, sign);
    expect(() => assertProof(unproven, text, 'file')).toThrow(
      /written with --unverified: partition/,
    );
    expect(() => assertProof(content, writeCheckpoint(content, sign).text, 'file')).not.toThrow();
  });

  it('is refused if a key without the role adjust has signed it', () => {
    const clerk = keysWith(['configure', 'operate']);
    const { text } = writeCheckpoint(content, sign);
    expect(() => parseCheckpoint(text, clerk, 'file')).toThrow(/without the role adjust/);
  });

  it('is refused if it has another version or is of another kind', () => {
    const { text } = writeCheckpoint(content);
    const newer = text.replace('"version": 1', '"version": 2');
    expect(() => parseCheckpoint(newer, keys, 'file')).toThrow(
      /of version 2, and this program reads 1/,
    );
    expect(() => parseCheckpoint('{}', keys, 'file')).toThrow(/no checkpoint of a jackpot ledger/);
    expect(() => parseCheckpoint('null', keys, 'file')).toThrow(
      /no checkpoint of a jackpot ledger/,
    );
  });
});
