import { EventEmitter } from 'node:events';
import { Betting, notTaken, type ClosedReason } from './betting.js';
import { eventFault, eventName, nameFault, writeEvent } from './game-events.js';
import type { GameEvent, GameEventData, TableMeters } from './game-events.js';
import { Gateway, type GatewayAddress } from './gateway.js';
import type { Judgement, StateOfTable, StreamData, StreamMessage } from './messages.js';
import { TableFile } from './table-file.js';
import { Sender, type KafkaRoute } from './sender.js';
import type { TableKey } from './table-key.js';
import { pause } from './pause.js';
import { judgedEvent, WaitingEvents } from './waiting-events.js';

export interface TableClientOptions {
  readonly jackpot: string;
  readonly table: string;
  /** Path of a file for this table and this jackpot only; made if missing. */
  readonly file: string;
  readonly gateway: GatewayAddress;
  /**
   * Sends events through Kafka; without it, through the gateway. Messages always come from the
   * gateway.
   */
  readonly kafka?: KafkaRoute;
  /** Signs each event. */
  readonly key?: TableKey;
}

/** The events of a table client, by name. */
export interface TableClientEvents {
  /** Jackpot bets were stopped or resumed: the reason why they are not taken, or undefined. */
  betting: [why: ClosedReason | undefined];
  /** An event of this table was refused, even one of an earlier run of the program. */
  refused: [refusal: Extract<Judgement, { outcome: 'refused' }>];
  /** The table's stream was opened, or has missed something: everything in the ledger. */
  state: [state: StateOfTable];
  carried: [bets: StreamData['carried']['carried']];
  /**
   * A deal has left out seats with a carried bet: the dealer follows the instructions. Said once;
   * after a break of the stream `leftOut` of the state names the seats.
   */
  leftOut: [said: StreamData['left-out']];
  /** An award of the table is new or has changed; after a start, also those in `state`. */
  claim: [claim: StreamData['claim']];
  pool: [pool: StreamData['pool']];
  /** Trouble that people must fix, as a sentence, when it changes; undefined when it is over. */
  trouble: [sentence: string | undefined];
}

/** Silence after which the connection counts as dead, and is opened again. */
const silenceMs = 5_000;
const retryMs = 1_000;
const lookMs = 100;

/**
 * The error for a client that was closed before the ledger judged the event; the next start sends
 * the event again.
 */
export class TableClientClosed extends Error {}

/**
 * A table controller’s side of the contract: sends the events of a table, and receives its
 * messages.
 */
export class TableClient extends EventEmitter<TableClientEvents> {
  private readonly betting = new Betting();
  private readonly waiting: WaitingEvents;
  private readonly sender: Sender;
  private readonly closing = new AbortController();
  private readonly rejections = new Set<(error: Error) => void>();
  private running: Promise<unknown> = Promise.resolve();
  private bettingSaid: ClosedReason | undefined | null = null;
  /** Current troubles, by their source. */
  private readonly troubles = new Map<'events' | 'stream' | 'table' | 'file', string>();
  private troubleSaid: string | undefined;
  /** The last message about each award that `state` has, or that has come since. */
  private claimsSaid = new Map<string, string>();
  private isAlone = true;
  private bettingTimer: NodeJS.Timeout | undefined;

  private constructor(
    private readonly options: TableClientOptions,
    private readonly file: TableFile,
    private readonly gateway: Gateway,
  ) {
    super();
    this.waiting = new WaitingEvents((sequences) => this.forget(sequences));
    this.sender = new Sender({
      ...{ jackpot: options.jackpot, waiting: this.waiting, gateway, kafka: options.kafka, pause },
      trouble: (sentence) => this.trouble('events', sentence),
    });
  }

