import { changesBetween, visible } from '#acts';
import { decodeRecord, isCommandType, isOfLedger, parseJson } from '#contract';
import type { Folded, FoldContext } from '#engine';
import type { LogRecord } from '#log';
import type { Configuration, Jackpot, PartitionState } from '#pools';
import type { ReplayObserver } from '#proof';
import { aboutAct, seatsNamed, type SeatAmount } from '../format/about-act.js';

/** An act that somebody has signed. */
export interface ActRecord {
  readonly offset: number;
  readonly atMs: number;
  readonly id: string;
  readonly holder: string;
  readonly kid: string;
  readonly type: string;
  /** The jackpot, or the ledger for a set of keys. */
  readonly subject: string;
  readonly data: object;
  /** The seats of the award in the act; minor units. */
  readonly payouts: readonly SeatAmount[];
  /** Members of the configuration that it changed. */
  readonly changed: readonly string[];
  /** The reason for the refusal; null if it was applied. */
  readonly refused: string | null;
  /** `proposed`: others must approve it; `approved`: more others must. */
  readonly result: 'applied' | 'proposed' | 'approved' | 'refused';
}

/** Collects acts that people have signed for a jackpot, and for the keys of its partition. */
export class ActList implements ReplayObserver {
  readonly acts: ActRecord[] = [];
  private signed: Omit<ActRecord, 'atMs' | 'changed' | 'refused' | 'result'> | undefined;
  private configuration: Configuration | undefined;

  constructor(
    private readonly jackpot: string,
    private readonly context: Pick<FoldContext, 'partitions' | 'root'>,
  ) {}

  before({ authority, jackpots }: PartitionState, record: LogRecord): void {
    this.signed = undefined;
    this.configuration = jackpots.get(this.jackpot)?.configuration;
    const { offset, value, headers } = record;
    if (value === null || headers?.['signature'] === undefined) return;
    const { id = '', type, subject, data } = (parseJson(value) ?? {}) as Partial<ActRecord>;
    if (type === undefined || !isCommandType(type)) return;
    if (subject !== this.jackpot && !isOfLedger(type)) return;
    const decoded = decodeRecord(record, { ...this.context, authority, jackpots });
    if (!decoded.signer) return;
    const { kid, holder } = decoded.signer.key;
    // The members of invalid data can have any type.
    const said = 'refused' in decoded ? {} : (data ?? {});
    const payouts = seatsNamed(jackpots.get(this.jackpot), carriedAct(said));
    this.signed = { offset, id, holder, kid, type, subject: subject ?? '', data: said, payouts };
  }

  after({ jackpots }: PartitionState, _: LogRecord, { counts, recordedAtMs: atMs }: Folded): void {
    if (!this.signed) return;
    const jackpot = jackpots.get(this.jackpot);
    const [before, now] = [this.configuration, jackpot?.configuration];
    const changed =
      before && now && before !== now
        ? changesBetween(before, now).map(({ member }) => member)
        : [];
    const refused = counts.refused > 0 ? ([...counts.exceptions.keys()].at(-1) ?? null) : null;
    const result = refused === null ? resultOf(this.signed, jackpot) : 'refused';
    this.acts.push({ ...this.signed, atMs, changed, refused, result });
  }
}

/** Tells whether an act is done, or its proposal still there. */
function resultOf(
  { type, offset, data }: Pick<ActRecord, 'type' | 'offset' | 'data'>,
  jackpot: Jackpot | undefined,
): 'applied' | 'proposed' | 'approved' {
  const { proposal = offset } = data as { proposal?: number };
  if (!jackpot?.proposals.some((each) => each.offset === proposal)) return 'applied';
  return type === 'act.proposed' ? 'proposed' : 'approved';
}

/** The act in a proposal or an approval; else the data of the act itself. */
function carriedAct(data: object): object {
  return (data as { act?: { data: object } }).act?.data ?? data;
}

/** An act, its subject, its result and its reason: for people. */
export function actWords(
  { type, data, payouts, changed, refused, result }: ActRecord,
  currency: string,
): Readonly<Record<'act' | 'of' | 'result' | 'reason', string>> {
  const { act: inner } = data as { act?: Pick<ActRecord, 'type'> };
  const about = carriedAct(data);
  return {
    act: inner ? `${type}: ${inner.type}` : type,
    of: visible(changed.join(', ') || aboutAct(about, payouts, currency)),
    result: refused === null ? result : `${result}: ${refused}`,
    reason: visible(reasonIn({ ...about, ...data })),
  };
}

function reasonIn(data: object): string {
  const { reason, note, method } = data as Partial<Record<string, string>>;
  const words = new Set([reason, note].filter((each) => each !== undefined));
  return [...words].join('; ') || (method ?? '');
}
