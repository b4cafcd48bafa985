import { signRecord } from '#contract';
import type { LogRecord } from '#log';
import type { Random } from '#pit/random';
import { touched, type Touch } from '#testing/test-passkey';
import { ROLE_OF, type Authority } from './authority.js';
import { Holders, TABLE_KIDS, type Signer } from './hostile-keys.js';
import { loosely, withoutSignature } from './loosely.js';

/** The content of a command, before its signer is chosen. */
export interface Said {
  type: string;
  subject: string;
  data: Record<string, unknown>;
}

export type Written = Pick<LogRecord, 'headers'> & { value: Buffer };

export interface Manner {
  sequence?: bigint;
  /** The signed ledger id, if it is not that of the partition's ledger. */
  ledger?: string;
  expires?: string | null;
  /** Changes the text before it is signed. */
  loosen?: (text: string) => string;
  /** The statements of the browser and the device, for a signature by touch. */
  touch?: Partial<Touch>;
}

const DAY_MICROS = 86_400_000_000n;
const WEEK_MS = 7 * 86_400_000;
/** A signature that a table may use instead of its own. */
type Forged = Pick<LogRecord, 'headers'>;

/** Signs commands and sets of keys, some of them in ways that nobody may accept. */
export class Signatures {
  readonly holders: Holders;
  /** The records that were carried out. */
  private readonly done: Written[] = [];
  private sequences: ReadonlyMap<string, bigint> = new Map();
  nowMs = 0;

  constructor(
    private readonly random: Random,
    private readonly ledger: string,
  ) {
    this.holders = new Holders(random);
  }

  /** @param nowMs the Kafka time of the next record */
  at(nowMs: number): this {
    this.nowMs = nowMs;
    return this;
  }

  right(said: Said): Written {
    return this.by(this.signerOf(said), said);
  }

  by(signer: Signer, said: Said, manner: Manner = {}): Written {
    return this.written(signer, said, manner);
  }

  /** The header of the next record: a table's event that this key must sign. */
  ofTable(kid: string, value: Buffer): Forged {
    const { holders, random } = this;
    const own = holders.named(kid);
    const header = (signature: Buffer): Forged => ({ headers: { signature } });
    if (random.chance(0.93)) return header(this.signature(this.ledger, value, own));
    const others = [...TABLE_KIDS, 'ops-1'].filter((each) => each !== kid);
    const other = holders.named(random.pick(others));
    const kind = random.whole(1, 9);
    if (kind <= 2) return random.pick([{ headers: {} }, { headers: { signature: null } }]);
    if (kind === 3) return header(this.signature(this.ledger, value, other));
    if (kind === 4) return header(this.signature(this.ledger, value, { ...other, kid }));
    if (kind === 5) return header(this.signature('macau-2', value, own));
    if (kind === 6) {
      const revoked = random.pick([...holders.revoked, holders.stranger()]);
      return header(this.signature(this.ledger, value, { ...revoked, kid }));
    }
    if (kind === 7) return header(this.signature(this.ledger, value.subarray(1), own));
    const right = { value, headers: { signature: this.signature(this.ledger, value, own) } };
    const { headers } = this.mangled(right);
    return { headers };
  }

  /** @param loosen turns its text into JSON that nobody may read */
  loose(said: Said, loosen: (text: string) => string): Written {
    return this.written(this.signerOf(said), said, { loosen });
  }

  newKeys(): Written {
    const { holders, random } = this;
    const version = holders.version + random.pick([1, 1, 2, 1000]);
    return this.written(holders.ofKeys(), this.setOf(version, holders.nextSet()));
  }

  /** A set that no partition may put in force, or an edition that does not follow. */
  wrongKeys(): Written {
    const { random, ledger } = this;
    if (random.chance(0.8)) return this.wrongSet();
    const edition = random.pick([0, 1, 3, 1.5, '2', null, 1000]);
    const said = { type: 'edition.set', subject: ledger, data: { edition } };
    const anyone = random.chance(0.2) ? this.holders.stranger() : this.holders.ofKeys();
    return this.written(anyone, said);
  }

  /** A command that is sent or signed in a way that may stop it from being carried out. */
  hostile(said: Said): Written {
    return this.wrongCommand(said);
  }

  /** Reads the log for the signers: what was sent, and whether it was carried out. */
  read(written: Written, type: string, isDone: boolean, authority: Authority): void {
    this.sequences = authority.sequences;
    if (isDone) this.done.push(written);
    if (isDone && type === 'keys.set') this.holders.read(authority.version, authority.keys());
    if (isDone && type === 'root.set') this.holders.readRoot(authority.rootKeys());
  }

