import type { CheckedConfiguration, WrittenConfiguration } from '#contract';
import { warningsOfNew } from './apply-warnings.js';
import type { Configuration } from '#pools';
import type { Command } from './command.js';
import { endedBetween } from './act-facts.js';
import { configuredFacts, type ConfiguredFacts } from './configured-facts.js';
import type { Home } from './ledger-door.js';
import { proposalOf, type Proposing } from './proposed.js';
import { rehearse, type Rehearsed } from './rehearsal.js';

/** What a configuration would do to a jackpot. */
export interface PlannedConfiguration extends ConfiguredFacts {
  readonly configuration: CheckedConfiguration;
  /** What is sent: the configuration, or the proposal of it. */
  readonly command: Command;
  readonly isNew: boolean;
  /** It takes effect at the next restart. */
  readonly isAtRestart: boolean;
  readonly dropsPending: boolean;
  /** Offsets of the acts that wait for approval, and would wait no longer. */
  readonly endsProposals: readonly number[];
  readonly rehearsed: Rehearsed;
}

interface ConfigurationWish {
  readonly source: string;
  readonly effective: 'now' | 'next-restart';
  readonly replacesPending: boolean;
  /** Jackpot bets of all tables a day, at least 1. */
  readonly betsADay: number;
  readonly proposing?: Proposing | undefined;
  /** The configurations of the jackpots that run, which a new one is compared with. */
  readonly others: readonly Configuration[];
}

/** Rehearses a configuration. Nothing is sent, also where `rehearsed` has a refusal. */
export function planConfiguration(
  home: Home,
  written: WrittenConfiguration,
  configuration: CheckedConfiguration,
  { source, effective, replacesPending, betsADay, proposing, others }: ConfigurationWish,
): PlannedConfiguration {
  const madeFrom = home.now.jackpots.get(configuration.id)?.configuredAt ?? null;
  const data = { ...written, effective, replacesPending, madeFrom };
  const act = { type: 'jackpot.configured', subject: configuration.id, data } as const;
  const command = proposing ? proposalOf(act, proposing) : act;
  const rehearsed = rehearse(home, command, source);
  const before = rehearsed.before?.jackpot;
  const isNow = effective === 'now';
  const replaced = isNow ? before?.configuration : (before?.pending ?? before?.configuration);
  const { authority } = rehearsed;
  const facts = configuredFacts(configuration, replaced, { authority, betsADay });
  return {
    ...facts,
    configuration,
    command,
    isNew: before === undefined,
    isAtRestart: !isNow,
    endsProposals: endedBetween(before, rehearsed.after?.jackpot),
    dropsPending: isNow && (before?.pending ?? null) !== null,
    rehearsed,
    warnings: [
      ...facts.warnings,
      ...(before === undefined ? warningsOfNew(configuration, others) : []),
    ],
  };
}

/** Whether a configuration would change anything. */
export function changesJackpot({ isNew, changes, dropsPending }: PlannedConfiguration): boolean {
  return isNew || changes.length > 0 || dropsPending;
}