  /**
   * Opens the table’s file and begins. With a new file, first asks the gateway for the table’s
   * counter; then, and with a wrong token or an unknown jackpot, it needs the gateway’s answer.
   * @throws TableFileUnusable, GatewayProblem, or TypeError that names a wrong option
   */
  static async open(options: TableClientOptions): Promise<TableClient> {
    const { jackpot, table, file, gateway: address } = options;
    const fault = optionFault(options);
    if (fault !== undefined) throw new TypeError(fault);
    const gateway = new Gateway(address, `/v1/tables/${jackpot}/${table}`);
    const own = TableFile.open(file, jackpot, table);
    try {
      if (own.next === undefined) {
        own.begin(firstSequence(await gateway.state(new AbortController().signal)));
      }
    } catch (error) {
      own.close();
      throw error;
    }
    const client = new TableClient(options, own, gateway);
    client.begin();
    return client;
  }

  /** The reason why jackpot bets are not taken now; undefined if they are (contract 9.7). */
  get whyClosed(): ClosedReason | undefined {
    if (this.closing.signal.aborted) return 'closed';
    if (!this.isAlone) return 'not-alone';
    return this.betting.whyClosed(this.waiting.sinceMs);
  }

  /** Opens betting for a round. A round also begins with its first bet, or its deal. */
  openRound(round: string): Promise<Judgement> {
    return this.send({ type: 'round.opened', data: { round } });
  }

  /**
   * Places a jackpot bet. While the table takes none (`whyClosed`), refuses it here, at once.
   * @returns once the ledger has it, or has refused it: the dealer then follows the instructions.
   */
  async placeBet(bet: GameEventData['bet.placed']): Promise<Judgement> {
    const event = { type: 'bet.placed', data: bet } as const;
    const why = eventFault(event) === undefined ? this.whyClosed : undefined;
    if (why === undefined || why === 'closed') return this.send(event);
    const refusal = { outcome: 'refused', ...judgedEvent(null, event), ...notTaken(why) } as const;
    this.tell('refused', refusal);
    return refusal;
  }

  withdrawBet(round: string, seat: number): Promise<Judgement> {
    return this.send({ type: 'bet.withdrawn', data: { round, seat } });
  }

  /** Announces the first card. @param seats that were dealt in */
  deal(round: string, seats?: readonly number[]): Promise<Judgement> {
    return this.send({ type: 'round.dealt', data: { round, ...(seats && { seats }) } });
  }

  settle(result: GameEventData['round.settled']): Promise<Judgement> {
    return this.send({ type: 'round.settled', data: result });
  }

  void(round: string, reason: GameEventData['round.voided']['reason']): Promise<Judgement> {
    return this.send({ type: 'round.voided', data: { round, reason } });
  }

  /** Sends a sign of life. @param meters the table's own counts, for the ledger to compare */
  heartbeat(meters?: TableMeters): Promise<Judgement> {
    return this.send({ type: 'table.heartbeat', data: meters ? { meters } : {} });
  }

  /**
   * Keeps an event on disk and sends it, as all methods above do. Sends it until the ledger has
   * judged it, even in the next run of the program.
   * @returns the judgement
   * @throws TypeError that names the wrong member; Error of the disk: then nothing is sent;
   *   TableClientClosed, also if the client is closed before the ledger has judged the event
   */
  async send(event: GameEvent): Promise<Judgement> {
    const fault = eventFault(event);
    if (fault !== undefined) throw new TypeError(`${event.type}: ${fault}`);
    if (this.closing.signal.aborted) throw new TableClientClosed('The table client is closed.');
    const sequence = this.file.next as bigint;
    const { jackpot, table, key } = this.options;
    const id = `${table}/${eventName(event, sequence)}`;
    const time = new Date().toISOString();
    const text = writeEvent(event, { jackpot, table, id, sequence, time });
    const kept = { sequence, text, signature: key?.signature(text) };
    this.file.keep(kept);
    const judgement = new Promise<Judgement>((resolve, reject) => {
      this.rejections.add(reject);
      this.waiting.add(kept, false, (judged) => {
        this.rejections.delete(reject);
        this.say(judged);
        resolve(judged);
      });
    });
    // A caller that does not await it still gets a refusal through `refused`.
    judgement.catch(() => undefined);
    this.sender.wake();
    return judgement;
  }

