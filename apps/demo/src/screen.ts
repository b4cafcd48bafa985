import { currencyExponent, formatMinor, type AwardMessage } from '#contract';
import type { AlertGroup } from './alerts.js';
import { countList } from './summary.js';
import type { DemoView, Pool } from './view.js';

export type Style = 'plain' | 'strong' | 'faint' | 'hit' | 'doubtful' | 'bad';
export type ScreenLine = readonly (readonly [style: Style, text: string])[];

export interface Services {
  readonly api: string;
  readonly signs: string;
  /** Address of the table gateway. */
  readonly tables: string;
}

export interface Addresses extends Services {
  /** Undefined if Prometheus is not available. */
  readonly prometheus: string | undefined;
  /** The file that gives another shell the servers and the keys. */
  readonly envFile: string;
  /** Address for visitors; undefined if none are expected. */
  readonly room: string | undefined;
  /** The folder with the logs. */
  readonly logs: string;
  /** Name and process id of each server that is restarted when it is killed. */
  readonly processes: () => Readonly<Record<string, number>>;
}

/** The size of the terminal, and the times. */
export interface ScreenMoment {
  readonly columns: number;
  readonly rows: number;
  readonly nowMs: number;
  readonly startedAtMs: number;
}

const codes: Readonly<Record<Style, string>> = {
  plain: '0',
  strong: '1',
  faint: '2',
  hit: '1;33',
  doubtful: '33',
  bad: '31',
};
const hitShownMs = 4_000;
/** Limit of names of firing alerts, if the terminal is high enough. */
const alertsShown = 4;
/** Width of `+15,000.00 a minute` and its gaps. */
const growthWidth = 28;

/** Draws the whole screen, never wider or higher than the terminal. */
export function drawLines(
  view: DemoView,
  addresses: Addresses,
  { columns, rows, nowMs, startedAtMs }: ScreenMoment,
): ScreenLine[] {
  const top = [
    ...heading(addresses, view, nowMs - startedAtMs),
    ...poolLines(view, nowMs, columns),
    [],
    ...alertLines(view, addresses, rows),
  ];
  const notice: ScreenLine[] = view.notice === '' ? [] : [[['doubtful', view.notice]]];
  const bottom = [[], ...notice, statusLine(view)];
  // Awards and exceptions share the remaining lines; each has a title and a gap.
  const room = Math.max(0, rows - top.length - bottom.length - 4);
  const awards = awardLines(view, Math.ceil(room / 2));
  const exceptions = exceptionLines(view, Math.floor(room / 2));
  const lines: ScreenLine[] = [...top, [], ...awards, [], ...exceptions, ...bottom];
  return lines.slice(0, rows).map((line) => cut(line, columns));
}

/** Lines that stay on the terminal after the screen. */
export function closingLines(view: DemoView): string[] {
  return [
    ...[...view.pools.values()].map(
      ({ id, value, currency }) => `${id.padEnd(16)}${formatMinor(value, currency)}`,
    ),
    `${view.awardCount} prizes; exceptions: ${countList(view.reasons)}`,
  ];
}

export function paint(line: ScreenLine, withColour: boolean): string {
  return line
    .map(([style, text]) =>
      withColour && style !== 'plain' ? `\x1b[${codes[style]}m${text}\x1b[0m` : text,
    )
    .join('');
}

function heading(addresses: Addresses, view: DemoView, elapsedMs: number): ScreenLine[] {
  const { api, signs, tables, prometheus, room, envFile, logs, processes } = addresses;
  const elapsed = new Date(elapsedMs).toISOString().slice(11, 19);
  const named = (name: string, text: string): ScreenLine => [
    ['faint', name.padEnd(12)],
    ['plain', text],
  ];
  return [
    title('Progressive jackpot ', `demo, ${elapsed}, ${view.pitState}; Ctrl-C ends it`),
    named('API', `${api}/v1/jackpots`),
    named('docs', `${api}/docs  ${signs}/docs  ${tables}/docs`),
    ...[...view.pools.keys()].map((id, index) =>
      named(index === 0 ? 'signs' : '', `${signs}/signs/${id}`),
    ),
    ...(room === undefined ? [] : [named('take part', `${room}  verify and pay a win yourself`)]),
    named('metrics', `${api}/metrics  ${signs}/metrics  ${tables}/metrics`),
    named('Prometheus', prometheus ?? 'not to be had here'),
    named('2nd shell', `source ${envFile}`),
    named('logs', logs),
    named('processes', processLine(processes())),
    [],
  ];
}

/** Line for people who want to see a fail-over. */
export function processLine(processes: Readonly<Record<string, number>>): string {
  const all = Object.entries(processes).map(([name, pid]) => `${name} ${pid}`);
  return `${all.join(', ')}: kill -9 one, and it is started again`;
}

function poolLines(view: DemoView, nowMs: number, columns: number): ScreenLine[] {
  const pools = [...view.pools.values()].map((pool) => ({
    ...pool,
    amount: formatMinor(pool.value, pool.currency),
  }));
  const nameWidth = Math.max(0, ...pools.map(({ name }) => name.length));
  const amountWidth = Math.max(0, ...pools.map(({ amount }) => amount.length));
  const trendWidth = Math.min(40, Math.max(6, columns - nameWidth - amountWidth - growthWidth));
  return pools.map((pool) => {
    const isHit = nowMs - pool.hitAtMs < hitShownMs;
    const values = pool.history.slice(-trendWidth).map(({ value }) => value);
    return [
      ['plain', `${pool.name.padEnd(nameWidth)}  `],
      [isHit ? 'hit' : 'strong', pool.amount.padStart(amountWidth)],
      ['faint', `  ${sparkline(values).padEnd(trendWidth)}  ${growth(pool)}`],
    ];
  });
}

