import { testLedger } from '#testing/test-keys';
import { join } from 'node:path';
import { poolOf, HaltScenario } from './halting.js';

/** A wrong or changed file: who may sign in a ledger follows from the ledger's own root. */
describe('another root than the keys of the ledger began with', () => {
  const reason = 'wrong-root';
  const all = Array.from({ length: 12 }, (_, partition) => ({ partition, reason }));

  it('halts, is named by the CLI, and with its own root the ledger continues with every bet', async () => {
    const scenario = await HaltScenario.open();
    const { stack } = scenario;
    const other = { COMMAND_ROOT: join(stack.folder, 'other.jwks') };
    const cli = async (env: Record<string, string>, ...args: string[]) => {
      return stack.run(args, env);
    };
    try {
      const secret = { COMMAND_KEY: join(stack.folder, 'other.private.jwk') };
      const newRoot = [
        'keys',
        'new',
        '--ledger',
        testLedger,
        '--kid',
        'other',
        '--root',
        '--public',
        other.COMMAND_ROOT,
        '--private',
        secret.COMMAND_KEY,
      ];
      const made = await cli(secret, ...newRoot);
      const [, thumbprint = 'none'] = /the root (\S{43}),/.exec(made.output) ?? [];
      await scenario.stop();
      await scenario.start(other);
      await scenario.expectHalted(all);
      const before = await scenario.ledgerOf(0);
      await scenario.bet(1);

      const listed = await cli(other, 'keys', 'list');
      expect(listed.output).toContain(`COMMAND_ROOT is another root: ${thumbprint}`);
      const refused = expect.stringContaining(`COMMAND_ROOT is the root ${thumbprint}`);
      const publicKey = join(stack.folder, 'thief.public.jwk');
      const newKey = [
        'keys',
        'new',
        '--ledger',
        testLedger,
        '--kid',
        'thief',
        '--holder',
        'thief',
        '--roles',
        'keys',
        '--public',
        publicKey,
        '--private',
        join(stack.folder, 'thief.jwk'),
      ];
      expect(await cli(other, ...newKey)).toMatchObject({ code: 0 });
      for (const args of [['verify'], ['keys', 'add', '--yes', publicKey]]) {
        const said = await cli({ ...other, ...secret }, ...args);
        expect(said).toMatchObject({ code: 78, output: refused });
      }
      expect(await scenario.ledgerOf(0)).toEqual(before);

      await scenario.stop();
      await scenario.start();
      await scenario.expectWell();
      await scenario.untilBets(5);
      expect(await scenario.pool('main')).toBe(poolOf(5));
      await scenario.expectProven([]);
    } finally {
      await scenario.close();
    }
  });
});
