import { jest } from '@jest/globals';
import { buildProgram } from './program.js';

test.each([
  [['status', '--jsno'], 'unknown option', '--jsno'],
  [['adjust', 'main', '--reason', 'x'], 'required option', '--amount'],
  [['verify-award', 'a'], 'required option', '--deck'],
  [
    ['pay', 'a', '--seat', '1', '--slip', '1', '--amount', '1.00', '--method', 'gold'],
    'is invalid',
    'gold',
  ],
  [['grant', 'main', '--table', 'T1', '--round', '1'], 'required option', '--payout'],
  [['odds', '-f', 'a', '--bets-a-day', '0'], 'is invalid', 'a whole number above 0'],
  [['keys', 'new'], 'required option', '--kid'],
  [['stauts'], 'unknown command', 'stauts'],
])('%j is refused with its fault and no page of help', async (args, fault, name) => {
  let said = '';
  const write = jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  await expect(buildProgram().parseAsync(['node', 'jackpot', ...args])).rejects.toThrow(fault);
  write.mockRestore();
  expect(said).toContain(name);
  expect(said).toContain('Use --help');
  expect(said.trim().split('\n').length).toBeLessThanOrEqual(4);
});

test('verify --expect without --archive is refused, and proves nothing', async () => {
  const args = ['verify', '--expect', 'a'.repeat(64)];
  await expect(buildProgram().parseAsync(['node', 'jackpot', ...args])).rejects.toThrow(
    '--expect is of an archive: give --archive too.',
  );
});
