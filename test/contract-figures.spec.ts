import { readFileSync } from 'node:fs';
import { section } from './support/contract-page.js';
import { whyFigureIsWrong } from './support/figures.js';

/** A figure of the contract: its section, the words, and the code that it comes from. */
type Figure = readonly [section: string, words: string, code: string];

const page = readFileSync('libs/contract/README.md', 'utf8');
const whyWrong = ([number, words, code]: Figure): string | undefined =>
  whyFigureIsWrong(`contract ${number}`, section(page, number), words, code);

test.each<Figure>([
  ['9.1', '`limit` is 1 to 200', 'pageAtMost = 200'],
  ['9.1', 'looks at 200 awards', 'pageAtMost = 200'],
  ['9.2', 'for 30 seconds', 'stuckAfterMs = 30_000'],
  ['9.2', 'no progress for 60 seconds', 'exitWhenStuckMs = 60_000'],
  ['9.2', 'not whole in 10 s', 'requestTimeout: 10_000'],
  ['9.2', 'headers in 5 s', 'headersTimeout: 5_000'],
  ['9.2', 'over 200 characters', 'maxParamLength: 200'],
  ['9.2', 'over 16 KiB', 'maxHeaderSize: 16_384'],
  ['9.2', '1,000 requests a second', 'requestsPerSecond: 1_000'],
  ['9.2', '2,000 to the sign gateway', 'requestsPerSecond: 2_000'],
  ['9.2', '200 to the table gateway', 'requestsPerSecond: 200'],
  ['8.9', 'at most 200 entries', 'listed = 200'],
  ['8.9', '`repeated` 2,000', 'refusalsListed = 2_000'],
  ['9.7', '1 to 16 as', 'eventsAtMost = 16'],
  ['9.7', 'at most 8 streams', 'streamsOfTable = 8'],
  ['9.7', 'of 1 MiB in all', 'batchLimitBytes = 1024 * 1024'],
  ['9.7', '(seconds, 30 at most;', 'longestWait = 30'],
  ['9.7', 'no `pulse` for 3 seconds', 'pulseLimitMs = 3_000'],
  ['9.7', 'within 10 seconds', 'judgementLimitMs = 10_000'],
  ['9.7', 'a fifth is 429', 'requestsAtOnce = 4'],
  ['9.7', 'leaves 256 KiB unread', 'unreadLimitBytes = 256 * 1024'],

  ['9.3', '20,000 streams', 'streamsInAll = 20_000'],
  ['9.3', '12,000 of them from one address', 'streamsPerAddress = 12_000'],
  ['9.3', 'nothing for 5 seconds', 'stuckAfterMs = 5_000'],
  ['9.3', 'at most ten a second of a pool', 'leastPaceMs = 100'],
  ['9.3', 'from an age of 10 seconds', 'silentFromMs = 10_000'],
  ['9.3', 'each hit of the last 15 minutes', 'rememberedForMs = 15 * 60_000'],
  ['9.3', 'Retry-After: 10', 'retryAfterSeconds = 10;'],
  ['9.3', 'of the 32 newest pools', 'jackpotsInId = 32'],
  ['9.3', 'a pool is halted or goes on', 'if (hasTurned) this.streams.pulse()'],
  ['8.6', 'says each second', 'watchEveryMs = 1_000'],
  ['8.7', 'keeps 50,000', 'acksWaiting = 50_000'],
  ['9.2', 'over 1 KiB', 'bodyLimit: 1_024'],
  ['9.3', 'From 15 seconds', 'signSilentFromMs = 15_000'],
  ['9.3', 'sent within 5 seconds', 'ackSentWithinMs = 5_000'],
  ['9.3', 'within a tenth of a second', 'stretchMs = 100'],
  ['9.3', 'in the last 15 seconds', 'awardShownWithinMs = 15_000'],
  ['9.3', '10,000 of them', 'strangersKnown = 10_000'],
  ['10.1', 'tries for 10 seconds', 'waitForOthersMs = 10_000'],
  ['10.1', 'every five seconds', 'lookEveryMs = 5_000'],
  ['9.3', 'silent for an hour', 'strangersForgottenAfterMs = 3_600_000'],
  ['9.3', 'Retry-After: 60', 'retryAfterSeconds: 60 }'],
  ['8.6', 'kept for a minute', 'storedForMs = 60_000'],
  ['9.3', 'may have 1,024 bytes', 'maxPayload: 1024'],
  ['9.3', '`retry` is 2,000 ms', 'retryMs = 2_000'],
  ['9.3', 'pool the last 500', 'hitsRemembered = 500'],
  ['9.6', 'of a jackpot the last 500', 'hitsRemembered = 500'],
  ['9.6', 'a message expiry of 15 seconds', 'valueStaysSeconds = 15'],
  ['9.6', 'every 2 seconds at least', 'publishEveryMs = 2_000'],
  ['8.4', 'at most 20,000 records', 'recordsPerCommit = 20_000'],
  ['8.8', '(of 20,000)', 'blocksSearched = 20_000'],
  ['8.3', 'at most 4,000 characters', 'detailLimit = 4_000'],
  ['8.3', 'the first 48 KiB', 'rawLimitBytes = 48 * 1024'],
  ['3', 'at most 64 KiB', 'recordLimitBytes = 64 * 1024'],
  ['3', 'at most 32 levels', 'nestingLimit = 32'],
  ['3.3', 'At most 8 rounds are unsettled', 'mostUnsettled = 8'],
  ['2', 'with 12 partitions', 'defaultPartitions = 12'],
  ['2.2', 'At most 100 traced records', 'tracedPerCommit = 100'],
  ['4.2', 'by 1,000 at most', 'versionsAhead = 1_000'],
  ['4.2', '1 to 256', 'keysLimit = 256'],
  ['4.2', 'remembers at most 1,024 keys', 'keysRemembered = 1_024'],
  ['5', 'over 10¹² minor units', 'amountLimitMinor = 1_000_000_000_000'],
  ['5', '10¹⁰ whole units', 'amountLimitMajor = 10_000_000_000'],
])('contract %s says %j, and the code has %s', (...figure) => {
  expect(whyWrong(figure)).toBeUndefined();
});

test.each<[Figure, string]>([
  [['2', 'with 13 partitions', 'defaultPartitions = 12'], 'contract 2 does not say it'],
  [['2', 'with 12 partitions', 'defaultPartitions = 13'], 'no code has defaultPartitions = 13'],
  [['3', 'with 12 partitions', 'defaultPartitions = 12'], 'contract 3 does not say it'],
])('the figure %j is found wrong', (figure, why) => {
  expect(whyWrong(figure)).toBe(why);
});
