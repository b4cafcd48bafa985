import { Home, visible } from '#acts';
import { decodeRecord, formatMinor, isCommandType, isOfLedger, parseJson } from '#contract';
import type { Folded, FoldContext } from '#engine';
import type { LogRecord } from '#log';
import { personNamed, type PartitionState } from '#pools';
import type { ReplayObserver } from '#proof';
import { Command, Option } from '@commander-js/extra-typings';
import { connected } from '../command.js';
import { houseTime } from '../format/house-time.js';
import { table } from '../format/table.js';
import { jsonOption } from '../options/common.js';
import { timeOption } from '../options/time-option.js';
import { openReplay } from '../reading/open-replay.js';

/** What somebody has signed. */
interface ActRecord {
  readonly offset: number;
  readonly atMs: number;
  readonly holder: string;
  readonly kid: string;
  readonly type: string;
  /** The jackpot, or the ledger of a set of keys. */
  readonly subject: string;
  readonly data: object;
  /** Why it was refused; null where it was applied. */
  readonly refused: string | null;
}

/**
 * Shows who has done what to a jackpot, from the log: suspensions, adjustments, grants, reversals,
 * configurations and keys, refused ones too.
 * @throws UserError when there is no such jackpot, or the log cannot be proven.
 */
export const actsCommand = connected(
  () =>
    new Command('acts')
      .description('show who did what to a jackpot and when, with the reason, from the log')
      .argument('<jackpot>')
      .addOption(
        new Option('--from <time>', 'as 2026-11-25, included').argParser(timeOption('--from')),
      )
      .addOption(new Option('--to <time>', 'not included').argParser(timeOption('--to')))
      .option('--by <holder>', 'only of this person')
      .option('--checkpoint <file>', 'list only what came after this checkpoint')
      .addOption(jsonOption()),
  async (connections, id, { from, to, by, checkpoint }) => {
    const home = await Home.open(connections, id);
    const { zone, currency } = home.jackpot.configuration;
    const replay = await openReplay(connections, id, checkpoint);
    const found = new ActList(id, replay.context);
    await replay.fold(replay.snapshot.position, found);
    const [fromMs, toMs] = [from?.inZone(zone) ?? -Infinity, to?.inZone(zone) ?? Infinity];
    const acts = found.acts.filter(({ atMs, holder }) => {
      return (
        atMs >= fromMs &&
        atMs < toMs &&
        (by === undefined || personNamed(holder) === personNamed(by))
      );
    });
    const facts = { jackpot: id, acts };
    const none = `Nobody has done anything to ${id} in that time.\n`;
    return { facts, lines: acts.length === 0 ? none : describeActs(acts, zone, currency) };
  },
);

/** Collects what people have signed for a jackpot, and for the keys of its partition. */
export class ActList implements ReplayObserver {
  readonly acts: ActRecord[] = [];
  private signed: Omit<ActRecord, 'atMs' | 'refused'> | undefined;

  constructor(
    private readonly jackpot: string,
    private readonly context: Pick<FoldContext, 'partitions' | 'root'>,
  ) {}

  before({ authority, jackpots }: PartitionState, record: LogRecord): void {
    this.signed = undefined;
    const { offset, value, headers } = record;
    if (value === null || headers?.['signature'] === undefined) return;
    const { type, subject, data } = (parseJson(value) ?? {}) as Partial<ActRecord>;
    if (type === undefined || !isCommandType(type)) return;
    if (subject !== this.jackpot && !isOfLedger(type)) return;
    const decoded = decodeRecord(record, { ...this.context, authority, jackpots });
    if (!decoded.signer) return;
    const { kid, holder } = decoded.signer.key;
    // The members of invalid data can be anything.
    const said = 'refused' in decoded ? {} : (data ?? {});
    this.signed = { offset, holder, kid, type, subject: subject ?? '', data: said };
  }

  after(_: PartitionState, __: LogRecord, { counts, recordedAtMs: atMs }: Folded): void {
    if (!this.signed) return;
    const refused = counts.refused > 0 ? ([...counts.exceptions.keys()].at(-1) ?? null) : null;
    this.acts.push({ ...this.signed, atMs, refused });
  }
}

export function describeActs(acts: readonly ActRecord[], zone: string, currency: string): string {
  const rows = acts.map(({ offset, atMs, holder, kid, type, data, refused }) => {
    const { act = { type, data } } = data as { act?: Pick<ActRecord, 'type' | 'data'> };
    const what = act.type === type ? type : `${type}: ${act.type}`;
    return [
      houseTime(atMs, zone),
      offset,
      visible(`${holder} (${kid})`),
      what,
      visible(aboutOf(act.data, currency)),
      refused === null ? 'applied' : `refused: ${refused}`,
      visible(reasonIn({ ...act.data, ...data })),
    ];
  });
  return table(['time', 'offset', 'who', 'act', 'of', 'result', 'because'], rows);
}

/** Members of the commands of contract 4.4 and 4.8. */
interface SignedWords {
  readonly amount?: number;
  readonly account?: string;
  readonly award?: string;
  readonly seat?: number;
  readonly table?: string;
  readonly round?: string;
  readonly proposal?: number;
  readonly payouts?: readonly { readonly seat: number; readonly amount: number }[];
  readonly keys?: readonly { readonly kid?: string }[];
  readonly version?: number;
  readonly reason?: string;
  readonly note?: string;
  readonly method?: string;
}

/** What an act names: its amount, award, table or keys. */
function aboutOf(data: SignedWords, currency: string): string {
  const { amount, account, award, seat, table: name, round, payouts, keys, version } = data;
  const money = (minor: number): string => formatMinor(minor, currency);
  if (account !== undefined && amount !== undefined) {
    return `${account} ${amount > 0 ? '+' : ''}${money(amount)}`;
  }
  if (payouts) {
    const seats = payouts.map((each) => `seat ${each.seat} ${money(each.amount)}`);
    return `${name}/${round}: ${seats.join(', ')}`;
  }
  if (award !== undefined) {
    const paid = amount === undefined ? '' : ` ${money(amount)}`;
    return `${award}${seat === undefined ? '' : `, seat ${seat}`}${paid}`;
  }
  if (keys) return `version ${version}, ${keys.map(({ kid }) => kid).join(', ')}`;
  return name ?? (data.proposal === undefined ? '' : `proposal ${data.proposal}`);
}

function reasonIn({ reason, note, method }: SignedWords): string {
  return reason ?? note ?? method ?? '';
}
