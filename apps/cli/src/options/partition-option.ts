import { exitCodes, UserError } from '#contract/exit-codes';

/**
 * The partitions that `--partition` names: one, or all of them without it.
 * @throws UserError if the partition does not exist.
 */
export function partitionsOf(given: string | undefined, all: readonly number[]): readonly number[] {
  if (given === undefined) return all;
  const requested = all.find((partition) => String(partition) === given);
  if (requested === undefined) {
    const sentence = `--partition ${given}: the log has the partitions 0 to ${all.length - 1}.`;
    throw new UserError(sentence, exitCodes.usage);
  }
  return [requested];
}
