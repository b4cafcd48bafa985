/**
 * A controller that loses its power at its nth write to the disk: before it, or after. It deals a
 * round of three bets, and prints a line for each event that its client has stored and for each
 * answer.
 */
import { writeSync } from 'node:fs';
import { DatabaseSync, StatementSync } from 'node:sqlite';

const [url, token, file, round, cutAt = '0', moment] = process.argv.slice(2);
let writes = 0;
for (const [owner, name] of [
  [StatementSync.prototype, 'run'],
  [DatabaseSync.prototype, 'exec'],
]) {
  const original = owner[name];
  owner[name] = function (...args) {
    writes += 1;
    const isCut = writes === Number(cutAt);
    if (isCut && moment === 'before') process.kill(process.pid, 'SIGKILL');
    const result = original.apply(this, args);
    if (isCut) process.kill(process.pid, 'SIGKILL');
    return result;
  };
}
// Imported only now, so that the client uses the changed methods.
const { TableClient } = await import('jackpot-table-client');
const say = (what, more) => writeSync(1, `${JSON.stringify({ what, ...more })}\n`);

const client = await TableClient.open({
  ...{ jackpot: 'main', table: 'T1', file },
  gateway: { url, token },
});
client.on('trouble', (sentence) => say('trouble', { sentence }));
await client.ready();
for (const seat of [1, 2, 3]) {
  const data = { round, seat, stake: 5_000, baseBets: ['ante'] };
  const judged = client.send({ type: 'bet.placed', data });
  say('kept', { round, seat });
  say('judged', { seat, ...(await judged) });
}
say('judged', { ...(await client.deal(round)) });
await client.close();
say('done');