  private wrongSet(): Written {
    const { holders, random } = this;
    const keys = holders.nextSet();
    const next = this.setOf(holders.version + 1, keys);
    const signer = holders.ofKeys();
    const inForce = holders.inForce.filter(({ kid }) => kid !== 'root-1');
    const usurper = holders.inForce.find(({ kid }) => kid === 'root-1') ?? holders.stranger();
    const kind = random.whole(1, 14);
    if (kind === 1) return this.written(holders.without('keys') ?? holders.stranger(), next);
    if (kind === 2) {
      const former = [...holders.revoked, ...holders.formerRoots];
      return this.written(random.pick([...former, usurper]), next);
    }
    if (kind === 3) return this.written(holders.stranger(), next);
    if (kind === 4) return this.written(signer, next, { ledger: 'macau-2' });
    if (kind === 5) {
      return this.written(signer, { ...next, subject: 'macau-2' }, { ledger: 'macau-2' });
    }
    if (kind === 6) return this.written(signer, next, { expires: this.instant(-1) });
    if (kind === 7) return this.written(signer, next, { expires: this.never() });
    if (kind === 8) return this.written(signer, { ...next, subject: 'macau-2' });
    const anyone = inForce.length > 0 && random.chance(0.2) ? random.pick(inForce) : signer;
    return this.written(anyone, { ...next, data: this.wrongData(keys) });
  }

  private wrongCommand(said: Said): Written {
    const { done, holders, random } = this;
    const role = ROLE_OF[said.type] ?? '';
    const signer = this.signerOf(said);
    const newest = this.sequences.get(signer.x) ?? 0n;
    const dayAhead = BigInt(this.nowMs) * 1000n + DAY_MICROS;
    const kind = random.whole(1, 21);
    if (random.chance(0.05)) return this.inOtherForm(this.written(signer, said), signer);
    if (signer.device && random.chance(0.5)) {
      return this.written(signer, said, { touch: this.wrongTouch() });
    }
    if (kind <= 3 && done.length > 0) {
      return random.pick(random.chance(0.5) ? done : done.slice(-3));
    }
    if (kind <= 5) return this.written(random.pick([...holders.revoked, signer]), said);
    if (kind === 6) return this.written(holders.stranger(), said);
    if (kind === 7) return this.written(holders.without(role) ?? holders.ofRoot(), said);
    if (kind === 8) return this.written(holders.ofRoot(), said);
    if (kind === 9) return this.written(signer, said, { ledger: random.pick(['macau-2', '']) });
    if (kind === 10) return this.written(signer, said, { expires: this.instant(1) });
    if (kind === 11) {
      return this.written(signer, said, { expires: this.instant(random.whole(-1, 0)) });
    }
    if (kind === 15) return this.written(signer, said, { expires: this.never() });
    if (kind === 12) {
      const sequence = random.pick([dayAhead, dayAhead + 1n, 2n ** 62n]);
      return this.written(signer, said, { sequence });
    }
    if (kind === 13) {
      const older = newest - BigInt(random.whole(0, 3));
      return this.written(signer, said, { sequence: older < 0n ? 0n : older });
    }
    if (kind === 14 && done.length > 0) {
      // The same bytes signed by another key: each key counts for itself alone.
      const { value } = random.pick(done);
      return { value, headers: { signature: this.signature(this.ledger, value, signer) } };
    }
    return this.mangled(this.written(signer, said));
  }

  /** A correct record with another header, or with another value under its header. */
  private mangled({ value, headers }: Written): Written {
    const { random } = this;
    const right = String(headers['signature']);
    const base64 = right.slice(right.indexOf(':') + 1);
    const kid = right.slice(0, right.indexOf(':'));
    const second = Buffer.from(random.pick([right, 'ops-1:AAAA', '']));
    const lists = [
      [Buffer.from(right), second],
      [second, Buffer.from(right)],
    ];
    const header = random.pick([
      ...random.pick([lists, [undefined, undefined, undefined]]),
      ...['', ':', kid, base64, `:${base64}`, `${right}:`, `${right} `, ` ${right}`],
      ...[`${kid}:${base64.replace(/=+$/, '')}`, `${kid}:${base64}=`, `${kid}:${base64}\n`],
      `${kid}:${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`,
      `${kid}:${loosely(base64)}`,
      `${kid}:${base64.slice(0, 44)}\n${base64.slice(44)}`,
      `${kid.toUpperCase()}:${base64}`,
      right,
    ]);
    if (header === undefined) return { value, headers: random.pick(withoutSignature(right)) };
    // One byte more is still the same JSON.
    if (header === right) return { value: Buffer.concat([value, Buffer.from(' ')]), headers };
    const signature = typeof header === 'string' ? Buffer.from(header) : header;
    return { value, headers: { signature } };
  }

