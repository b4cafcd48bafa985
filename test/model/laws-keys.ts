import { isOfLedger, type Bytes } from './authority.js';
import type { ModelEvent, ModelOutcome } from './events.js';
import type { Violation } from './laws.js';

/**
 * Laws for any implementation: who signed the acts that were carried out. They rely on the applied
 * records, and compare names alone, without verifying signatures.
 */
export class KeyLaws {
  /** The keys of the last set that was applied, by kid. */
  private inForce = new Map<string, readonly string[]>();
  private version = 0;
  /** Signatures with the bytes that they cover. */
  private readonly done = new Set<string>();

  /** @param rootKids names of the keys of the root in force */
  constructor(private rootKids: ReadonlySet<string>) {}

  /** @param nowMs the record's Kafka time */
  check(
    event: ModelEvent,
    { value, headers }: Bytes,
    { effect }: ModelOutcome,
    nowMs: number,
  ): Violation[] {
    if (effect !== 'applied') return [];
    const broken: Violation[] = [];
    const found = (law: string, seen: string) => broken.push(`${law}: ${seen} (${event.id})`);
    const header = String(headers['signature']);
    const kid = header.split(':')[0] ?? '';
    const isSet = event.type === 'keys.set';
    const roles = isOfLedger(event) && this.rootKids.has(kid) ? ['keys'] : this.inForce.get(kid);
    if (!roles) found('signer', `${kid} is not in force`);
    if (isOfLedger(event) && roles?.includes('keys') === false)
      found('role', `${kid} may not set keys`);
    const act = `${header.slice(kid.length)} ${value}`;
    if (this.done.has(act)) found('once', 'the same signature over the same bytes, again');
    this.done.add(act);
    const leftMs = Date.parse(event.expires ?? '') - nowMs;
    if (!(leftMs > 0 && leftMs <= 604_800_000))
      found('expires', `${event.expires} is no such time`);
    if (isSet) this.follow(event.data as unknown as Keys, found);
    if (event.type === 'root.set') {
      if (!this.rootKids.has(kid)) found('root', `${kid} is no key of the root`);
      const { root } = event.data as { root: { keys: { kid: string }[] } };
      this.rootKids = new Set(root.keys.map((key) => key.kid));
    }
    return broken;
  }

  private follow({ version, keys }: Keys, found: (law: string, seen: string) => unknown): void {
    if (version <= this.version) found('version', `${version} follows ${this.version}`);
    this.version = version;
    this.inForce = new Map(keys.map(({ kid, roles }) => [kid, roles]));
  }
}

interface Keys {
  version: number;
  keys: { kid: string; roles: string[] }[];
}
