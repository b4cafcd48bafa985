import { exitCodes } from '#contract/exit-codes';
import { rootKeysOf, type Authority } from '#pools';
import {
  authorityOf,
  newKey,
  rootOf,
  signingKey,
  keyFileOf,
  type TestKey,
} from '#testing/test-keys';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ledgerOfKeys } from '../../../../../libs/proof/src/testing/ledger-of-keys.js';
import type { Connections } from '../../servers/connections.js';
import { describeUnheard, hearingOf, type Signer } from '#acts';
import { openSigner } from '../../keys/open-signer.js';
import { Terminal } from '../../terminal/terminal.js';
import { capturedShell } from '../../testing/captured-shell.js';
import { setRootCommand } from './root.js';

const folder = mkdtempSync(join(tmpdir(), 'jackpot-hearing-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [honest, thief, next] = [newKey('root-2'), newKey('root-3'), newKey('root-4')];
const [ops, others] = [newKey('ops-1'), newKey('ops-2')];
const { root: first, text: firstText } = rootOf(newKey('root-1'));
const thumbprintOf = (key: TestKey): string => rootOf(key).root.thumbprint;

/** A partition with a later root, in which `ops-1` is in force. */
const under = ({ jwk }: TestKey): Authority => {
  return { ...authorityOf(first, signingKey(ops)), laterRoot: rootKeysOf([jwk]) };
};
/** The thief has put his root in force in partition 1 alone. */
const all = [under(honest), under(thief), under(honest)];
const every = [...all.keys()];

function written(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}
const fileOf = (key: TestKey): string => written(key.kid, keyFileOf(key));
const signerOf = (key: TestKey): Signer => openSigner(fileOf(key), new Terminal(capturedShell()));
const setBy = (key: TestKey, authorities = all) => {
  const signer = signerOf(key);
  return hearingOf([...authorities.keys()], (each) =>
    signer.assertMaySet(authorities[each] as Authority, first, each),
  );
};

describe('a root that is in force in one partition alone', () => {
  it('keeps a key of another root out of that one alone, for keys and for another root', () => {
    const signer = signerOf(honest);
    const heard = { heard: [0, 2], unheard: [1] };
    expect(setBy(honest)).toEqual(heard);
    expect(
      hearingOf(every, (each) => signer.assertIsOfRoot(all[each] as Authority, first, each)),
    ).toEqual(heard);
    expect(setBy(thief)).toEqual({ heard: [1], unheard: [0, 2] });
  });

  it('is named with its partition and the fix', () => {
    expect(describeUnheard([1], all, first, signerOf(honest))).toEqual([
      `Partition 1 gets nothing, because the root ${thumbprintOf(thief)} is in force there and does not accept COMMAND_KEY (root-2). Run the same command with a key of that root.`,
    ]);
    const [both] = describeUnheard([0, 2], all, first, signerOf(thief));
    expect(both).toMatch(`Partitions 0, 2 get nothing`);
    expect(both).toMatch(`because the root ${thumbprintOf(honest)} is in force there`);
    expect(describeUnheard([], all, first, signerOf(honest))).toEqual([]);
  });
});

it('a key with the role keys is heard where it is in force', () => {
  const without = authorityOf(first, signingKey(others));
  const lesser = authorityOf(first, signingKey(ops, { roles: ['operate'] }));
  const has = authorityOf(first, signingKey(ops));
  expect(setBy(ops, [without, has, lesser])).toEqual({ heard: [1], unheard: [0, 2] });
  expect(describeUnheard([0], [without], first, signerOf(ops))).toMatchObject([
    expect.stringContaining(`the root ${first.thumbprint} is in force`),
  ]);
});

it('a key that is heard nowhere is refused by the sentence of the first partition', () => {
  expect(() => setBy(next)).toThrow(
    /^Nothing was sent: .* root-4, which is not in force in partition 0, nor a key of the root/,
  );
  expect(hearingOf([], () => undefined)).toEqual({ heard: [], unheard: [] });
});

it('a fault that is no answer about the key is not taken for one', () => {
  const fault = () => {
    throw new TypeError('a fault');
  };
  expect(() => hearingOf([0], fault)).toThrow(TypeError);
});

describe('keys root without --yes', () => {
  const connections = (COMMAND_KEY: string): Connections => {
    const readers = {
      terminal: new Terminal(capturedShell()),
      env: { COMMAND_KEY, COMMAND_ROOT: written('first.jwks', firstText) },
      ...ledgerOfKeys(all),
    };
    return readers as unknown as Connections;
  };
  const shown = (by: TestKey, to: TestKey) => {
    const file = written('next.jwks', rootOf(to).text);
    return setRootCommand.run(connections(fileOf(by)), file, {});
  };

  it('shows where the root would be set, and names with exit code 2 where the key is not heard', async () => {
    const { lines, failure } = await shown(honest, next);
    const [before, after] = [honest, next].map(thumbprintOf);
    expect(lines).toContain(`root ${before} → ${after}, in partitions 0, 2\n`);
    expect(lines).toContain('Nothing was sent. Add --yes to do it.');
    expect(failure).toMatchObject({
      exitCode: exitCodes.differs,
      message: expect.stringMatching(/^Partition 1 gets nothing, .* with a key of that root\.$/),
    });
  });

  it('joins the partitions again by a key of the root of the one that differs', async () => {
    const { lines, failure } = await shown(thief, honest);
    const [before, after] = [thief, honest].map(thumbprintOf);
    expect(lines).toContain(`root ${before} → ${after}, in partition 1\n`);
    expect(failure).toBeUndefined();
  });

  it('is refused as wrong where the key is heard nowhere', async () => {
    const refused = shown(ops, next);
    await expect(refused).rejects.toMatchObject({ exitCode: exitCodes.config });
    await expect(refused).rejects.toThrow(
      /Nothing was sent: .* ops-1, which is not a key of the root in force in partition 0/,
    );
  });
});