  private wrongData(keys: Signer[]): Record<string, unknown> {
    const { holders, random } = this;
    const version = holders.version + 1;
    const members = keys.map(memberOf);
    const one = members[0] as Member;
    const stranger = memberOf({ ...holders.stranger(), kid: 'stranger' });
    const guest = memberOf(holders.guest());
    const inForce = holders.inForce.length > 0 ? random.pick(holders.inForce) : null;
    const with257 = [...members, ...holders.crowd(257).map(memberOf)].slice(0, 257);
    const others = members.filter(({ kid }) => kid !== inForce?.kid);
    const wrong = random.pick<Record<string, unknown>>([
      { version: random.pick([0, holders.version, holders.version - 1, -1]) },
      { version: random.pick([version + 0.5, String(version), null]) },
      { edition: random.pick([0, -1, 1.5, '1', null, ...(version > 1 ? [2, 3] : [undefined])]) },
      { keys: random.pick([[], null, {}]) },
      { keys: with257 },
      { keys: [...members, { ...stranger, kid: one.kid }] },
      { keys: [...members, { ...stranger, x: one.x }] },
      { keys: [...members, { ...stranger, x: loosely(one.x) }] },
      { keys: [...members, { ...stranger, x: loosely(stranger.x) }] },
      { keys: [...members, { ...stranger, x: random.pick([`${one.x}A`, '', 'AAAA', null]) }] },
      { keys: [...members, { ...stranger, roles: random.pick([[], ['approve'], ['keys ']]) }] },
      { keys: [...members, { ...stranger, roles: random.pick([['keys', 'root'], 'keys', null]) }] },
      { keys: [...members, { ...stranger, holder: random.pick(['', 'M. da Silva', null]) }] },
      { keys: [...members, { ...stranger, kty: 'EC' }] },
      { keys: [...members, { ...stranger, crv: 'X25519' }] },
      { keys: [...members, { ...stranger, d: stranger.x }] },
      { keys: [...members, { ...stranger, ...random.pick([{ rpId: 'a' }, { origins: [] }]) }] },
      { keys: [...members, random.pick([null, 'ops-1', { ...stranger, kid: null }])] },
      { keys: [...members, { ...stranger, kid: random.pick(['', 'a:b', 'x'.repeat(65)]) }] },
      { keys: [...members, { ...guest, ...random.pick(wrongPlaces) }] },
      { keys: [...members, { ...guest, ...random.pick(wrongPlaces) }] },
      { keys: [...members, { ...guest, y: random.pick([guest.x, loosely(guest.x), null]) }] },
      { keys: [...members, { ...guest, use: random.pick(['sig', 'enc', null, undefined]) }] },
      { keys: [...members, { ...guest, roles: ['operate', 'table'] }] },
      { keys: [...members, { ...guest, d: guest.x }] },
      { keys: members.map((key) => ({ ...key, roles: ['operate'] })) },
      { keys: [...others, { ...stranger, roles: ['keys'], kid: inForce?.kid ?? null }] },
    ]);
    return { version, edition: 1, keys: members, ...wrong };
  }

  private setOf(version: number, keys: Signer[]): Said {
    // Unknown members have no meaning.
    const more = this.random.chance(0.2) ? { use: 'sig' } : {};
    const members = keys.map((signer) => ({ ...more, ...memberOf(signer) }));
    const edition = this.holders.version === 0 || this.random.chance(0.2) ? { edition: 1 } : {};
    const data = { version, ...edition, keys: members, ...more };
    return { type: 'keys.set', subject: this.ledger, data };
  }

  private written(signer: Signer, { type, subject, data }: Said, manner: Manner = {}): Written {
    const { random } = this;
    const sequence = String(manner.sequence ?? this.nextSequence(signer.x));
    const { ledger = this.ledger, loosen = (text) => text, touch } = manner;
    const { expires = this.instant(random.pick([900_000, WEEK_MS])) } = manner;
    const event = {
      ...{ specversion: '1.0', type, id: random.pick([`${signer.kid}/${sequence}`, 'same']) },
      ...{ source: random.pick([signer.kid, 'ops', 'T1']), sequence, subject },
      ...(expires === null ? {} : { expires }),
      ...(random.chance(0.3) ? { time: this.instant(-500) } : {}),
      data,
    };
    const value = Buffer.from(loosen(JSON.stringify(event)));
    return { value, headers: { signature: this.signature(ledger, value, signer, touch) } };
  }

  private signature(
    ledger: string,
    value: Buffer,
    { kid, key, device }: Signer,
    touch: Partial<Touch> = {},
  ): Buffer {
    if (!device) return Buffer.from(signRecord(ledger, value, kid, key.privateKey));
    return Buffer.from(touched(ledger, value, { ...device, kid }, touch));
  }