function alertLines({ alerts }: DemoView, { prometheus }: Addresses, rows: number): ScreenLine[] {
  if (prometheus === undefined) return [];
  if (alerts === undefined) return [title('Alerts  ', 'Prometheus does not answer')];
  const faults = alerts.filter(({ isAward }) => !isAward);
  const awards = alerts.filter(({ isAward }) => isAward);
  const count = faults.reduce((sum, group) => sum + group.count, 0);
  const room = Math.max(1, Math.min(alertsShown, Math.floor((rows - 20) / 4)));
  const lines = [...faults, ...awards].slice(0, room).map((group): ScreenLine => [
    [styleOf(group), `${(group.isAward ? 'award' : group.severity).padEnd(8)}  `],
    ['plain', `${group.name}${group.count > 1 ? ` ×${group.count}` : ''}  `.padEnd(28)],
    ['faint', group.summary],
  ]);
  const firing = count === 0 ? 'none fires' : count === 1 ? '1 fires' : `${count} fire`;
  return [title('Alerts  ', firing), ...lines];
}

function styleOf({ severity, isAward }: AlertGroup): Style {
  if (isAward) return 'hit';
  if (severity === 'page') return 'bad';
  return severity === 'warning' ? 'doubtful' : 'plain';
}

function awardLines(view: DemoView, room: number): ScreenLine[] {
  const payouts = view.awards.flatMap((award) =>
    award.payouts.map((payout, index) => ({ ...payout, award, own: award.states[index] })),
  );
  const lines = payouts
    .slice(0, room)
    .map(({ award, seat, hand, amount, basis, own }): ScreenLine => [
      ['faint', `${award.recordedAt.slice(11, 19)}  `],
      ['plain', `${award.jackpot.padEnd(14)} ${award.table.padEnd(6)} seat ${seat}  `],
      [basis === 'share' ? 'hit' : 'plain', hand.replaceAll('-', ' ').padEnd(16)],
      ['plain', `${formatMinor(amount, award.currency).padStart(18)}`],
      own ? screenState(own, award) : ['plain', ''],
      ['faint', basis === 'share' ? '  of the pool' : ''],
    ]);
  return [title('Awards  ', `${view.awardCount} prizes${waitingLines(view)}`), ...lines];
}

/** `; 2 locked, 1 verified, MOP 6,500.00 held`, or nothing if no award waits. */
function waitingLines({ claims, pools }: DemoView): string {
  if (claims.length === 0) return '';
  const held = [...pools.values()]
    .filter((pool) => pool.held > 0)
    .map(({ held: major, currency }) => {
      return formatMinor(Math.round(major * 10 ** (currencyExponent(currency) ?? 0)), currency);
    });
  return `; ${[...claims.map(([state, count]) => `${count} ${state}`), ...held].join(', ')} held`;
}

/** Returns the state of a seat's prize, for an award that waits or has waited. */
function screenState({ state, slip }: AwardMessage['states'][number], { cause }: AwardMessage) {
  switch (state) {
    case 'awarded':
      return ['plain', ''] as const;
    case 'locked':
      return ['doubtful', '  waits to be verified'] as const;
    case 'verified':
      return ['hit', `  verified, slip ${slip}`] as const;
    case 'paid':
      return ['faint', `  paid, slip ${slip}`] as const;
    case 'expired':
      return ['faint', '  expired'] as const;
    case 'reversed':
      return ['bad', `  reversed: ${(cause ?? '').replaceAll('-', ' ')}`] as const;
    default:
      return state satisfies never;
  }
}

function exceptionLines(view: DemoView, room: number): ScreenLine[] {
  const lines = view.exceptions.slice(0, room).map(({ atMs, message }): ScreenLine => [
    ['faint', `${new Date(atMs).toISOString().slice(11, 19)}  `],
    ['plain', `${(message.source ?? '').padEnd(6)} ${message.reason.padEnd(24)} `],
    ['faint', message.detail],
  ]);
  return [title('Exceptions  ', countList(view.reasons)), ...lines];
}

function title(name: string, text: string): ScreenLine {
  return [
    ['strong', name],
    ['faint', text],
  ];
}

function statusLine(view: DemoView): ScreenLine {
  const health = (name: string, isReady: boolean): ScreenLine[number] =>
    isReady ? ['plain', `${name} ready   `] : ['bad', `${name} NOT ready   `];
  return [
    ['plain', `${view.eventsPerSecond.toFixed(0)} events/s   lag ${view.lag}   `],
    health('ledger', view.health.ledger),
    health('signs', view.health.signs),
    ['plain', `${view.signs} connected`],
  ];
}

const bars = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

export function sparkline(values: readonly number[]): string {
  const low = Math.min(...values);
  const range = Math.max(...values) - low;
  return values
    .map((value) => bars[range === 0 ? 0 : Math.round(((value - low) / range) * 7)])
    .join('');
}

/** The average change of a pool in a minute, over its history. */
function growth({ history, currency }: Pool): string {
  const [first] = history;
  const last = history.at(-1);
  if (!first || !last || last.atMs === first.atMs) return '';
  const minorPerMs = (last.value - first.value) / (last.atMs - first.atMs);
  const aMinute = Math.round(minorPerMs * 60_000);
  return `${aMinute < 0 ? '' : '+'}${formatMinor(aMinute, currency).slice(4)} a minute`;
}

function cut(line: ScreenLine, columns: number): ScreenLine {
  let room = columns;
  return line.flatMap(([style, text]): ScreenLine => {
    const part = text.slice(0, room);
    room -= part.length;
    return part === '' ? [] : [[style, part]];
  });
}
