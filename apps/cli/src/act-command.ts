import {
  assertNotProposed,
  assertNotWaiting,
  hasDoubt,
  Home,
  isChange,
  looksOf,
  prepareAct,
  refusalIn,
  sendAct,
  sendingWith,
  type ActCommand,
  type AnsweredCommand,
} from '#acts';
import type { RoundSeen } from '#proof';
import type { Command, CommandUnknownOpts, OptionValues } from '@commander-js/extra-typings';
import { connected, type AnyCommandFile, type CommandFile } from './command.js';
import { describeAct } from './format/describe-act.js';
import { describeAnswer } from './format/describe-answer.js';
import { describeResult } from './format/describe-award.js';
import { howToApprove } from './format/how-to-approve.js';
import { openSigner } from './keys/open-signer.js';
import { assertNoLook, describeLooks } from './looks/assert-no-look.js';
import { homeOfAward } from './reading/award-named.js';
import { expiresOption, jsonOption, sourceOption } from './options/common.js';
import type { Connections } from './servers/connections.js';
import type { Answer } from './terminal/print.js';

/** An act, and the reason for it, for the note of a proposal. */
interface Wish {
  readonly command: ActCommand;
  readonly note: string;
  /** The round of an award that is granted. */
  readonly seen?: RoundSeen;
  /** The reason why it is right in spite of each LOOK. */
  readonly despite?: string | undefined;
}

/** The inputs of an act other than the typed arguments. */
interface Desk {
  readonly home: Home;
  readonly connections: Connections;
}

/** Makes an act from the typed arguments. */
type Build<Given extends unknown[]> = (desk: Desk, ...given: Given) => Wish | Promise<Wish>;

/** Options that every act has. */
interface DoOptions {
  readonly source?: string;
  readonly yes?: boolean;
  /** Epoch ms. If given, the act is proposed, and can be approved until then. */
  readonly expires?: number;
}

/** An act by one person. */
interface ActFile<Given extends unknown[]> extends CommandFile<Connections, Given> {
  /** The proposal to do it, for `propose`. */
  readonly proposed: AnyCommandFile;
}

type ActArguments = [first: string, ...others: unknown[]];

/**
 * Makes the command of an act on a jackpot or table. It shows the changes, and does or proposes the
 * act with `--yes`.
 * @param define its description ends with the role; its first argument is a jackpot.
 * @param build makes the act from the typed arguments.
 */
export function jackpotAct<Args extends ActArguments, Options extends OptionValues>(
  define: () => Command<Args, Options>,
  build: Build<[...Args, Options]>,
): ActFile<[...Args, Options]> {
  return actFile(define, build, async (connections, id) => {
    return { home: await Home.open(connections, id), id };
  });
}

/** Like `jackpotAct`, but the first argument is an award, by its id or a part of it. */
export function awardAct<Args extends ActArguments, Options extends OptionValues>(
  define: () => Command<Args, Options>,
  build: Build<[...Args, Options]>,
): ActFile<[...Args, Options]> {
  return actFile(define, build, homeOfAward);
}

function actFile<Args extends ActArguments, Options extends OptionValues>(
  define: () => Command<Args, Options>,
  build: Build<[...Args, Options]>,
  find: (connections: Connections, first: string) => Promise<{ home: Home; id: string }>,
) {
  const run = async (connections: Connections, ...given: [...Args, Options]): Promise<Answer> => {
    const { home, id } = await find(connections, given[0] as string);
    const named = given.with(0, id) as [...Args, Options];
    const wish = await build({ home, connections }, ...named);
    return act(connections, home, wish, given.at(-1) as Options & DoOptions);
  };
  const ending = (end: (command: CommandUnknownOpts) => unknown) => () => {
    const command = define() as unknown as CommandUnknownOpts;
    command.description(`${command.description()}; shows what changes, and does it with --yes`);
    end(command.addOption(sourceOption()).addOption(jsonOption()));
    return command as unknown as Command<Args, Options>;
  };
  const alone = ending((command) => command.option('--yes', 'do it (signed with COMMAND_KEY)'));
  const proposed = ending((command) =>
    command.addOption(expiresOption()).option('--yes', 'propose it (signed with COMMAND_KEY)'),
  );
  return { ...connected(alone, run), proposed: connected(proposed, run) };
}

/**
 * Shows the changes of an act. With `--yes`, signs and sends the command itself, or the proposal to
 * do it, and waits for the answer.
 * @throws UserError if it would be refused, or the key may not sign it.
 */
async function act(
  connections: Connections,
  home: Home,
  { command, note, seen, despite }: Wish,
  { yes = false, expires, source: given }: DoOptions,
): Promise<Answer> {
  const { env, terminal } = connections;
  // A dry run does not need a key, but checks a given one.
  const signer = yes || env.COMMAND_KEY ? openSigner(env.COMMAND_KEY, terminal) : undefined;
  const source = given ?? signer?.source ?? 'cli';
  const proposing = expires === undefined ? undefined : { expiresMs: expires, note };
  const prepared = prepareAct(home, command, { source, key: signer, proposing, seen });
  const { sent, rehearsed } = prepared;
  const looks = await looksOf(connections, home, command);
  const facts = { ...prepared.facts, looks };
  if (proposing) await assertNotProposed(connections, home.partition, home.jackpot, command);
  const shown = describeAct(facts) + describeLooks(looks);
  const left = (answers: readonly AnsweredCommand[]): string =>
    howToApprove(sent, rehearsed, answers);
  if (!isChange(facts)) {
    return { facts, lines: `${shown}Nothing changes; nothing was sent.\n` };
  }
  if (!yes || !signer) {
    const why = hasDoubt(facts) && despite === undefined;
    const close = howToDoIt(proposing ? 'propose' : 'do', why);
    return { facts, lines: shown + left([]) + close };
  }
  terminal.say(shown);
  assertNoLook(facts, despite);
  await assertNotWaiting(connections, home, sent);
  const { answers, result } = await sendAct(
    connections,
    prepared,
    sendingWith(connections, signer),
  );
  return {
    facts: { ...facts, answer: answers[0] ?? null, result: result ?? null },
    lines: answers.map(describeAnswer).join('') + describeResult(result) + left(answers),
    failure: refusalIn(answers),
  };
}

function howToDoIt(what: 'propose' | 'do', needsWhy: boolean): string {
  const despite = needsWhy ? '--despite "why it is right all the same" and ' : '';
  return `Nothing was sent. Add ${despite}--yes to ${what} it.\n`;
}
