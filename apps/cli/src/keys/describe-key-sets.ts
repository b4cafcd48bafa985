import { type LedgerCommand, visible } from '#acts';
import { keyPrint, keySchema } from '#contract';
import { personNamed, type Authority, type SigningKey } from '#pools';
import { table } from '../format/table.js';

/**
 * The permitted signers before and after each set, by holder: a person signs the whole set, also
 * keys in it that nobody requested.
 * @param all by partition.
 */
export function describeKeySets(
  ledger: string,
  sets: readonly LedgerCommand[],
  all: readonly Authority[],
): string {
  const changes = sets.flatMap(({ command, partitions }) => {
    const { keys: jwks } = command.data as { readonly keys: readonly unknown[] };
    const keys = jwks.map((jwk) => keySchema.parse(jwk));
    return partitions.map((partition) => ({
      partition,
      rows: rowsOf(all[partition]?.keys ?? new Map<string, SigningKey>(), keys),
    }));
  });
  const groups = Map.groupBy(changes, ({ rows }) => JSON.stringify(rows));
  const parts = [...groups.values()].map((group) => {
    const numbers = group.map(({ partition }) => partition).join(', ');
    const heads = ['holder', 'key', 'before', 'after', 'print'];
    const rows = group[0]?.rows ?? [];
    const alike = alikeIn(rows.map(([holder = '']) => holder));
    return `Ledger ${ledger}, partition${group.length > 1 ? 's' : ''} ${numbers}\n${table(heads, rows)}${alike}`;
  });
  return `${parts.join('\n')}\n`;
}

function rowsOf(
  before: ReadonlyMap<string, SigningKey>,
  after: readonly SigningKey[],
): readonly (readonly string[])[] {
  const now = new Map(after.map((key) => [key.kid, key]));
  const kids = [...new Set([...before.keys(), ...now.keys()])];
  const rows = kids.flatMap((kid) => {
    const [old, next] = [before.get(kid), now.get(kid)];
    const isSame = old !== undefined && next !== undefined && printOf(old) === printOf(next);
    const holders = new Set([old?.holder, next?.holder].filter((each) => each !== undefined));
    const row = (was: SigningKey | undefined, is: SigningKey | undefined) =>
      [[...holders].join(' → '), kid, rolesOf(was), rolesOf(is), printOf(is ?? was)].map(visible);
    // A different public key under the same name is a different key.
    return isSame || !old || !next ? [row(old, next)] : [row(old, undefined), row(undefined, next)];
  });
  return rows.toSorted(([one = ''], [other = '']) => (one < other ? -1 : one > other ? 1 : 0));
}

/** Holders that are another spelling of one person (contract 4.5), one line each. */
function alikeIn(holders: readonly string[]): string {
  const people = Map.groupBy(new Set(holders), personNamed);
  return [...people.values()]
    .filter((names) => names.length > 1)
    .map((names) => `${names.join(' and ')} count as one person.\n`)
    .join('');
}

function printOf(key: SigningKey | undefined): string {
  return key ? keyPrint(key) : '';
}

function rolesOf(key: SigningKey | undefined): string {
  return key ? key.roles.join(', ') : '—';
}
