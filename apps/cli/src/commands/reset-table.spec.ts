import { exitCodes } from '#contract/exit-codes';
import { runLine } from '../testing/captured-shell.js';

test.each(['9223372036854775808', '-1', '1e3', '', '99999999999999999999'])(
  'a table is not reset to %j, which is not a sequence of 64 bits, before a server is asked',
  async (sequence) => {
    const given = [`--sequence=${sequence}`, '--reason', 'a test'];
    expect(await runLine(['reset-table', 'main', 'T1', ...given])).toEqual({
      exitCode: exitCodes.usage,
      stdout: '',
      stderr: `--sequence: ${sequence} is wrong: use a whole number up to 9223372036854775807.\n`,
    });
  },
);
