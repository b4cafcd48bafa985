import { PassThrough } from 'node:stream';
import { confirm } from './confirm.js';

/** A terminal at which somebody types this; undefined closes it without an answer. */
function terminal(typed: string | undefined, isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY });
  if (typed === undefined) input.end();
  else input.write(typed);
  return { input, output: new PassThrough() };
}

test.each(['y\n', 'Y\n', 'yes\n'])('goes on after %j', async (typed) => {
  const there = terminal(typed);
  await confirm('the change', there);
  expect(String(there.output.read())).toContain('Apply the change? y/N');
});

test.each(['n\n', '\n', 'yep\n', undefined])('sends nothing after %j', async (typed) => {
  await expect(confirm('the change', terminal(typed))).rejects.toThrow('Nothing was sent.');
});

test('without a terminal it needs --yes', async () => {
  await expect(confirm('the change', terminal('y\n', false))).rejects.toThrow(
    'Nothing was sent: the change needs --yes, because there is no terminal to ask on.',
  );
});