  /** The current ledger data of the table. @throws GatewayProblem, TableClientClosed */
  async state(): Promise<StateOfTable> {
    if (this.closing.signal.aborted) throw new TableClientClosed('The table client is closed.');
    return this.gateway.state(this.closing.signal);
  }

  /**
   * After a start: waits until the table receives the ledger's messages, and every event of an
   * earlier run of the program is judged.
   * @returns the ledger's data at that time: rounds, their bets, carried bets, and claims
   * @throws TableClientClosed
   */
  async ready(): Promise<StateOfTable> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      const isHeard = this.whyClosed !== 'not-heard' && this.waiting.isEmpty;
      const state = isHeard ? await this.state().catch(() => undefined) : undefined;
      if (state) return state;
      await pause(lookMs, signal);
    }
    throw new TableClientClosed('The table client was closed before the ledger was heard.');
  }

  /** Stops; events without a judgement stay in the file. */
  async close(): Promise<void> {
    if (this.closing.signal.aborted) return;
    this.closing.abort();
    clearInterval(this.bettingTimer);
    await this.running;
    this.file.close();
    for (const reject of this.rejections) {
      reject(new TableClientClosed('The table client was closed before the ledger judged this.'));
    }
    this.rejections.clear();
  }

  private begin(): void {
    for (const kept of this.file.kept()) {
      this.waiting.add(kept, true, (judged) => this.say(judged));
    }
    const { signal } = this.closing;
    this.running = Promise.all([this.sender.run(signal), this.follow(signal)]);
    this.bettingTimer = setInterval(() => this.sayBetting(), lookMs);
  }

  /** Reads the table’s stream, and opens it again after it ends. */
  private async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const silence = new AbortController();
      const end = (): void => silence.abort(new Error('nothing came for 5 s'));
      let isHeard = false;
      let timer = setTimeout(end, silenceMs);
      try {
        for await (const said of this.gateway.stream(AbortSignal.any([signal, silence.signal]))) {
          clearTimeout(timer);
          timer = setTimeout(end, silenceMs);
          isHeard = true;
          this.trouble('stream', undefined);
          this.hear(said);
        }
        if (!isHeard) throw new Error('the stream ends at once');
      } catch (error) {
        this.trouble('stream', `The table hears nothing: ${(error as Error).message}`);
      }
      clearTimeout(timer);
      await pause(retryMs, signal);
    }
  }

  private hear(said: StreamMessage): void {
    this.betting.hear(said);
    this.waiting.hear(said);
    if (said.event === 'state') this.lookWhoElse(said.data);
    // The ledger continues: asks for unanswered events at once.
    if (said.event === 'state' || said.event === 'applied') this.sender.retry();
    this.sender.wake();
    this.sayBetting();
    if (said.event === 'state') this.hearState(said.data);
    else if (said.event === 'carried') this.tell('carried', said.data.carried);
    else if (said.event === 'left-out') this.tell('leftOut', said.data);
    else if (said.event === 'claim') this.sayClaim(said.data);
    else if (said.event === 'pool') this.tell('pool', said.data);
  }

  private hearState(state: StateOfTable): void {
    this.tell('state', state);
    const known = this.claimsSaid;
    this.claimsSaid = new Map();
    for (const claim of state.claims) this.sayClaim(claim, known);
  }

  /** @param known awards, in the form that they have there, that are not reported again. */
  private sayClaim(claim: StreamData['claim'], known?: ReadonlyMap<string, string>): void {
    const text = JSON.stringify(claim);
    this.claimsSaid.set(claim.id, text);
    if (known?.get(claim.id) !== text) this.tell('claim', claim);
  }

  private lookWhoElse({ sequence }: StateOfTable): void {
    const isAlone = sequence === null || BigInt(sequence) < (this.file.next ?? 0n);
    if (isAlone) this.notAlone(undefined);
    else this.notAlone(`its newest sequence is ${sequence}`);
  }

  private notAlone(why: string | undefined): void {
    this.isAlone = why === undefined;
    const { table, file } = this.options;
    const what = `Another controller sends as table ${table}, or ${file} is an old copy (${why}).`;
    const fix = 'Stop that controller, or stop this one and delete its file.';
    this.trouble('table', why === undefined ? undefined : `${what} ${fix}`);
  }

  private say(judged: Judgement): void {
    if (judged.outcome === 'applied') return;
    const { reason } = judged;
    if (reason === 'sequence-reused' || reason === 'sequence-behind') this.notAlone(reason);
    this.tell('refused', judged);
  }

  private forget(sequences: readonly bigint[]): void {
    try {
      this.file.forget(sequences);
      this.trouble('file', undefined);
    } catch (error) {
      this.trouble('file', `${this.options.file} cannot be written: ${(error as Error).message}.`);
    }
  }

  private sayBetting(): void {
    const why = this.whyClosed;
    if (why === this.bettingSaid) return;
    this.bettingSaid = why;
    this.tell('betting', why);
  }

  private trouble(of: 'events' | 'stream' | 'table' | 'file', sentence: string | undefined): void {
    if (this.closing.signal.aborted) return;
    if (sentence === undefined) this.troubles.delete(of);
    else this.troubles.set(of, sentence);
    const all = this.troubles.size === 0 ? undefined : [...this.troubles.values()].join(' ');
    if (all === this.troubleSaid) return;
    this.troubleSaid = all;
    this.tell('trouble', all);
  }

  /**
   * Calls listeners in a later turn: an error of a listener belongs to its program, and stops
   * nothing here.
   */
  private tell<Name extends keyof TableClientEvents>(
    name: Name,
    ...said: TableClientEvents[Name]
  ): void {
    const emit = this.emit.bind(this) as (name: Name, ...said: unknown[]) => boolean;
    queueMicrotask(() => void emit(name, ...said));
  }
}

