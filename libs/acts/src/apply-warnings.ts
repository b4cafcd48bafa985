import { formatMinor, roleOf } from '#contract';
import {
  approvableTypes,
  personNamed,
  type Authority,
  type Configuration,
  type ListedTable,
} from '#pools';
import type { ApprovalRows, MemberChange } from './configuration-change.js';
import { isKnownZone } from './known-zone.js';
import { haveEnough } from './approvers.js';

type WarnedConfiguration = Pick<
  Configuration,
  'tables' | 'approvals' | 'currency' | 'zone' | 'unclaimedAfterHours' | 'verifyAbove'
>;

/**
 * Warnings, as sentences, about a configuration that the ledger accepts but that would not fully
 * work with the keys in force.
 */
export function warningsOf(
  configuration: WarnedConfiguration,
  authority: Pick<Authority, 'keys'>,
): string[] {
  const { tables, approvals, currency, zone } = configuration;
  const { keys } = authority;
  return [
    ...refusedBy(configuration, authority),
    ...undealt(tables),
    ...undefended(approvals),
    ...fewerForMore(approvals, currency),
    ...selfMade(approvals, keys),
    ...paidAlone(configuration, keys),
    ...unknownZone(zone),
    ...(configuration.unclaimedAfterHours === 0
      ? ['unclaimedAfterHours is 0: a win may be given up as soon as it is made']
      : []),
  ];
}

/** The part of `warningsOf` about what would be refused with the keys in force. */
export function refusedBy(
  { tables, approvals, currency }: Pick<Configuration, 'tables' | 'approvals' | 'currency'>,
  { keys }: Pick<Authority, 'keys'>,
): string[] {
  const unsigned = (tables ?? [])
    .filter(({ kid }) => kid !== undefined && keys.get(kid)?.roles.includes('table') !== true)
    .map(
      ({ id, kid }) =>
        `the key ${kid} of table ${id} is not in force with the role table: what the table must sign is refused until keys add puts it in force`,
    );
  const rows = approvableTypes.flatMap((type) =>
    (approvals?.[type] ?? []).map((row) => ({ type, ...row })),
  );
  const unapprovable = rows
    .filter(({ type, by }) => by.length > 0 && !haveEnough(roleOf[type], by, keys))
    .map(
      ({ type, from, by }) =>
        `${type}${from > 0 ? ` from ${formatMinor(from, currency)}` : ''} needs one person with the role ${roleOf[type]} to propose it, and others to approve it (${by.join(' and ')}). The keys in force have too few holders, so nobody can do it`,
    );
  return [...unsigned, ...unapprovable];
}

/** Warnings, as sentences, about changes that may be mistakes. */
export function warningsOfChanges(changes: readonly MemberChange[]): string[] {
  return changes.flatMap(({ member, from, to }) => {
    if (member === 'zone') {
      return [
        'another zone changes when days begin and end, past days too: close the accounts of the day first',
      ];
    }
    const fewer = member.startsWith('approvals') ? fewerThanBefore(member, from, to) : [];
    const freer = member.startsWith('tables.') ? ruleless(Object(from), Object(to)) : [];
    return [...digitsWrong(member, from, to), ...fewer, ...freer];
  });
}

/** Warns of the rules that a listed table no longer has to keep. */
function ruleless(from: Partial<ListedTable>, to: Partial<ListedTable>): string[] {
  const until = {
    kid: 'signs no more: who can write to Kafka can win in its name',
    rounds: 'may use the number of a round again: a late event can be taken for another round',
    dealt: 'need not name the seats of a deal: bets are taken until the result',
  };
  return (Object.keys(until) as (keyof typeof until)[])
    .filter((rule) => from[rule] !== undefined && to.id !== undefined && to[rule] === undefined)
    .map((rule) => `${to.id} ${until[rule]}`);
}

/**
 * Warns of amounts that become five times as large, or a fifth: a digit may be missing where an
 * amount was also to be raised. Of rates, which move less, twice or half.
 */
