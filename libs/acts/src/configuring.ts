import type { CheckedConfiguration, WrittenConfiguration } from '#contract';
import { warningsOf, warningsOfChanges, warningsOfNew } from './apply-warnings.js';
import type { Configuration } from '#pools';
import type { Command } from './command.js';
import { endedBetween } from './act-facts.js';
import { changesBetween, type MemberChange } from './configuration-change.js';
import type { Home } from './ledger-door.js';
import { gameFacts, type JackpotGame } from './odds/game.js';
import { proposalOf, type Proposing } from './proposed.js';
import { rehearse, type Rehearsed } from './rehearsal.js';

/** What a configuration would do to a jackpot. */
export interface PlannedConfiguration extends JackpotGame {
  readonly configuration: CheckedConfiguration;
  /** What is sent: the configuration, or the proposal of it. */
  readonly command: Command;
  readonly isNew: boolean;
  /** It takes effect at the next restart. */
  readonly isAtRestart: boolean;
  /** Running (or waiting) to wanted. */
  readonly changes: readonly MemberChange[];
  readonly dropsPending: boolean;
  /** Offsets of the acts that wait for approval, and would wait no longer. */
  readonly endsProposals: readonly number[];
  readonly rehearsed: Rehearsed;
  /** Of what may not be meant, and what would not work with the keys in force. */
  readonly warnings: readonly string[];
}

interface ConfigurationWish {
  readonly source: string;
  readonly effective: 'now' | 'next-restart';
  readonly replacesPending: boolean;
  /** Jackpot bets of all tables a day, at least 1. */
  readonly betsADay: number;
  readonly proposing?: Proposing | undefined;
  /** The jackpots that are there, and not in the same file. */
  readonly others: readonly Pick<Configuration, 'id' | 'tables'>[];
}

/** Rehearses a configuration. Nothing is sent, also where `rehearsed` has a refusal. */
export function planConfiguration(
  home: Home,
  written: WrittenConfiguration,
  configuration: CheckedConfiguration,
  { source, effective, replacesPending, betsADay, proposing, others }: ConfigurationWish,
): PlannedConfiguration {
  const data = { ...written, effective, replacesPending };
  const act = { type: 'jackpot.configured', subject: configuration.id, data } as const;
  const command = proposing ? proposalOf(act, proposing) : act;
  const rehearsed = rehearse(home, command, source);
  const before = rehearsed.before?.jackpot;
  const isNow = effective === 'now';
  const { odds, warnings } = gameFacts(configuration, betsADay);
  const old = isNow ? before?.configuration : (before?.pending ?? before?.configuration);
  const changes = old === undefined ? [] : changesBetween(old, configuration);
  return {
    configuration,
    command,
    isNew: before === undefined,
    isAtRestart: !isNow,
    changes,
    endsProposals: endedBetween(before, rehearsed.after?.jackpot),
    dropsPending: isNow && (before?.pending ?? null) !== null,
    rehearsed,
    odds,
    warnings: [
      ...warnings,
      ...warningsOf(configuration, rehearsed.authority),
      ...warningsOfChanges(changes),
      ...(before === undefined ? warningsOfNew(configuration, others) : []),
    ],
  };
}

/** Whether a configuration would change anything. */
export function changesJackpot({ isNew, changes, dropsPending }: PlannedConfiguration): boolean {
  return isNew || changes.length > 0 || dropsPending;
}
