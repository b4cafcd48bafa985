import type { OutgoingMessage } from '#log';
import type { TestStack } from '#testing/test-stack';
import type { Random } from '#pit/random';
import { jackpotHands } from '#rules';
import { Table } from '../support/table.js';

const seats = [1, 2, 3, 4, 5, 6, 7];
const hands = jackpotHands.toReversed();
const voids = ['dealing-procedure', 'dealer-card-exposed', 'other'];
const tablesOfJackpot = 3;

/** Tables that play rounds, win now and then, and send repeats; strangers write in between. */
export class Floor {
  /** Rounds with a winner. */
  wins = 0;
  private round = 0;
  private readonly tables: readonly Table[];

  constructor(
    private readonly stack: TestStack,
    jackpots: readonly string[],
    private readonly random: Random,
  ) {
    this.tables = jackpots.flatMap((id) =>
      Array.from({ length: tablesOfJackpot }, (_, each) => {
        return new Table(stack.prefix, id, `T${each + 1}`);
      }),
    );
  }

  /** @param rounds of each table; the very last one is won with a flush */
  async play(rounds: number): Promise<void> {
    for (let each = 0; each < rounds; each += 1) {
      this.round += 1;
      const records = this.tables.flatMap((table) => this.roundOf(table));
      await this.stack.send(records);
    }
    const [table] = this.tables as [Table];
    this.round += 1;
    this.wins += 1;
    const name = String(this.round);
    await this.stack.send([table.bet(name, 1), table.settle(name, [1, 'flush'])]);
  }

  private roundOf(table: Table): OutgoingMessage[] {
    const { random } = this;
    const name = String(this.round);
    const players = random.shuffled(seats).slice(0, random.whole(1, 7));
    // The only seat that bets may have a carried bet already.
    const opened = table.event('round.opened', { round: name });
    const bets = [opened, ...players.map((seat) => table.bet(name, seat))];
    if (random.chance(0.05)) return [...bets, table.void(name, random.pick(voids))];
    const wins: [number, string][] = random.chance(0.2)
      ? [[players[0] as number, random.pick(hands)]]
      : [];
    this.wins += wins.length;
    const end = table.settle(name, ...wins);
    const records = [...bets, end];
    if (random.chance(0.1)) records.push(end);
    if (random.chance(0.1)) records.splice(1, 0, table.raw('{'));
    return records;
  }
}
