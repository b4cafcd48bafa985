import { visible } from '#acts';
import { formatMicros, formatMinor, type AwardMessage } from '#contract';
import type { LedgerComparison, Plan } from '#proof';
import { table } from '../format/table.js';

/** An act in words, for people to read before it is carried out. */
export function describePlan({ act, diagnosis, reason, effect }: Plan): string {
  return `partition ${diagnosis.partition}: ${act} (${reason})\n${describeEffect(effect)}\n`;
}

function describeEffect(effect: Plan['effect']): string {
  switch (effect.act) {
    case 'skip': {
      const { from, position } = effect;
      return position === from
        ? `position: stays at ${from}; the record before it is gone and would not be recognised again; no balance changes`
        : `position: ${from} -> ${position}; the log does not have the ${position - from} offsets between, and no balance changes`;
    }
    case 'accept-log': {
      const [before, after] = effect.clusters;
      return `cluster: ${before} -> ${after}; the record at offset ${effect.position - 1} is the same, position and balances stay`;
    }
    case 'accept-time': {
      const [before, after] = effect.times.map((ms) => new Date(ms).toISOString());
      return `time: ${before} -> ${after}, that of the record at offset ${effect.position}; later records are dated no earlier, and no balance changes`;
    }
    case 'rebuild': {
      const { positions, records, pending, comparison, isHalted } = effect;
      return (
        `position: ${positions[0]} -> 0, then the service folds the log again; ` +
        `its first ${records} records give\n` +
        `${describeComparison(comparison)}\n` +
        `and ${pending} records after them are pending` +
        (isHalted ? '' : '; a service that has not halted notices at the next record')
      );
    }
    case 'restore': {
      const { positions, records, pending, comparison, checkpoint, folded } = effect;
      return (
        `position: ${positions.join(' -> ')}, as the checkpoint of ${checkpoint.at} has it; then the service folds the log again\n` +
        `${describeFolded(checkpoint.digest, folded)} ${records} records, and\n` +
        `${describeComparison(comparison)}\n` +
        `and ${pending} records after them are pending`
      );
    }
    default:
      return effect satisfies never;
  }
}

function describeFolded(
  checkpoint: string,
  folded: Extract<Plan['effect'], { act: 'restore' }>['folded'],
): string {
  const toNote =
    'which must equal the one in your notes or your archive: the log no longer proves it';
  if (typeof folded === 'object') {
    return `manifest: SHA-256 ${folded.manifest}, ${toNote}\nthe journal has no block of this partition, so the archive’s last one is put back there; the archive gives each of its blocks; the archive and the log after it give`;
  }
  const note = folded === 'log' ? '' : `, ${toNote}`;
  const from = folded === 'log' ? 'from its first record' : 'after it';
  return `checkpoint: SHA-256 ${checkpoint}${note}\nthe log ${from} gives each block of the journal,`;
}

/** The money and awards of each jackpot, now and by the log. */
function describeComparison({ jackpots, vanish, appear }: LedgerComparison): string {
  const rows = jackpots.map(({ id, currency = '', pool, reserve, generation }) => {
    const change = ([now, then]: typeof pool): string =>
      `${microsOrUnknown(now, currency)} -> ${microsOrUnknown(then?.toString(), currency)}`;
    const generations = generation.map((each) => each ?? 'none').join(' -> ');
    return [id, change(pool), change(reserve), generations];
  });
  return [
    table(['jackpot', 'pool', 'reserve', 'generation'], rows).trimEnd(),
    ...vanish.map((text) => `award vanishes: ${visible(awardLine(text))}`),
    ...appear.map((text) => `award appears: ${visible(awardLine(text))}`),
  ].join('\n');
}

/** A damaged ledger can hold a text that is not an amount; it is shown unchanged. */
function microsOrUnknown(micros: string | undefined, currency: string): string {
  if (micros === undefined) return 'none';
  if (!/^-?\d+$/.test(micros)) return JSON.stringify(micros);
  return formatMicros(BigInt(micros), currency);
}

function awardLine(text: string): string {
  try {
    const { id, states, payouts, currency } = JSON.parse(text) as AwardMessage;
    const paid = payouts.map(({ hand, amount }) => `${hand} ${formatMinor(amount, currency)}`);
    return `${id} ${states.map(({ state }) => state).join(', ')} (${paid.join(', ')})`;
  } catch {
    return text;
  }
}
