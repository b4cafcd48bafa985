import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TableClient, type GameEvent, type Judgement, type TableKey } from '#table-client';
import type { PitRecord } from './controller.js';

const lampLookMs = 100;

export interface ClientFloorOptions {
  /** Address of the table gateway. */
  readonly url: string;
  /** File with a line for each table: its name and its token. */
  readonly tokens: string;
  /** Folder with the file of each table. */
  readonly folder: string;
  readonly key: TableKey | undefined;
  readonly warn: (sentence: string) => void;
}

/** Tables that use the gateway, each with a table client, like controllers on a floor. */
export class ClientFloor {
  private readonly tables = new Map<string, Promise<ClientTable>>();
  private readonly tokens: ReadonlyMap<string, string>;

  /** @throws Error with one sentence that names the missing token. */
  constructor(private readonly options: ClientFloorOptions) {
    this.tokens = readTokens(options.tokens);
  }

  /**
   * Plays the records, those of each table in their order. Each is judged when this resolves.
   * @throws TableClientClosed if the floor is closed meanwhile
   */
  async play(records: readonly PitRecord[]): Promise<void> {
    const ofTables = Map.groupBy(records, ({ table, jackpot }) => `${jackpot.id}/${table}`);
    await Promise.all(
      [...ofTables.values()].map(async (own) => {
        const [{ table, jackpot }] = own as [PitRecord];
        const known = this.tables.get(table) ?? this.open(jackpot.id, table);
        this.tables.set(table, known);
        const player = await known;
        for (const { event } of own) await player.play(event);
      }),
    );
  }

  async close(): Promise<void> {
    const tables = await Promise.all(this.tables.values());
    await Promise.all(tables.map((table) => table.close()));
  }

  private async open(jackpot: string, table: string): Promise<ClientTable> {
    const { url, tokens, folder, key, warn } = this.options;
    const token = this.tokens.get(table);
    if (token === undefined) throw new Error(`${tokens} has no token of table ${table}.`);
    const client = await TableClient.open({
      ...{ jackpot, table, file: join(folder, `${table}.db`), gateway: { url, token } },
      ...(key && { key }),
    });
    client.on('trouble', (sentence) => warn(`${table}: ${sentence ?? 'It goes on.'}`));
    return new ClientTable(client);
  }
}

/** Continues a round without the seats whose bets were refused, like a dealer. */
class ClientTable {
  private round = '';
  private readonly refusedSeats = new Set<number>();

  constructor(private readonly client: TableClient) {}

  async play(event: GameEvent): Promise<void> {
    const played = this.withoutRefused(event);
    if (!played) return;
    const { outcome } = await this.judge(played);
    if (outcome === 'refused' && played.type === 'bet.placed') {
      this.refusedSeats.add(played.data.seat);
    }
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private async judge(event: GameEvent): Promise<Judgement> {
    if (event.type !== 'bet.placed') return this.client.send(event);
    for (;;) {
      const judged = await this.client.placeBet(event.data);
      if (judged.sequence !== null) return judged;
      // The player bets again when the lamp is on.
      await sleep(lampLookMs);
    }
  }

  private withoutRefused(event: GameEvent): GameEvent | undefined {
    const { type, data } = event;
    if (type === 'table.heartbeat') return event;
    if (data.round !== this.round) this.refusedSeats.clear();
    this.round = data.round;
    if (type === 'bet.withdrawn' && this.refusedSeats.has(data.seat)) return undefined;
    if (type !== 'round.settled') return event;
    return { type, data: { ...data, wins: data.wins.filter((win) => this.hasBet(win)) } };
  }

  private hasBet({ seat }: { readonly seat: number }): boolean {
    return !this.refusedSeats.has(seat);
  }
}

function readTokens(file: string): ReadonlyMap<string, string> {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    const pairs = lines.map((line) => line.trim().split(/\s+/) as [string, string]);
    return new Map(pairs.filter(([table, token]) => table && token));
  } catch (error) {
    throw new Error(`PIT_TOKENS: ${file} cannot be read.`, { cause: error });
  }
}
