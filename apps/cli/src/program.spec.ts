import { exitCodes } from '#contract/exit-codes';
import { runLine } from './testing/captured-shell.js';

test.each([
  [['status', '--jsno'], 'unknown option', '--jsno'],
  [['adjust', 'main', '--reason', 'x'], 'required option', '--amount'],
  [['adjust', 'main', '--amount', '+1.00', '--reason', ' '], '1 to 1,000 letters', '--reason'],
  [['verify-award', 'a'], 'required option', '--deck'],
  [['pay', 'a', '--seat', '8'], 'a seat is 1 to 7', '--seat'],
  [
    ['pay', 'a', '--seat', '1', '--slip', '1', '--amount', '1.00', '--method', 'gold'],
    'is invalid',
    'gold',
  ],
  [['grant', 'main', '--table', 'T1', '--round', '1'], 'required option', '--hand'],
  [['awards', '--limit', '0'], 'must be 1 to 99999', '--limit'],
  [['awards', '--from', 'noon'], 'is not a time such as', '--from'],
  [['odds', '-f', 'a', '--bets-a-day', '0'], 'is invalid', 'a whole number above 0'],
  [['keys', 'new'], 'required option', '--kid'],
  [['stauts'], 'unknown command', 'status'],
])('%j is refused with its fault and no page of help', async (args, fault, name) => {
  const { exitCode, stdout, stderr } = await runLine(args);
  expect(exitCode).toBe(exitCodes.usage);
  expect(stdout).toBe('');
  expect(stderr).toContain(fault);
  expect(stderr).toContain(name);
  expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(4);
});

test('verify --expect without --archive is refused, and proves nothing', async () => {
  const { exitCode, stderr } = await runLine(['verify', '--expect', 'a'.repeat(64)]);
  expect(stderr).toBe('--expect requires --archive.\n');
  expect(exitCode).toBe(exitCodes.usage);
});

test('the help lists every command, and that of one has its options and the exit codes', async () => {
  const { stdout } = await runLine(['--help']);
  for (const name of ['apply', 'verify-award', 'propose', 'keys', 'completion']) {
    expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  }
  const own = await runLine(['propose', 'grant', '--help']);
  expect(own.exitCode).toBe(exitCodes.ok);
  expect(own.stdout).toContain('--hand <seat:hand>');
  expect(own.stdout).toMatch(/--expires <time> .*\(required\)/s);
  expect(own.stdout).toContain('69  Kafka, Redis or the ledger');
});

test('with --json a command that fails prints its reason as JSON too', async () => {
  const { exitCode, stdout, stderr } = await runLine(['status', '--json']);
  expect(JSON.parse(stdout)).toEqual({ error: stderr.trimEnd(), exitCode });
  expect(stderr).toContain('KAFKA_BROKERS');
});
