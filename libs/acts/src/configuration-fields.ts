import { UserError, type WrittenConfiguration } from '#contract';
import { unclaimedAccounts, type Configuration } from '#pools';
import { jackpotPolicyReadings } from '#rules';
import { readSum } from './amount.js';
import {
  approvalLines,
  approvalsWritten,
  tableLines,
  tablesWritten,
} from './configuration-lines.js';
import { configurationMembers } from './configuration-change.js';
import { isAmount, isPercent, valueInWords } from './describe-change.js';

/** A member of a configuration as a field that a person changes. */
export interface ConfigurationField {
  /** Path of the member. */
  readonly member: string;
  /** The current value; empty if it is null. */
  readonly text: string;
  /** The allowed values, if they are a list. */
  readonly options?: readonly string[];
}

/** A change of one of these makes another jackpot. */
const fixed = ['id', 'currency', 'ruleset'];
const lists = ['tables', 'approvals'];

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
  return [
    ...fields,
    { member: 'tables', text: tableLines(tables) },
    { member: 'approvals', text: approvalLines(approvals, configuration.currency) },
  ];
}

/**
 * Returns the configuration with the values that a person has typed in its fields.
 * @param given text of each field, by its member; a missing field keeps its value.
 * @throws UserError that names the field with an invalid value.
 */
export function configurationTyped(
  configuration: Configuration,
  given: ReadonlyMap<string, string>,
): WrittenConfiguration {
  const { tables, approvals, ...scalars } = configuration;
  const { currency } = configuration;
  const [tablesGiven, approvalsGiven] = [given.get('tables'), given.get('approvals')];
  return {
    ...(membersTyped(scalars, '', given, currency) as object),
    tables: tablesGiven === undefined ? tables : tablesWritten(tablesGiven),
    approvals:
      approvalsGiven === undefined ? approvals : approvalsWritten(approvalsGiven, currency),
  } as WrittenConfiguration;
}

function isList(member: string): boolean {
  return lists.includes(member);
}

function optionsOf(member: string): readonly string[] | undefined {
  if (member === 'unclaimedTo') return unclaimedAccounts;
  const readings = Object.entries(jackpotPolicyReadings);
  const found = readings.find(([policy]) => member === `policies.${policy}`);
  return found?.[1].map(String);
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
  const number = member.endsWith('Hours') ? text.replace(/ ?h$/, '') : text;
  if (!/^\d{1,9}$/.test(number))
    throw new UserError(`${member} ${text}: it must be a whole number.`);
  return Number(number);
}

/** Returns basis points. */
function percentTyped(member: string, text: string): number {
  const [, whole, part = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))? ?%?$/.exec(text) ?? [];
  const basisPoints = Number(whole ?? NaN) * 100 + Number(part.padEnd(2, '0'));
  if (basisPoints <= 10_000) return basisPoints;
  throw new UserError(`${member} ${text}: it must be at most 100 %, such as 12 % or 7.25 %.`);
}
