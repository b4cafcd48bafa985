import type { Root } from '#contract';
import { emptyState, type Authority } from '#pools';
import { foldCommand } from '../fold-command.js';
import type { Command } from '../command.js';

/**
 * Explains why the service would refuse a set of keys, or another root, by the root in force, as
 * `<reason>: <detail>`. Nothing is sent.
 * @param authority of the target partition.
 * @param root of COMMAND_ROOT; may be omitted for a set of keys to a ledger that has keys.
 */
export function whyRefused(
  command: Command,
  authority: Authority,
  root: Root = { keys: new Map(), thumbprint: '' },
): string | undefined {
  const state = emptyState();
  Object.assign(state.authority, authority, { sequences: new Map() });
  const place = { partition: 0, offset: 0, partitions: 1 };
  const signatory = { kid: 'rehearsal', holder: 'rehearsal', roles: ['keys', 'root'] } as const;
  return foldCommand(state, command, place, { source: 'rehearsal', signatory, root });
}
