// @ts-check
/** The demo's picture on a terminal, from what is known to lines of text. */
import { formatMinor } from '#contract';

/**
 * @typedef {'plain' | 'strong' | 'faint' | 'hit' | 'bad'} Style
 * @typedef {[style: Style, text: string][]} Line
 * @typedef {{ api: string, signs: string, logs: string }} Addresses
 * @typedef {import('./view.mjs').DemoView} DemoView
 */

/** @type {Record<Style, string>} */
const codes = { plain: '0', strong: '1', faint: '2', hit: '1;33', bad: '31' };
const hitShownMs = 4_000;
/** As in `+15,000.00 a minute`, and the gaps. */
const growthWidth = 28;

/**
 * The picture, never wider or higher than the terminal.
 * @param {DemoView} view @param {Addresses} addresses
 * @param {{ columns: number, rows: number, now: number, startedAt: number }} place
 * @returns {Line[]}
 */
export function drawLines(view, addresses, { columns, rows, now, startedAt }) {
  const top = [...heading(addresses, view, now - startedAt), ...poolLines(view, now, columns)];
  const bottom = [[], statusLine(view)];
  // What is left is shared by awards and exceptions, one line less for each one's title and gap.
  const room = Math.max(0, rows - top.length - bottom.length - 4);
  const awards = awardLines(view, Math.ceil(room / 2));
  const exceptions = exceptionLines(view, Math.floor(room / 2));
  /** @type {Line[]} */
  const lines = [...top, [], ...awards, [], ...exceptions, ...bottom];
  return lines.slice(0, rows).map((line) => cut(line, columns));
}

/** What stays on the terminal when the picture is gone.
 * @param {DemoView} view @returns {string[]} */
export function closingLines(view) {
  const reasons = view.reasons.map(([reason, count]) => `${reason} ${count}`).join(', ');
  return [
    ...[...view.pools.values()].map(
      ({ id, value, currency }) => `${id.padEnd(16)}${formatMinor(value, currency)}`,
    ),
    `${view.awardCount} payouts; exceptions: ${reasons || 'none'}`,
  ];
}

/** @param {Line} line @param {boolean} withColour */
export function paint(line, withColour) {
  return line
    .map(([style, text]) =>
      withColour && style !== 'plain' ? `\x1b[${codes[style]}m${text}\x1b[0m` : text,
    )
    .join('');
}

/** @param {Addresses} addresses @param {DemoView} view @param {number} elapsedMs @returns {Line[]} */
function heading({ api, signs, logs }, view, elapsedMs) {
  const elapsed = new Date(elapsedMs).toISOString().slice(11, 19);
  /** @type {Line[]} */
  const pages = [...view.pools.keys()].map((id, index) => [
    ['faint', index === 0 ? 'signs    ' : '         '],
    ['plain', `${signs}/signs/${id}`],
  ]);
  return [
    [
      ['strong', 'Progressive jackpot '],
      ['faint', `demo, ${elapsed}, ${view.pit}; Ctrl-C ends it`],
    ],
    [
      ['faint', 'API      '],
      ['plain', `${api}/v1/jackpots`],
    ],
    [
      ['faint', 'docs     '],
      ['plain', `${api}/docs  ${signs}/docs`],
    ],
    ...pages,
    [
      ['faint', 'metrics  '],
      ['plain', `${api}/metrics  ${signs}/metrics`],
    ],
    [
      ['faint', 'logs     '],
      ['plain', logs],
    ],
    [],
  ];
}