  /** A correct Ed25519 signature in the form for the other kind of key. */
  private inOtherForm(written: Written, { kid, key, device }: Signer): Written {
    if (typeof device?.passkey.y === 'string') return written;
    const { value } = written;
    const { privateKey, x } = { x: '', ...key, ...device };
    const at = { rpId: 'casino.example', origins: ['https://casino.example'] };
    const other = device
      ? signRecord(this.ledger, value, kid, privateKey)
      : touched(this.ledger, value, { kid, privateKey, x, passkey: { y: null, ...at } });
    return { value, headers: { signature: Buffer.from(other) } };
  }

  /** Statements of a browser or a device that make a signature invalid, except for some of them. */
  private wrongTouch(): Partial<Touch> {
    const { random } = this;
    return random.pick<Partial<Touch>>([
      { type: random.pick(['webauthn.create', null, 'webauthn.get ']) },
      { bytes: Buffer.from(random.pick(['', 'macau-2\n'])) },
      { origin: random.pick(['https://example.com', 'https://casino.example/', null, 1]) },
      { crossOrigin: random.pick([true, null, 'false', 0]) },
      { rpId: random.pick(['example.com', 'floor.casino.example', '']) },
      { flags: random.pick([0x1c, 0x04]) },
      { flags: random.pick([0x19, 0x01]) },
      { said: (text) => text.slice(1) },
      { said: (text) => text.replace('}', ',"type":"webauthn.create"}') },
      { said: (text) => text.replace('{', '{"type":"webauthn.create",') },
      { said: (text) => text.replace('}', random.pick([',"topOrigin":"x"}', ' } '])) },
      { said: (text) => text.replace(',"crossOrigin":false', '') },
      { extensions: Buffer.from(random.pick(['', 'more'])) },
    ]);
  }

  private nextSequence(x: string): bigint {
    const { random } = this;
    const clock = BigInt(this.nowMs) * 1000n;
    let next = (this.sequences.get(x) ?? BigInt(random.below(2)) - 1n) + 1n;
    if (random.chance(0.3)) next += BigInt(random.whole(1, 9));
    return random.chance(0.3) && clock > next ? clock : next;
  }

  /** An expiry that is never valid: somebody could hold such a command back for long. */
  private never(): string | null {
    return this.random.chance(0.5) ? this.instant(WEEK_MS + 1) : null;
  }

  /** A time this many milliseconds after the next record's, in one of two zones. */
  instant(afterMs: number): string {
    const ms = this.nowMs + afterMs;
    if (this.random.chance(0.5)) return new Date(ms).toISOString();
    return new Date(ms + 8 * 3_600_000).toISOString().replace('Z', '+08:00');
  }

  private signerOf({ type }: Said): Signer {
    return this.holders.with(ROLE_OF[type] ?? '');
  }
}

interface Member {
  kid: string;
  x: string;
}

function memberOf({ kid, x, holder, roles, device }: Signer): Member & Record<string, unknown> {
  if (!device) return { kty: 'OKP', crv: 'Ed25519', kid, x, holder, roles };
  const { y, rpId, origins } = device.passkey;
  const point = y === null ? { kty: 'OKP', crv: 'Ed25519', x } : { kty: 'EC', crv: 'P-256', x, y };
  return { ...point, use: 'webauthn', rpId, origins, kid, holder, roles };
}

/** Places where no passkey can be valid, except for the last ones. */
const wrongPlaces: readonly Record<string, unknown>[] = [
  ...['', 'casino.example.', '-a.example', 'Jacsino.example', 'a..b', 'x'.repeat(64), null].map(
    (rpId) => ({ rpId, origins: [`https://${rpId}`] }),
  ),
  { rpId: 'example' },
  { rpId: 'sino.example' },
  ...[[], null, ['https://casino.example/'], ['http://casino.example'], [1]].map((origins) => {
    return { origins };
  }),
  { origins: ['https://casino.example', 'https://casino.example'] },
  { origins: ['https://casino.example', 'https://example.com'] },
  { y: '' },
  { x: '!' },
  { y: 'A'.repeat(43) },
  ...[0, 443, 65_535, 65_536, '08443', ''].map((port) => {
    return { origins: [`https://casino.example:${port}`] };
  }),
  { rpId: 'localhost', origins: ['http://localhost:80'] },
  { origins: [`https://${'a.'.repeat(120)}casino.example`] },
  { origins: ['https://casino.example:123456'] },
  { origins: Array.from({ length: 9 }, (_, at) => `https://${at}.casino.example`) },
  { origins: [`https://${'a.'.repeat(140)}casino.example`] },
  { origins: ['https://floor.casino.example:8443'] },
  { rpId: 'localhost', origins: ['http://localhost:3002'] },
];
