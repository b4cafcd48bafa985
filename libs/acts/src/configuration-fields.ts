import { UserError, type WrittenConfiguration } from '#contract';
import { unclaimedAccounts, type Configuration } from '#pools';
import { jackpotPolicyReadings } from '#rules';
import { stringify } from 'yaml';
import { readSum } from './amount.js';
import { configurationMembers } from './configuration-change.js';
import { isAmount, isPercent, valueInWords } from './describe-change.js';
import { readYaml } from './read-yaml.js';

/** A member of a configuration as a field that a person changes. */
export interface ConfigurationField {
  /** Its path. */
  readonly member: string;
  /** As it is now; empty where it is null. */
  readonly text: string;
  /** What it may be, where that is a list. */
  readonly options?: readonly string[];
}

/** Another one of these makes it another jackpot. */
const fixed = ['id', 'currency', 'ruleset'];
const lists = ['tables', 'approvals'] as const;

/** Returns the members of a configuration that people change, in the order of the contract. */
export function configurationFields(configuration: Configuration): ConfigurationField[] {
  const { tables, approvals, ...scalars } = configuration;
  const members = configurationMembers({ ...scalars, tables: null, approvals: null }, false);
  const fields = [...members].flatMap(([member, value]): ConfigurationField[] => {
    if (fixed.includes(member) || isList(member)) return [];
    const text = value === null ? '' : valueInWords(member, value, configuration.currency);
    const options = optionsOf(member);
    return [{ member, text, ...(options && { options }) }];
  });
  const each = (tables ?? []).map((table) => flowText([table]));
  const acts = Object.entries(approvals ?? {}).map((act) => flowText(Object.fromEntries([act])));
  return [
    ...fields,
    { member: 'tables', text: tables?.length === 0 ? '[]' : each.join('\n') },
    { member: 'approvals', text: acts.join('\n') },
  ];
}

/**
 * Returns the configuration with what a person has typed in its fields.
 * @param given text of each field, by its member; one that is not there stays as it is.
 * @throws UserError that names the field which is not what it must be.
 */
export function configurationTyped(
  configuration: Configuration,
  given: ReadonlyMap<string, string>,
): WrittenConfiguration {
  const { tables, approvals, ...scalars } = configuration;
  const listOf = (member: (typeof lists)[number], now: unknown): unknown => {
    const text = given.get(member);
    return text === undefined ? now : listTyped(member, text);
  };
  return {
    ...(membersTyped(scalars, '', given, configuration.currency) as object),
    tables: listOf('tables', tables),
    approvals: listOf('approvals', approvals),
  } as WrittenConfiguration;
}

function isList(member: string): boolean {
  return lists.some((each) => each === member);
}

function optionsOf(member: string): readonly string[] | undefined {
  if (member === 'unclaimedTo') return unclaimedAccounts;
  const readings = Object.entries(jackpotPolicyReadings);
  const found = readings.find(([policy]) => member === `policies.${policy}`);
  return found?.[1].map(String);
}

function flowText(value: object): string {
  const text = stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();
  // The outermost brackets are the lines of the field.
  return Array.isArray(value) ? `- ${text.slice(1, -1).trim()}` : text.slice(1, -1).trim();
}

function membersTyped(
  value: object,
  path: string,
  given: ReadonlyMap<string, string>,
  currency: string,
): object {
  const members = Object.entries(value).map(([name, now]): [string, unknown] => {
    const member = `${path}${name}`;
    if (typeof now === 'object' && now !== null) {
      return [name, membersTyped(now as object, `${member}.`, given, currency)];
    }
    const text = given.get(member)?.trim();
    const stays = text === undefined || fixed.includes(member);
    return [name, stays ? now : valueTyped(member, text, now, currency)];
  });
  return Object.fromEntries(members);
}

function valueTyped(member: string, text: string, now: unknown, currency: string): unknown {
  if (text === '') return null;
  if (isPercent(member)) return percentTyped(member, text);
  if (isAmount(member)) return readSum(member, text, currency);
  if (typeof now === 'boolean' || member.startsWith('policies.')) {
    return text === 'true' || (text === 'false' ? false : text);
  }
  if (typeof now !== 'number') return text;
  if (!/^\d{1,9}( h)?$/.test(text)) throw new UserError(`${member} ${text}: a whole number.`);
  return parseInt(text, 10);
}

/** Basis points. */
function percentTyped(member: string, text: string): number {
  const [, whole, part = ''] = /^(\d{1,3})(?:\.(\d{1,2}))? ?%?$/.exec(text) ?? [];
  if (whole === undefined) {
    throw new UserError(`${member} ${text}: percent, such as 12 % or 7.25 %.`);
  }
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

function listTyped(member: string, text: string): unknown {
  if (text.trim() === '') return null;
  try {
    const [list = null] = readYaml(text);
    return list;
  } catch (error) {
    throw new UserError(`${member}: ${(error as Error).message.split('\n')[0]}`);
  }
}