/** @param {DemoView} view @param {number} now @param {number} columns @returns {Line[]} */
function poolLines(view, now, columns) {
  const pools = [...view.pools.values()];
  const amounts = pools.map(({ value, currency }) => formatMinor(value, currency));
  const nameWidth = Math.max(0, ...pools.map(({ name }) => name.length));
  const amountWidth = Math.max(0, ...amounts.map((amount) => amount.length));
  const trendWidth = Math.min(40, Math.max(6, columns - nameWidth - amountWidth - growthWidth));
  return pools.map((pool, index) => {
    const isHit = now - pool.hitAt < hitShownMs;
    const amount = /** @type {string} */ (amounts[index]);
    const values = pool.history.slice(-trendWidth).map(({ value }) => value);
    return [
      ['plain', `${pool.name.padEnd(nameWidth)}  `],
      [isHit ? 'hit' : 'strong', amount.padStart(amountWidth)],
      ['faint', `  ${sparkline(values).padEnd(trendWidth)}  ${growth(pool)}`],
    ];
  });
}

/** @param {DemoView} view @param {number} room @returns {Line[]} */
function awardLines(view, room) {
  const payouts = view.awards.flatMap((award) =>
    award.payouts.map((payout) => ({ ...payout, award })),
  );
  /** @type {Line[]} */
  const lines = payouts.slice(0, room).map(({ award, seat, hand, amount, basis }) => [
    ['faint', `${award.time.slice(11, 19)}  `],
    ['plain', `${award.jackpot.padEnd(14)} ${award.table.padEnd(6)} seat ${seat}  `],
    [basis === 'share' ? 'hit' : 'plain', hand.replaceAll('-', ' ').padEnd(16)],
    ['plain', `${formatMinor(amount, award.currency).padStart(18)}`],
    ['faint', basis === 'share' ? '  of the pool' : ''],
  ]);
  return [
    [
      ['strong', 'Awards  '],
      ['faint', `${view.awardCount} payouts`],
    ],
    ...lines,
  ];
}

/** @param {DemoView} view @param {number} room @returns {Line[]} */
function exceptionLines(view, room) {
  const counts = view.reasons.map(([reason, count]) => `${reason} ${count}`).join(', ');
  /** @type {Line[]} */
  const lines = view.exceptions.slice(0, room).map(({ at, message }) => [
    ['faint', `${new Date(at).toISOString().slice(11, 19)}  `],
    ['plain', `${(message.source ?? '').padEnd(6)} ${message.reason.padEnd(24)} `],
    ['faint', message.detail],
  ]);
  return [
    [
      ['strong', 'Exceptions  '],
      ['faint', counts === '' ? 'none' : counts],
    ],
    ...lines,
  ];
}

/** @param {DemoView} view @returns {Line} */
function statusLine(view) {
  const { ledger, signs } = view.health;
  return [
    ['plain', `${view.eventsPerSecond.toFixed(0)} events/s   lag ${view.lag}   `],
    [ledger ? 'plain' : 'bad', ledger ? 'ledger ready   ' : 'ledger NOT ready   '],
    [signs ? 'plain' : 'bad', signs ? 'signs ready   ' : 'signs NOT ready   '],
    ['plain', `${view.signs} connected`],
  ];
}

const bars = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** @param {number[]} values */
export function sparkline(values) {
  const low = Math.min(...values);
  const range = Math.max(...values) - low;
  return values
    .map((value) => bars[range === 0 ? 0 : Math.round(((value - low) / range) * 7)])
    .join('');
}

/** How much a pool has changed a minute, over the time that is known.
 * @param {import('./view.mjs').Pool} pool */
function growth({ history, currency }) {
  const [first] = history;
  const last = history.at(-1);
  if (!first || !last || last.at === first.at) return '';
  const aMinute = Math.round(((last.value - first.value) / (last.at - first.at)) * 60_000);
  return `${aMinute < 0 ? '' : '+'}${formatMinor(aMinute, currency).slice(4)} a minute`;
}

/** @param {Line} line @param {number} columns @returns {Line} */
function cut(line, columns) {
  let room = columns;
  return line.flatMap(([style, text]) => {
    const part = text.slice(0, room);
    room -= part.length;
    return part === '' ? [] : [/** @type {Line[number]} */ ([style, part])];
  });
}
