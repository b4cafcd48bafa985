import { describeAnswer } from './describe-answer.js';

const answer = { subject: 'main', partition: 7, offset: 42 };
const place = '(by the record at offset 42 of partition 7)\n';

test.each([
  ['pool.adjusted', 'applied'],
  ['act.proposed', 'proposed'],
  ['act.approved', 'approved'],
  ['act.withdrawn', 'withdrawn'],
] as const)('a %s that was taken reads %s', (type, word) => {
  expect(describeAnswer({ ...answer, type, refusal: undefined })).toBe(`main: ${word} ${place}`);
});

test.each([
  ['command-expired: It was recorded late.', /Check the clock of this machine/],
  ['command-repeated: Sequence 7.', /something newer since\. .* run the same command again/],
])('%s is shown with what helps', (refusal, hint) => {
  const [line, help = ''] = describeAnswer({ ...answer, type: 'pool.adjusted', refusal }).split(
    '\n',
  );
  expect(`${line}\n`).toBe(`main: refused, ${refusal} ${place}`);
  expect(help).toMatch(hint);
});

test('a refusal cannot begin a line of its own', () => {
  const refusal = 'unknown-table: a\nmain: applied\u001b[8m';
  expect(describeAnswer({ ...answer, type: 'pool.adjusted', refusal })).toBe(
    `main: refused, unknown-table: a\\u000amain: applied\\u001b[8m ${place}`,
  );
});
