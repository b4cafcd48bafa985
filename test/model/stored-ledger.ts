import { commitOf, readState, type Folded } from '#engine';
import { accountField, StateDigest, type LedgerSnapshot } from '#ledger';
import type { PartitionState } from '#pools';

type Texts = Record<string, string>;

/**
 * The content of a partition that commits have stored, from which another process restores the
 * state.
 */
export class StoredLedger {
  private readonly digest = new StateDigest();
  private readonly accounts: Texts = {};
  private readonly jackpots: Texts = {};
  private readonly tables: Texts = {};
  private readonly claims = new Map<string, string>();
  private readonly values: Texts = {};
  private readonly meters: Texts = {};
  private refusals = '';
  private authority = '';
  private newestMs = 0;

  /** @param state after the fold */
  take(state: PartitionState, folded: Folded): void {
    const { accounts, claims, digest } = this;
    const context = { head: '', block: 0, partitions: 1, clusterId: 'test', anchor: '', digest };
    const commit = commitOf(state, folded, context);
    for (const { jackpot, account, micros } of commit.deltas) {
      const field = accountField(jackpot, account);
      accounts[field] = String(BigInt(accounts[field] ?? 0) + micros);
    }
    for (const [id, text] of commit.claims) {
      if (text === null) claims.delete(id);
      else claims.set(id, text);
    }
    Object.assign(this.jackpots, Object.fromEntries(commit.jackpots));
    Object.assign(this.tables, Object.fromEntries(commit.tables));
    Object.assign(this.values, Object.fromEntries(commit.values));
    Object.assign(this.meters, Object.fromEntries(commit.meters));
    this.refusals = commit.refusals;
    this.authority = commit.authority ?? this.authority;
    this.newestMs = commit.newestMs;
  }

  /** The state as another process reads it. */
  read(): PartitionState {
    const { accounts, jackpots, tables, values, meters, refusals, authority, newestMs } = this;
    const snapshot: LedgerSnapshot = {
      ...{ position: 0, anchor: null, newestMs, head: '', block: 0, partitions: 1 },
      ...{ clusterId: null, halted: null, counted: null, refusals, authority, build: null },
      ...{ sent: null, accounts, jackpots, tables, values, meters },
      claims: Object.fromEntries(this.claims),
    };
    const state = readState(snapshot);
    if ('reason' in state) throw new Error(`${state.reason}: ${state.detail}`);
    return state;
  }
}
