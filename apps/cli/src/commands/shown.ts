import { exitCodes, formatMinor, signSilentFromMs, UserError } from '#contract';
import { Command, Option } from '@commander-js/extra-typings';
import { connected } from '../command.js';
import { commonZone, houseTime } from '#acts';
import { fromCheckpointOption, jsonOption } from '../options/common.js';
import { timeOption } from '../options/time-option.js';
import { homesAsked } from '../reading/homes-asked.js';
import { readPaintings, type Painting, type Paintings } from '../shown/ack-topic.js';
import { readHeld, type HeldValues } from '../shown/held.js';
import { seconds, verdictSentence, verdictOf } from '../shown/verdict.js';

/**
 * Shows the value on a sign at a time, and the ledger's value then. Fails if the sign showed more
 * than the ledger had, or was silent.
 * @throws UserError if the sign is unknown, or the time has not passed.
 */
export const shownCommand = connected(
  () =>
    new Command('shown')
      .description('compare what a sign has acknowledged showing at a given time with the ledger')
      .requiredOption('--sign <name>', 'the sign')
      .addOption(
        new Option('--at <time>', 'such as 2026-11-21 12:00:30, or 5m for five minutes ago')
          .makeOptionMandatory()
          .argParser(timeOption('--at')),
      )
      .option('--jackpot <id>', 'of a sign that shows several')
      .addOption(fromCheckpointOption())
      .addOption(jsonOption()),
  async (connections, { sign, at, jackpot, from }) => {
    const { typed } = at;
    const homes = at.needsZone ? await homesAsked(connections, jackpot) : [];
    const zone = commonZone(homes.map((home) => home.jackpot));
    const atMs = at.inZone(zone);
    const asked = at.needsZone ? houseTime(atMs, zone ?? 'UTC') : new Date(atMs).toISOString();
    // Otherwise its last painting would agree with a ledger that is still to come.
    if (atMs > Date.now()) throw new UserError(`--at ${typed} has not passed yet.`);
    const paintings = await readPaintings(connections, sign, atMs, jackpot);
    const [painting, next] = chosenPainting(paintings, sign, asked);
    const held = await readHeld(connections, painting, atMs, from);
    const ageMs = atMs - painting.paintedAtMs;
    const verdict = verdictOf(painting, held, atMs);
    const sentence = verdictSentence(verdict, painting, held, ageMs);
    const facts = {
      sign,
      at: new Date(atMs).toISOString(),
      verdict,
      ageMs,
      acknowledged: painting.ack,
      next: next?.ack ?? null,
      ledger: held,
    };
    const lines = describePainting({ ...facts, asked }, painting, next);
    if (verdict === 'agrees') return { facts, lines: `${lines}\n${sentence}\n` };
    const exitCode = verdict === 'silent' ? exitCodes.failed : exitCodes.differs;
    return { facts, lines, failure: { message: sentence, exitCode } };
  },
);

/**
 * @throws UserError if there is no painting at or before the time, or there are several jackpots.
 */
function chosenPainting(
  { before, after }: Paintings,
  sign: string,
  at: string,
): [painting: Painting, next: Painting | undefined] {
  const [painting, ...others] = [...before.values()].sort(byTime).reverse();
  if (!painting) {
    const [first] = [...after.values()].sort(byTime);
    const since = first ? `; its next acknowledgement is of ${first.ack.paintedAt}` : '';
    throw new UserError(`Sign ${sign} was silent: it had acknowledged nothing by ${at}${since}.`);
  }
  // A jackpot shown long before was removed from the sign.
  const beside = others.filter(
    (each) => painting.paintedAtMs - each.paintedAtMs < signSilentFromMs,
  );
  if (beside.length > 0) {
    const names = [painting, ...beside].map(({ ack }) => ack.jackpot).sort();
    throw new UserError(
      `Sign ${sign} shows ${names.join(', ')}: name one with --jackpot.`,
      exitCodes.usage,
    );
  }
  return [painting, after.get(painting.ack.jackpot)];
}

function byTime(one: Painting, other: Painting): number {
  return one.paintedAtMs - other.paintedAtMs;
}

interface ShownFacts {
  readonly sign: string;
  /** The requested time, with its zone. */
  readonly asked: string;
  readonly ageMs: number;
  readonly ledger: HeldValues;
}

function describePainting(
  { sign, asked, ageMs, ledger }: ShownFacts,
  { ack, paintedAtMs }: Painting,
  next: Painting | undefined,
): string {
  const money = (minor: number | null): string =>
    minor === null ? 'nothing' : formatMinor(minor, ledger.currency);
  const of = (painting: Painting): string =>
    `${money(painting.ack.value)}, ${painting.ack.state}, version ${painting.ack.version}`;
  const { atTime, atVersion } = ledger;
  const lines = [
    `sign ${sign}, ${ack.jackpot}, ${asked}\n`,
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
