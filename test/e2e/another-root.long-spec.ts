import { createPrivateKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeEvent, readRoot, signRecord, topicName } from '#contract';
import { jackpot } from '#testing/jackpot';
import { dayAfter } from '#testing/test-keys';
import { TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { Table } from '../support/table.js';

/** The log says which root is in force (contract 4.7), and COMMAND_ROOT stays the first one. */
describe('another root', () => {
  const stack = new TestStack();
  const ledger = 'macau-1';
  const file = (name: string): string => join(stack.folder, name);
  const privateFile = (kid: string): string => file(`${kid}.private.jwk`);
  const publicFile = (kid: string): string => file(`${kid}.public.jwk`);
  const trusted = { COMMAND_ROOT: publicFile('root-1') };
  const table = new Table(stack.prefix, 'main', 'T1');
  let service: Awaited<ReturnType<typeof stack.startJackpot>>;

  /** Runs the CLI with the key of this id; an empty id means no key. */
  async function cli(kid: string, ...args: string[]): Promise<{ code: number; output: string }> {
    const COMMAND_KEY = kid && privateFile(kid);
    return stack.run(args, { ...trusted, COMMAND_KEY });
  }
  async function done(kid: string, ...args: string[]): Promise<string> {
    const { code, output } = await cli(kid, ...args);
    expect({ code, output }).toEqual({ code: 0, output });
    return output;
  }
  const thumbprint = (kid: string): string =>
    readRoot(readFileSync(publicFile(kid), 'utf8')).thumbprint;

  /** Writes a `root.set` of the first root into one partition only. */
  async function writeAlone(partition: number, next: string): Promise<void> {
    const jwk = JSON.parse(readFileSync(privateFile('root-1'), 'utf8')) as object;
    const sequence = Date.now() * 1_000;
    const said = { type: 'root.set', id: 'a', source: 'root-1', sequence, subject: ledger };
    const root = JSON.parse(readFileSync(publicFile(next), 'utf8')) as object;
    const event = encodeEvent({ ...said, expires: dayAfter(Date.now()), data: { root } });
    const value = Buffer.from(JSON.stringify(event));
    const privateKey = createPrivateKey({ key: jwk as never, format: 'jwk' });
    const headers = { signature: signRecord(ledger, value, 'root-1', privateKey) };
    await stack.send([
      { topic: topicName(stack.prefix, 'events'), key: ledger, partition, value, headers },
    ]);
  }

  beforeAll(async () => {
    for (const kid of ['root-1', 'root-2', 'root-3', 'ops-1', 'ops-2']) {
      const what = kid.startsWith('root')
        ? ['--root']
        : ['--holder', kid, '--roles', 'keys,configure,adjust'];
      const files = ['--public', publicFile(kid), '--private', privateFile(kid)];
      await done('', 'keys', 'new', '--ledger', ledger, '--kid', kid, ...what, ...files);
    }
    service = await stack.startJackpot(trusted);
    await done('root-1', 'keys', 'add', '--yes', publicFile('ops-1'));
    writeFileSync(file('main.yaml'), JSON.stringify(jackpot('main')));
    await done('ops-1', 'apply', '--yes', '-f', file('main.yaml'));
    await stack.send([table.bet('1', 3)]);
  });
  afterAll(() => stack.close());

  it('is set by the root in force alone, and shown before it is', async () => {
    const byKeys = await cli('ops-1', 'keys', 'root', publicFile('root-2'), '--yes');
    expect(byKeys).toMatchObject({ code: 78 });
    expect(byKeys.output).toContain('is ops-1, which is not a key of the root in force');
    const shown = await done('root-1', 'keys', 'root', publicFile('root-2'));
    expect(shown).toContain(
      `root ${thumbprint('root-1')} → ${thumbprint('root-2')}, in partitions 0, 1`,
    );
    expect(shown).toContain('Nothing was sent. Add --yes to do it.');
    expect(await done('', 'keys', 'list')).toContain(`root ${thumbprint('root-1')}\n`);
  });

  it('in one partition alone is named by keys list, and keeps the holder of the other out of that one alone', async () => {
    await writeAlone(5, 'root-2');
    const differs = `partition 5: root ${thumbprint('root-2')}\n`;
    const listed = await until('the record', async () => {
      const { code, output } = await cli('', 'keys', 'list');
      return output.includes(differs) && { code, output };
    });
    expect(listed.code).toBe(2);
    expect(listed.output).toContain('Not every partition has these keys and this root:\n');
    const words = `Partition 5 gets nothing, because the root ${thumbprint('root-2')} is in force there and does not accept COMMAND_KEY (root-1)`;
    for (const [kid, applied] of [
      ['root-1', 11],
      ['root-2', 1],
    ] as const) {
      const { code, output } = await cli(kid, 'keys', 'add', '--yes', publicFile('ops-2'));
      expect({ code, output }).toEqual({ code: 2, output });
      expect(output.match(/applied/g)).toHaveLength(applied);
      expect(output.includes(words)).toBe(kid === 'root-1');
    }
  });

  it('is replaced where the key is heard, and then given to the other partitions by the same command', async () => {
    const { code, output } = await cli('root-1', 'keys', 'root', publicFile('root-3'), '--yes');
    expect({ code, output }).toEqual({ code: 2, output });
    expect(output.match(/applied/g)).toHaveLength(11);
    expect(output).toContain('Partition 5 gets nothing, because');
    expect(output).toContain('1 of 12 partition has other keys or another root than most');
    const sent = await done('root-3', 'keys', 'root', publicFile('root-2'), '--yes');
    expect(sent.match(/applied/g)).toHaveLength(11);
    expect(await done('', 'keys', 'list')).toContain(
      `root ${thumbprint('root-2')}\nIt began with the root ${thumbprint('root-1')}, which COMMAND_ROOT must always name.\n`,
    );
  });

  it('is heard alone, also after a restart and a rebuild, and the proof goes on', async () => {
    expect(await service.child.stop()).toBe(0);
    service = await stack.startJackpot(trusted);
    await stack.send([table.bet('1', 4)]);
    const again = await cli('root-1', 'keys', 'revoke', '--yes', 'ops-1');
    expect(again.code).toBe(78);
    expect(again.output).toContain('is root-1, which is not in force in partition 0, nor a key of');
    const same = await done('root-2', 'keys', 'root', publicFile('root-2'), '--yes');
    expect(same).toContain('COMMAND_KEY is a key of it.\nNothing changes; nothing was sent.');
    await done('ops-2', 'checkpoint', '-o', file('checkpoint.json'));
    const act = ['recover', '--partition', '5', '--act', 'rebuild', '--force', '--yes'];
    await done('ops-2', ...act, '--note', 'a test', '--backup', stack.folder);
    const agrees = 'The ledger agrees with the log';
    await until('the rebuilt partition', async () =>
      (await cli('', 'verify')).output.includes(agrees),
    );
    expect(await done('', 'verify', '--from', file('checkpoint.json'))).toContain(agrees);
    await done('root-2', 'keys', 'revoke', '--yes', 'ops-1');
  });
});
