import type { Root } from '#contract';
import { emptyState, type Authority } from '#pools';
import { foldCommand } from '../fold-command.js';
import type { Command } from '../command.js';

/**
 * Why the service would refuse a set of keys, or another root, by the root in force, as
 * `<reason>: <detail>`. Nothing is sent.
 * @param authority of the partition that it is for.
 * @param root of COMMAND_ROOT; of a set of keys for a ledger that has some it may be left out.
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
