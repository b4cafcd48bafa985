import { reversalRest, typedMinor } from '#acts';
import { type AwardMessage, formatMicros } from '#contract';

type AwardAffect = AwardMessage['affects'][number];
type Reversed = Pick<AwardMessage, 'id' | 'jackpot' | 'currency' | 'offset' | 'affects'>;

const kinds: Readonly<Record<AwardAffect['what'], string>> = {
  seed: 'the restart put more into the pool than the award took, and a reversal does not lower it',
  ceiling: 'the ceiling has cut bets since',
  award: 'another award, which was made, reversed or forgotten since',
  adjustment: 'an adjustment, or an award that expired to pool or reserve',
  configuration: 'a configuration that came into force',
  refund: 'a refund of a bet that pool and reserve did not bear in full, or might not have',
};

/** Above this number of awards, only the number is shown. */
const awardsShown = 5;

/** Differences that a reversal leaves, compared with the log without the award, as lines. */
export function describeAffects({ currency, offset: own, affects }: Reversed): string[] {
  if (affects.length === 0) return ['  leaves the accounts as they would be without the award\n'];
  const awards = affects.filter(({ what }) => what === 'award');
  const hidden = awards.slice(0, -awardsShown);
  return [
    '  does not leave the accounts as they would be without the award:\n',
    ...affects
      .filter((each) => !hidden.includes(each))
      .map(({ what, offset, more }) => {
        const place = offset === own ? '' : `, by the record at ${offset}`;
        const amounts = more ? `: ${leftInWords(more, currency)}` : '';
        return `    ${kinds[what]}${place}${amounts}\n`;
      }),
    ...(hidden.length > 0 ? [`    and ${hidden.length} more awards before these\n`] : []),
  ];
}

/**
 * The adjustments that make a reversal exact, as lines with the commands. A completed reversal has
 * none: a restart may have removed the differences, and people may have adjusted.
 */
export function describeRemedy(
  { id, jackpot, currency, affects }: Reversed,
  { isDone }: { readonly isDone: boolean },
): string[] {
  if (affects.length === 0) return [];
  if (isDone) {
    return [
      '  as of its reversal: before you adjust, check with `acts` and `awards` what has happened since\n',
    ];
  }
  const { adjustments, isPartUnknown, hasFraction } = reversalRest({ currency, affects });
  const unknown = isPartUnknown
    ? ['    the amounts of the others cannot be computed: compare the awards, and decide\n']
    : [];
  const commands = adjustments.map(({ account, amount }) => {
    const text = typedMinor(amount, currency);
    return `    jackpot adjust ${jackpot} --account ${account} --amount ${amount > 0 ? `+${text}` : text} --reason 'left by the reversal of ${id}' --not-an-award\n`;
  });
  const what = isPartUnknown ? 'to put right what is known' : 'to put that right';
  return [
    ...unknown,
    ...(commands.length > 0
      ? [`  ${what}, once this is done and before anything else:\n`, ...commands]
      : []),
    ...(hasFraction ? ['    less than a minor unit remains, which no adjustment can move\n'] : []),
  ];
}

function leftInWords(more: NonNullable<AwardAffect['more']>, currency: string): string {
  return (['pool', 'reserve', 'house'] as const)
    .flatMap((account) => {
      const micros = BigInt(more[account]);
      if (micros === 0n) return [];
      const [amount, word] = micros > 0n ? [micros, 'too much'] : [-micros, 'too little'];
      return `${account} has ${formatMicros(amount, currency)} ${word}`;
    })
    .join(', ');
}
