import { exitCodes, UserError } from '#contract';
import { LedgerUnavailable } from '#engine';
import { MaybeSent, orMaybeSent } from '../acts/maybe-sent.js';
import { shownFailure } from './shown-failure.js';

test.each([
  ['Kafka does not answer.', new LedgerUnavailable('Kafka does not answer.')],
  ['Redis does not answer.', new Error('Connection is closed.')],
  ['Another key is in force.', new UserError('Another key is in force.')],
  ['The console failed to answer; its log says why.', new TypeError('a bug')],
])('whatever goes wrong after a touch, it may be in the log: %s', async (begins, error) => {
  const caught = await orMaybeSent(Promise.reject(error)).catch((thrown: unknown) => thrown);
  expect(caught).toBeInstanceOf(MaybeSent);
  const { mayBeSent, sentence } = shownFailure(caught);
  expect(mayBeSent).toBe(true);
  expect(sentence.startsWith(begins)).toBe(true);
  expect(sentence).toContain('may be in the log');
  expect(shownFailure(error)).toMatchObject({ sentence: begins, mayBeSent: false });
});

test('a command that waits in the log says so itself', async () => {
  const waits = new UserError('It is in the log and is judged later.', exitCodes.pending);
  const caught = await orMaybeSent(Promise.reject(waits)).catch((thrown: unknown) => thrown);
  expect(shownFailure(caught)).toMatchObject({ sentence: waits.message, mayBeSent: true });
});

test('an answer is passed on', async () => {
  expect(await orMaybeSent(Promise.resolve(['an answer']))).toEqual(['an answer']);
});

test('what a reading says of itself is not said of the touch', () => {
  const cause = new UserError(
    'Nothing was signed or sent, and nothing is shown: partition 0, why.',
  );
  const { sentence } = shownFailure(new MaybeSent('', { cause }));
  expect(sentence).toMatch(/^partition 0, why\. What you have signed may be in the log/);
});
