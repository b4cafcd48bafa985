import { UserError } from '#contract';
import { LedgerUnavailable } from '#engine';
import { MaybeSent, orMaybeSent } from './maybe-sent.js';

test('no touch is answered by “nothing was sent” where nobody knows that', async () => {
  const away = new LedgerUnavailable('Kafka does not answer.');
  const caught = await orMaybeSent(Promise.reject(away)).catch((error: unknown) => error);
  expect(caught).toBeInstanceOf(MaybeSent);
  expect((caught as Error).message).toMatch(/^Kafka does not answer\. .* may be in the log: look /);
});

test('a command that waits in the log says so itself', async () => {
  const waits = new UserError('It is in the log and is judged later.');
  const caught = await orMaybeSent(Promise.reject(waits)).catch((error: unknown) => error);
  expect(caught).toBeInstanceOf(MaybeSent);
  expect((caught as Error).message).toBe(waits.message);
});

test('an answer is passed on, and so is a bug', async () => {
  expect(await orMaybeSent(Promise.resolve(['an answer']))).toEqual(['an answer']);
  const bug = new TypeError('a bug');
  await expect(orMaybeSent(Promise.reject(bug))).rejects.toBe(bug);
});