function digitsWrong(member: string, from: unknown, to: unknown): string[] {
  const [before, after] = [amountsIn(from), amountsIn(to)];
  if (before.length !== after.length || /Hours$|^maxTables$/.test(member)) return [];
  return before.flatMap((old, index) => {
    const now = after[index];
    const isRate = member.startsWith('rates.');
    if (!old || !now || Math.max(old / now, now / old) < (isRate ? 2 : 5)) return [];
    const times = formatTimes(Math.max(old / now, now / old));
    const question = isRate ? 'are the rates in the right places?' : 'is a digit wrong?';
    return [`${member} becomes ${times} ${now > old ? 'as large' : 'smaller'}: ${question}`];
  });
}

/**
 * Warnings, as sentences, about a new jackpot that may be a mistake, compared with the existing
 * ones.
 */
export function warningsOfNew(
  made: Pick<Configuration, 'id' | 'tables' | 'seed' | 'currency' | 'approvals' | 'zone'>,
  others: readonly Pick<Configuration, 'id' | 'tables' | 'approvals' | 'zone'>[],
): string[] {
  return [
    ...sameAsOthers(made, others),
    ...laxerThanOthers(made, others),
    ...inAnotherZone(made, others),
  ];
}

/** Warns that the new jackpot may be meant as an existing one. */
function sameAsOthers(
  { id, tables, seed, currency }: Parameters<typeof warningsOfNew>[0],
  others: Parameters<typeof warningsOfNew>[1],
): string[] {
  return others.flatMap((other) => {
    const isLike = personNamed(other.id) === personNamed(id);
    const isAtSameTables =
      tableNames(tables).length > 0 && tableNames(tables) === tableNames(other.tables);
    if (!isLike && !isAtSameTables) return [];
    const what = isLike ? 'almost has this name' : 'has the same tables';
    return [
      `${other.id} exists already and ${what}. A jackpot cannot be renamed, so both would exist, and the house pays ${formatMinor(seed, currency)} for the seed of this one`,
    ];
  });
}

/**
 * Warns of missing rules: nobody has to approve the first configuration, so it can leave one out.
 */
function laxerThanOthers(
  { approvals }: Pick<Configuration, 'approvals'>,
  others: Parameters<typeof warningsOfNew>[1],
): string[] {
  return others.flatMap((other) => {
    const left = approvableTypes.filter((type) =>
      asksFewer(rowsIn(other.approvals?.[type]), rowsIn(approvals?.[type])),
    );
    if (left.length === 0) return [];
    return [`${other.id} asks more people for ${left.join(', ')} than this one`];
  });
}

/** Warns of days that end at another hour than those of every other jackpot. */
function inAnotherZone(
  { zone }: Pick<Configuration, 'zone'>,
  others: readonly Pick<Configuration, 'zone'>[],
): string[] {
  const zones = [...new Set(others.map((other) => other.zone))];
  if (zones.length === 0 || zones.includes(zone)) return [];
  return [
    `its zone is ${zone}, and no other jackpot has it (${zones.join(', ')}): its days end at another hour`,
  ];
}

function tableNames(tables: Configuration['tables']): string {
  return (tables ?? [])
    .map((table) => table.id)
    .toSorted()
    .join();
}

function fewerThanBefore(member: string, from: unknown, to: unknown): string[] {
  const fewer = asksFewer(rowsIn(from), rowsIn(to));
  if (!fewer) return [];
  const people = fewer.people === 0 ? 'one person alone can do it' : 'fewer people are needed';
  return [`${member}: ${people}, where more were needed until now`];
}

/** The number of approvers at the first amount where they become fewer than before. */
function asksFewer(
  before: readonly Row[],
  after: readonly Row[],
): { readonly people: number } | undefined {
  const asked = (rows: readonly Row[], at: number): number =>
    rows.findLast((row) => row.from <= at)?.by.length ?? 0;
  const starts = [...before, ...after].map((row) => row.from).toSorted((one, other) => one - other);
  const first = starts.find((at) => asked(after, at) < asked(before, at));
  return first === undefined ? undefined : { people: asked(after, first) };
}

