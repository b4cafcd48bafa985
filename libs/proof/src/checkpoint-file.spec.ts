import { signRecord } from '#contract';
import { serializeAuthority, type SigningKey } from '#pools';
import { authorityOf, newKey, rootOf, signingKey, testLedger } from '#testing/test-keys';
import {
  assertProof,
  parseCheckpoint,
  writeCheckpoint,
  type Checkpoint,
} from './checkpoint-file.js';

const { root } = rootOf(newKey('root'));
const key = newKey();
const signFor = (ledger: string) => (text: string) =>
  signRecord(ledger, Buffer.from(text), key.kid, key.privateKey);
const sign = signFor(testLedger);
/** The keys in force, as Redis stores them. */
const authorityWith = (version: number, ...keys: SigningKey[]): string =>
  serializeAuthority({ ...authorityOf(root, ...keys), version });
const own = signingKey(key, { roles: ['adjust'] });

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
      build: '0.1.0+unknown',
      authority: authorityWith(2, own),
      sent: null,
      accounts: { '12/pool': '1', 'main/pool': '-1' },
      jackpots: { main: '{}', '12': '{}' },
      tables: {},
      claims: {},
      values: {},
      meters: {},
    },
  ],
  outputs: { awards: [1], exceptions: [2], statements: [4], 'pool-values': [3] },
  owed: [{ kind: 'awards', id: '3/6/award', key: 'main', digest: 'AAAA' }],
  previous: 'e'.repeat(64),
};

describe('a checkpoint', () => {
  it.each([undefined, sign])('is read as it was written, signed or not', (signer) => {
    const { text } = writeCheckpoint(content, signer);
    expect(parseCheckpoint(text, root, 'file')).toEqual(content);
  });

  it('is refused with a sentence if any one byte is flipped', () => {
    const { text } = writeCheckpoint(content, sign);
    for (let index = 0; index < text.length; index += 1) {
      const bytes = Buffer.from(text);
      bytes[index] = (bytes[index] as number) ^ (1 << (index % 7));
      expect(() => parseCheckpoint(bytes.toString(), root, 'file')).toThrow(
        /^(The signature of )?file (is|was) .*\.$/s,
      );
    }
  });

  it('is refused if it was edited and given a new digest', () => {
    const { text } = writeCheckpoint(content, sign);
    const signature = (JSON.parse(text) as { signature: string }).signature;
    const edited = writeCheckpoint({ ...content, cluster: 'd' }, () => signature).text;
    expect(() => parseCheckpoint(edited, root, 'file')).toThrow(/signature of file is not valid/);
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

  /** A checkpoint with these keys in force in another partition, and the keys above in this one. */
  const besides = (authority: string): Checkpoint => {
    const [first] = content.ledger as [Checkpoint['ledger'][0]];
    return { ...content, ledger: [first, { ...first, partition: 4, authority }] };
  };

  it('is signed by a key of its own content, the newest set of it', () => {
    const clerk = signingKey(key, { roles: ['configure', 'operate'] });
    const stale = besides(authorityWith(1, clerk));
    const { text } = writeCheckpoint(stale, sign);
    expect(parseCheckpoint(text, root, 'file')).toEqual(stale);
    const revoked = writeCheckpoint(besides(authorityWith(3, signingKey(newKey('b')))), sign).text;
    expect(() => parseCheckpoint(revoked, root, 'file')).toThrow(/There is no key ops-1/);
  });

  it('is refused if a key without the role adjust has signed it', () => {
    const clerk = signingKey(key, { roles: ['configure', 'operate'] });
    const { text } = writeCheckpoint(besides(authorityWith(3, clerk)), sign);
    expect(() => parseCheckpoint(text, root, 'file')).toThrow(/without the role adjust/);
  });

  it('is refused if it was signed for another ledger', () => {
    const { text } = writeCheckpoint(content, signFor('another'));
    expect(() => parseCheckpoint(text, root, 'file')).toThrow(/does not fit .* test-ledger\.$/);
  });

  it('is refused if the keys of one of its partitions began with another root', () => {
    const other = rootOf(newKey('root')).root;
    const { text } = writeCheckpoint(content, sign);
    expect(() => parseCheckpoint(text, other, 'file')).toThrow(
      `began with the root ${root.thumbprint}, and COMMAND_ROOT is the root ${other.thumbprint}`,
    );
    const forged = serializeAuthority({ ...authorityOf(other, own), version: 3 });
    const mixed = writeCheckpoint(besides(forged), sign).text;
    expect(() => parseCheckpoint(mixed, root, 'file')).toThrow(other.thumbprint);
  });

  it('is refused if it has another version or is of another kind', () => {
    const { text } = writeCheckpoint(content);
    const newer = text.replace('"version": 1', '"version": 2');
    expect(() => parseCheckpoint(newer, root, 'file')).toThrow(
      /of version 2, and this program reads 1/,
    );
    expect(() => parseCheckpoint('{}', root, 'file')).toThrow(
      /not a checkpoint of a jackpot ledger/,
    );
    expect(() => parseCheckpoint('null', root, 'file')).toThrow(
      /not a checkpoint of a jackpot ledger/,
    );
  });
});
