import { resetTable } from './acts.js';

test.each(['9223372036854775808', '-1', '1e3', '', '99999999999999999999'])(
  'a table is not reset to %j, which is no sequence of 64 bits',
  async (sequence) => {
    // Without servers to ask: it would fail by them.
    const reset = resetTable(undefined as never, 'main', 'T1', { sequence, reason: 'a test' });
    await expect(reset).rejects.toThrow(
      `--sequence: ${sequence} is no sequence: use a whole number up to 9223372036854775807.`,
    );
  },
);
