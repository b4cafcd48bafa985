import { visible, type AnsweredCommand } from '#acts';
import type { CommandType } from '#contract';

/** The answer to a command, as a line. */
export function describeAnswer({
  type,
  subject,
  partition,
  offset,
  refusal,
}: AnsweredCommand): string {
  const done = steps[type] ?? 'applied';
  const what = refusal === undefined ? done : `refused, ${visible(refusal)}`;
  const line = `${subject}: ${what} (by the record at offset ${offset} of partition ${partition})\n`;
  const [reason = ''] = refusal?.split(':', 1) ?? [];
  const hint = hints[reason];
  return hint === undefined ? line : `${line}  ${hint}\n`;
}

/** The step of a command that does not do an act by itself. */
const steps: Readonly<Partial<Record<CommandType, string>>> = {
  'act.proposed': 'proposed',
  'act.approved': 'approved',
  'act.withdrawn': 'withdrawn',
};

/** Remedies for a refusal whose cause the ledger cannot know. */
const hints: Readonly<Record<string, string>> = {
  'command-expired':
    'A command is valid for 15 minutes by the clock of the machine that signs it. Check the clock of this machine, then run the same command again.',
  'command-repeated':
    'The key has signed something newer since. If that was you, run the same command again.',
};