type Row = NonNullable<ApprovalRows>[number];

function rowsIn(value: unknown): readonly Row[] {
  return Array.isArray(value) ? (value as Row[]) : [];
}

/** The amount of a member, or the amounts in rows of `approvals`. */
function amountsIn(value: unknown): readonly number[] {
  if (typeof value === 'number') return [value];
  if (!Array.isArray(value)) return [];
  return value.map((row) => Number((Object(row) as { from?: unknown }).from ?? 0));
}

function formatTimes(factor: number): string {
  return `${Number.isInteger(factor) ? factor : factor.toFixed(1)} times`;
}

/** Warns of rows that ask fewer people for more money. */
function fewerForMore(approvals: Configuration['approvals'], currency: string): string[] {
  return approvableTypes.flatMap((type) =>
    (approvals?.[type] ?? []).flatMap(({ from, by }, index, rows) => {
      const below = rows[index - 1];
      if (!below || by.length >= below.by.length) return [];
      return [
        `${type}: fewer people are needed from ${formatMinor(from, currency)} on than below it`,
      ];
    }),
  );
}

/** Warns of tables whose betting ends with the result if their controller sends no deal. */
function undealt(tables: Configuration['tables']): string[] {
  if (tables?.every(({ dealt }) => dealt === 'seats')) return [];
  return ['tables without dealt: seats may send a result and no deal: bets are taken until then'];
}

/** Warns of a rule of two people that one of them can remove. */
function undefended(approvals: Configuration['approvals']): string[] {
  if (!approvals || approvals['jackpot.configured']?.some(({ by }) => by.length > 0)) return [];
  return [
    'one person with the role configure can remove these approvals with another configuration: add jackpot.configured to them',
  ];
}

/** Warns of people who can create a second person: a rule of two people does not hinder them. */
function selfMade(
  approvals: Configuration['approvals'],
  keys: Pick<Authority, 'keys'>['keys'],
): string[] {
  if (!approvals) return [];
  return holders(keys).flatMap(({ holder, roles }) => {
    if (!roles.has('keys') || roles.size === 1) return [];
    return [
      `${holder} has the role keys and others, so this person alone can put a key of another name in force and approve with it. Give the role keys to somebody who has no other role`,
    ];
  });
}

/** The people with keys, by their first spelling, with the roles of all their keys. */
function holders(keys: Pick<Authority, 'keys'>['keys']) {
  const people = Map.groupBy(keys.values(), ({ holder }) => personNamed(holder));
  return [...people.values()].map((own) => {
    return { holder: own[0]?.holder, roles: new Set(own.flatMap((key) => key.roles)) };
  });
}

/** Warns of people who can verify a win and pay it, where no second person is asked. */
function paidAlone(
  {
    approvals,
    verifyAbove,
    currency,
  }: Pick<Configuration, 'approvals' | 'verifyAbove' | 'currency'>,
  keys: Pick<Authority, 'keys'>['keys'],
): string[] {
  if (!approvals || verifyAbove === null) return [];
  const asked = approvals['award.verified']?.find(({ by }) => by.length > 0)?.from;
  if (asked !== undefined && asked <= verifyAbove) return [];
  const below = asked === undefined ? '' : ` below ${formatMinor(asked, currency)}`;
  return holders(keys).flatMap(({ holder, roles }) => {
    if (!roles.has('operate') || !roles.has('pay')) return [];
    return [
      `${holder} has the roles operate and pay, so this person alone can verify a win${below} and pay it: add award.verified to the approvals, or give one of the roles to somebody else`,
    ];
  });
}

/** Warns of UTC, the default: no house's day ends by it. */
function unknownZone(zone: string): string[] {
  if (zone === 'UTC') {
    return ['zone is UTC: days end and slips are dated by it; name one such as Asia/Macau'];
  }
  return isKnownZone(zone)
    ? []
    : [`zone ${zone} is not known here: times are shown in UTC; name one such as Asia/Macau`];
}
