import { exitCodes, formatMinor, signSilentFromMs, UserError } from '#contract';
import type { Connections } from '../connections.js';
import { print, type JsonOption } from '../print.js';
import { timeOption } from '../time-option.js';
import { readPaintings, type Painting, type Paintings } from './ack-topic.js';
import { readHeld, type HeldValues } from './held.js';
import { seconds, sentenceOf, verdictOf } from './verdict.js';

export interface ShownOptions extends JsonOption {
  readonly sign: string;
  readonly at: string;
  readonly jackpot?: string;
  readonly from?: string;
}

/**
 * Prints what a sign showed at a time, and what the ledger had then.
 * @throws UserError when the sign showed more than the ledger had, was silent, or is not known, or
 *   when the time has not passed.
 */
export async function shown(connections: Connections, options: ShownOptions): Promise<void> {
  const { sign, at, jackpot, from } = options;
  const atMs = timeOption('--at', at) as number;
  // What it painted last would else agree with a ledger that is still to come.
  if (atMs > Date.now()) throw new UserError(`--at ${at} has not passed yet.`);
  const paintings = await readPaintings(connections, sign, atMs, jackpot);
  const [painting, next] = chosen(paintings, options);
  const held = await readHeld(connections, painting, atMs, from);
  const ageMs = atMs - painting.paintedAtMs;
  const verdict = verdictOf(painting, held, atMs);
  const sentence = sentenceOf(verdict, painting, held, ageMs);
  const facts = {
    sign,
    at: new Date(atMs).toISOString(),
    verdict,
    ageMs,
    acknowledged: painting.ack,
    next: next?.ack ?? null,
    ledger: held,
  };
  const text = () => `${describe(facts, painting, next)}${verdict === 'agrees' ? `\n${sentence}\n` : ''}`; // prettier-ignore
  print(options, facts, text);
  if (verdict === 'agrees') return;
  throw new UserError(sentence, verdict === 'silent' ? exitCodes.failed : exitCodes.differs);
}

/** @throws UserError when there is none at or before the time, or of several jackpots. */
function chosen(
  { before, after }: Paintings,
  { sign, at }: ShownOptions,
): [painting: Painting, next: Painting | undefined] {
  const [painting, ...others] = [...before.values()].sort(byTime).reverse();
  if (!painting) {
    const [first] = [...after.values()].sort(byTime);
    const since = first ? `; its next one is of ${first.ack.paintedAt}` : '';
    throw new UserError(`Sign ${sign} was silent: it had acknowledged nothing by ${at}${since}.`);
  }
  // What it showed long before was taken from it.
  const beside = others.filter(
    (each) => painting.paintedAtMs - each.paintedAtMs < signSilentFromMs,
  );
  if (beside.length > 0) {
    const names = [painting, ...beside].map(({ ack }) => ack.jackpot).sort().join(', '); // prettier-ignore
    throw new UserError(`Sign ${sign} shows ${names}: name one with --jackpot.`, exitCodes.usage);
  }
  return [painting, after.get(painting.ack.jackpot)];
}

function byTime(one: Painting, other: Painting): number {
  return one.paintedAtMs - other.paintedAtMs;
}

interface ShownFacts {
  readonly sign: string;
  readonly at: string;
  readonly ageMs: number;
  readonly ledger: HeldValues;
}

function describe(
  { sign, at, ageMs, ledger }: ShownFacts,
  { ack, paintedAtMs }: Painting,
  next: Painting | undefined,
): string {
  const money = (minor: number | null): string =>
    minor === null ? 'nothing' : formatMinor(minor, ledger.currency);
  const of = (painting: Painting): string =>
    `${money(painting.ack.value)}, ${painting.ack.state}, version ${painting.ack.version}`;
  const { atTime, atVersion } = ledger;
  const lines = [
    `sign ${sign}, ${ack.jackpot}, ${at}\n`,
    `shown       ${of({ ack, paintedAtMs })}`,
    `painted     ${new Date(paintedAtMs).toISOString()}, ${seconds(ageMs)} before`,
    `next        ${next ? `${of(next)}, ${seconds(next.paintedAtMs - paintedAtMs)} later` : 'none'}`,
    `ledger      ${money(atTime?.value ?? null)}${atTime ? `, version ${atTime.version}` : ''}`,
    `at version  ${money(atVersion)}`,
  ];
  const clockMs = Date.parse(ack.paintedAt) - paintedAtMs;
  if (clockMs !== 0) {
    const side = clockMs > 0 ? 'ahead' : 'behind';
    lines.push(`its clock   ${ack.paintedAt}, ${seconds(Math.abs(clockMs))} ${side}, not believed`);
  }
  return `${lines.join('\n')}\n`;
}
