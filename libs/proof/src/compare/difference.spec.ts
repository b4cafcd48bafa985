import { DifferenceError, Differences, plainDifference } from './difference.js';

/** The error of a proof that found these, in this order. */
async function said(messages: number, inLedger: number): Promise<DifferenceError> {
  const differences = new Differences();
  for (let n = 1; n <= messages; n += 1) {
    await differences.addRead(() => Promise.resolve(plainDifference('awards', 1, `message ${n}`)));
  }
  for (let n = 1; n <= inLedger; n += 1) differences.add(plainDifference('redis', 1, `money ${n}`));
  try {
    differences.assertNone();
  } catch (error) {
    return error as DifferenceError;
  }
  throw new Error('nothing differs');
}

test('a ledger that differs is named first, after however many messages it was found', async () => {
  const { message, count, differences } = await said(27, 1);
  expect(message.split('\n').slice(0, 3)).toEqual([
    'The ledger differs from the log.',
    'money 1.',
    'message 1.',
  ]);
  expect(message).toMatch(/There are 8 more differences\.$/);
  expect([count, differences.length]).toEqual([28, 20]);
});

test('messages that differ alone leave the ledger what the log gives', async () => {
  const { message } = await said(21, 0);
  expect(message).toMatch(
    /^The ledger agrees with the log, but the messages that were sent do not\.\n/,
  );
  expect(message).toMatch(/There are 1 more differences\.$/);
});

test('a ledger with more differences than have a sentence leaves none to the messages', async () => {
  const { differences, count } = await said(3, 25);
  expect(new Set(differences.map((each) => each.in))).toEqual(new Set(['redis']));
  expect(count).toBe(28);
});
