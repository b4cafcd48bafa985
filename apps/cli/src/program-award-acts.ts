import type { AwardAct } from '#pools';
import { Option, type Command } from 'commander';
import { connected } from './program-connected.js';

type DataOf<Type extends AwardAct['type']> = Extract<AwardAct, { type: Type }>['data'];

/** The values of a type, in the order of the list: a missing one does not compile. */
export function choicesOf<Value extends string>(all: Readonly<Record<Value, true>>): string[] {
  return Object.keys(all);
}

const decks = choicesOf<DataOf<'award.verified'>['evidence']['deck']>({
  counted: true,
  short: true,
  'not-counted': true,
});
const methods = choicesOf<DataOf<'award.paid'>['method']>({
  cash: true,
  cheque: true,
  chips: true,
  transfer: true,
});
const reversalCauses = choicesOf<DataOf<'award.reversed'>['cause']>({
  'false-claim': true,
  misread: true,
  misdeal: true,
  malfunction: true,
});
const grantCauses = choicesOf<DataOf<'award.granted'>['cause']>({
  'missed-win': true,
  'wrong-seat': true,
  ruling: true,
});

const reason = ['--reason <text>', 'why, for the log'] as const;

/** What people do with an award (contract 4.8), by themselves or as a proposal. */
export function addAwardActs(parent: Command, complete: (act: Command) => Command): void {
  const act = (name: string, description: string): Command =>
    complete(
      parent
        .command(name)
        .description(`${description}; shows what changes, and does it with --yes`)
        .option('--source <name>', 'source of the command (default: cli-<key id>)')
        .option('--json', 'as JSON'),
    );
  const ofAward = (name: string, description: string): Command =>
    act(name, description).argument('<award>', 'as `claims` lists it');
  ofAward('verify-award', 'confirm the seats of an award; each gets its slip (role operate)')
    .option('--seats <seats>', 'such as 1,3 (default: all that are locked)')
    .addOption(choice('--deck <how>', 'how the deck was counted', decks))
    .option('--hands <hands>', 'cards of these seats, such as 1:AsKsQs,3:2h2d2c')
    .option('--community <cards>', 'the two community cards, such as JsTs')
    .option('--surveillance <text>', 'what surveillance says, such as the number of its recording')
    .option('--note <text>', 'for the log')
    .action(connected(async () => (await import('./award-acts.js')).verifyAward));
  // What is verified is paid by one person.
  if (parent.name() !== 'propose') addPay(ofAward);
  ofAward('reverse', 'take back an award of which no seat was paid (role adjust)')
    .addOption(choice('--cause <cause>', 'what was wrong', reversalCauses))
    .requiredOption(...reason)
    .action(connected(async () => (await import('./award-acts.js')).reverse));
  ofAward('expire', 'give up a seat for which nobody comes (role adjust)')
    .requiredOption('--seat <n>', 'the seat')
    .requiredOption(...reason)
    .action(connected(async () => (await import('./award-acts.js')).expire));
  act('grant', 'make an award that no table has declared (role adjust)')
    .argument('<jackpot>')
    .requiredOption('--table <name>', 'where it was won')
    .requiredOption('--round <name>', 'in which round')
    .addOption(
      new Option('--payout <seat:hand:amount[:pool]>', 'as 3:flush:2500.00:0.00; may be repeated')
        .makeOptionMandatory()
        .argParser<string[]>((given, before = []) => [...before, given]),
    )
    .addOption(choice('--cause <cause>', 'why people make it', grantCauses))
    .requiredOption(...reason)
    .option('--replaces <award>', 'the reversed award in whose place it is')
    .action(connected(async () => (await import('./award-acts.js')).grant));
}

function addPay(ofAward: (name: string, description: string) => Command): void {
  ofAward('pay', 'record that a verified seat has its money (role pay)')
    .requiredOption('--seat <n>', 'the seat')
    .requiredOption('--slip <n>', 'its slip')
    .requiredOption('--amount <money>', 'in major units with all digits, such as 1500.00')
    .addOption(choice('--method <method>', 'how it was handed over', methods))
    .option('--withheld <money>', 'what of the amount was kept back, such as a tax')
    .option('--receipt <text>', 'the cashier’s number of it; no name, no document')
    .action(connected(async () => (await import('./award-acts.js')).pay));
}

function choice(flags: string, description: string, values: readonly string[]): Option {
  return new Option(flags, description).choices(values).makeOptionMandatory();
}
