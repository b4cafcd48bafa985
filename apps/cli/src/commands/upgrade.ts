import { authoritiesOf, commonOf, describeUnheard, differenceIn, hearingOf } from '#acts';
import { build, exitCodes, pulseSchema, UserError } from '#contract';
import { newestEdition, serializeAuthority, type Authority } from '#pools';
import { assertRoot } from '#proof';
import { Command, Option } from '@commander-js/extra-typings';
import { connected } from '../command.js';
import { openSigner } from '../keys/open-signer.js';
import { loadRoot } from '../keys/root.js';
import { assertNoneRefused, sendShown } from '../keys/sending-to-all.js';
import { jsonOption } from '../options/common.js';
import type { Connections } from '../servers/connections.js';

/**
 * Raises the edition that reads the log, in every partition that is one below it and accepts
 * COMMAND_KEY.
 * @throws UserError if a partition is not one below it, its instance has a build that could not
 *   continue, or it does not accept COMMAND_KEY.
 */
export const upgradeCommand = connected(
  () =>
    new Command('upgrade')
      .description('raise the edition by which the log is read, for good (signed with COMMAND_KEY)')
      .addOption(
        new Option('--edition <number>', 'one above the edition in force')
          .makeOptionMandatory()
          .argParser(readEdition),
      )
      .option('--yes', 'do not ask')
      .addOption(jsonOption()),
  async (connections, { edition, yes }) => {
    const { env, terminal } = connections;
    const signer = openSigner(env.COMMAND_KEY, terminal);
    const root = loadRoot(env.COMMAND_ROOT);
    const all = await authoritiesOf(connections);
    const common = commonOf(all);
    assertRoot({ authority: serializeAuthority(common) }, root);
    const behind = behindOf(all, edition);
    const { heard, unheard } = hearingOf(behind, (each) =>
      signer.assertMaySet(all[each] as Authority, root, each),
    );
    const sentences = describeUnheard(unheard, all, root, signer);
    if (behind.length > 0) {
      await assertServed(connections, behind, edition);
      const what = `edition ${edition} of the ledger ${common.ledger}, for good`;
      if (!yes) {
        terminal.say(sentences.map((each) => `${each}\n`).join(''));
        await terminal.confirm(what);
      }
      const subject = common.ledger ?? '';
      const command = { type: 'edition.set', subject, data: { edition } } as const;
      assertNoneRefused(await sendShown(connections, signer, [{ command, partitions: heard }]));
    }
    const left = behindOf(await authoritiesOf(connections), edition);
    const facts = { ledger: common.ledger, edition, raised: heard, behind: left };
    return { facts, lines: describeUpgrade(facts), failure: differenceIn(sentences) };
  },
);

function readEdition(text: string): number {
  const edition = Number(text);
  if (!/^[1-9]\d{0,5}$/.test(text)) {
    throw new UserError(
      `--edition: ${text} is not an edition: use a whole number.`,
      exitCodes.usage,
    );
  }
  if (edition <= newestEdition) return edition;
  const sentence = `--edition: this program, ${build}, supports editions up to ${newestEdition}. Use the program of the new build.`;
  throw new UserError(sentence, exitCodes.usage);
}

/** The partitions that are one edition lower. */
function behindOf(all: readonly Authority[], edition: number): number[] {
  const behind = [...all.keys()].filter((each) => (all[each]?.edition ?? 0) < edition);
  for (const partition of behind) {
    const { version, edition: inForce } = all[partition] as Authority;
    if (version === 0) {
      throw new UserError(
        `Nothing was sent: partition ${partition} has no keys yet, see keys add.`,
      );
    }
    if (inForce === edition - 1) continue;
    const next = `raise it to ${inForce + 1} first`;
    throw new UserError(
      `Nothing was sent: partition ${partition} is of edition ${inForce}: ${next}.`,
    );
  }
  return behind;
}

/**
 * Asserts that builds are new enough: an instance with an older one would halt its partitions at
 * the new edition.
 */
async function assertServed(
  { ledger }: Connections,
  partitions: readonly number[],
  edition: number,
): Promise<void> {
  const unable: string[] = [];
  for (const partition of partitions) {
    const { pulse } = await ledger.readValues(partition);
    const served = pulse && pulseSchema.parse(JSON.parse(pulse.text)).edition;
    if (served !== undefined && served >= edition) continue;
    unable.push(
      served === undefined
        ? `no instance serves partition ${partition}`
        : `the instance of partition ${partition} supports editions up to ${served}`,
    );
  }
  if (unable.length === 0) return;
  const [first, ...others] = unable;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  throw new UserError(
    `Nothing was sent: ${first}${more}. Start the new build for every instance first, then raise the edition.`,
  );
}

interface UpgradeFacts {
  readonly ledger: string | null;
  readonly edition: number;
  readonly raised: readonly number[];
  readonly behind: readonly number[];
}

function describeUpgrade({ ledger, edition, raised, behind }: UpgradeFacts): string {
  if (behind.length > 0) {
    return `Partitions ${behind.join(', ')} of ${ledger} do not have edition ${edition} yet: run the same command again.\n`;
  }
  const what = raised.length > 0 ? 'is' : 'was already';
  return `The log of ${ledger} ${what} read by edition ${edition} in every partition.\n`;
}
