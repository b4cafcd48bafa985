import { meterTexts, valueMessage } from '#engine';
import { accountField, type EntryKind } from '#ledger';
import {
  accountNames,
  serializeClaim,
  serializeJackpot,
  serializeTable,
  type PartitionState,
} from '#pools';

type Texts = [key: string, text: string][];

/** All entries of the ledger of a state, as in Redis. */
export function ledgerTexts({ jackpots, tables }: PartitionState): Record<EntryKind, Texts> {
  const all = [...jackpots.values()];
  return {
    accounts: all.flatMap(({ id, accounts }) =>
      accountNames.map((name): Texts[number] => [accountField(id, name), String(accounts[name])]),
    ),
    jackpots: all.map((jackpot) => [jackpot.id, serializeJackpot(jackpot)]),
    tables: [...tables].map(([key, table]) => [key, serializeTable(table)]),
    claims: all.flatMap(({ claims }) =>
      [...claims].map(([id, claim]): Texts[number] => [id, serializeClaim(claim)]),
    ),
    values: all.map((jackpot) => [jackpot.id, JSON.stringify(valueMessage(jackpot, null))]),
    meters: all.flatMap((each): Texts => meterTexts(each).map(([field, text]) => [field, text])),
  };
}
