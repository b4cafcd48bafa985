import { type Home, houseTime } from '#acts';
import { freshnessOf } from '#engine';
import type { Connections } from '../servers/connections.js';

/**
 * Warns that the following output may be out of date: a reader who sees that a win waits for
 * payment must know if a payment may wait in the log.
 */
export async function saySilence(
  connections: Connections,
  homes: readonly Pick<Home, 'partition' | 'jackpot'>[],
): Promise<void> {
  const zones = new Map(homes.map((each) => [each.partition, each.jackpot.configuration.zone]));
  for (const [partition, zone] of zones) {
    const { pulse } = await connections.ledger.readValues(partition);
    const { fault, asOf } = freshnessOf(pulse);
    if (fault === null) continue;
    const since = asOf === null ? '' : ` since ${houseTime(asOf, zone)}`;
    connections.terminal.warn(
      `The ledger service ${fault === 'halted' ? 'has halted' : 'applies nothing'}${since} (partition ${partition}). Commands sent since then, payments included, may wait in the log and are not shown here.\n`,
    );
  }
}