/** Faults of the options, for programs without type checks. */
function optionFault(options: TableClientOptions): string | undefined {
  const { jackpot, table, file, gateway, kafka, key } = options;
  const names = nameFault('jackpot', jackpot) ?? nameFault('table', table);
  if (names !== undefined) return names;
  if (typeof file !== 'string' || file === '' || file === ':memory:') {
    return `file must be a path, was ${JSON.stringify(file) ?? 'missing'}.`;
  }
  const { url, token } = (gateway as GatewayAddress | undefined) ?? {};
  if (!URL.canParse(url ?? '') || !/^https?:/.test(url ?? '')) {
    return `gateway.url must be an address such as http://127.0.0.1:3003, was ${url ?? 'missing'}.`;
  }
  if (!/^[\x21-\x7e]+$/.test(token ?? '')) return 'gateway.token must be the token of the table.';
  if (kafka && (typeof kafka.producer?.send !== 'function' || !kafka.topic)) {
    return 'kafka must have a producer and a topic.';
  }
  return key && typeof key.signature !== 'function' ? 'key must be a TableKey.' : undefined;
}

/** Events that may still be on their way from before the disk was lost. */
const onItsWay = 1_000n;

/**
 * A sequence above all that the table has ever used, independent of the local clock: the ledger’s
 * time in microseconds (contract 3.1).
 */
function firstSequence({ asOf, sequence }: StateOfTable): bigint {
  const byClock = BigInt(asOf === null ? Date.now() : Date.parse(asOf)) * 1_000n;
  const bySequence = sequence === null ? 0n : BigInt(sequence) + onItsWay;
  return byClock > bySequence ? byClock : bySequence;
}
