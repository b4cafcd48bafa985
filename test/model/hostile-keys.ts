import { rootOf, type TestKey } from '#testing/test-keys';
import { passkeyNamed, type TestPasskey } from '#testing/test-passkey';
import type { Random } from '#pit/random';
import { keyOf } from '../simulation/operator.js';
import type { Key } from './public-keys.js';

/** The private half of a key: in a file, or on a person's device. */
interface Half {
  key: TestKey;
  device?: TestPasskey | undefined;
}

/** A person or table that signs. */
export interface Signer extends Key, Half {}

const ROLES = ['keys', 'configure', 'operate', 'adjust', 'approve', 'surveil', 'pay', 'close'];
/** Keys of tables; the others belong to people. */
export const TABLE_KIDS = ['table-1', 'table-2', 'table-3'];
/** Names of keys; a set may use one that a root's key has too. */
const KIDS = ['keys-1', 'keys-2', 'ops-1', 'ops-2', 'ops-3', 'ops-4', 'cage.1', 'root-1'];
const ROOT_KIDS = ['root-1', 'root-2', 'root-3', 'root-4'];
const HOLDERS = ['L.Ho', 'J.Wong', 'M.Silva', 'A.Lei', 'desk', 'j_wong', 'Desk', 'ALei'];
const FIRST_ROOT = ['root-1', 'root-2'].map((kid) => signerOf(kid, keyOf(`${kid} of the model`)));
const MOST_KEYS = 256;
const ORIGINS = ['', 'floor.', 'cage.'].map((host) => [
  `https://${host}casino.example`,
  'https://casino.example:8443',
]);

/** The content of `COMMAND_ROOT` for the hostile log. */
export const { root, text: rootText } = rootOf(
  ...FIRST_ROOT.map(({ kid, key }) => ({ ...key, kid, jwk: { ...key.jwk, kid } })),
);

/** The place where a passkey is valid, by the set in force. */
function whereGood({ key, device }: Half, { origins }: { origins?: string[] | undefined }): Half {
  if (!device || !origins) return { key, device };
  return { key, device: { ...device, passkey: { ...device.passkey, origins } } };
}

function signerOf(kid: string, key: TestKey): Signer {
  return { kid, holder: kid, roles: ['keys'], x: key.jwk.x, key };
}

/** The people with keys in one partition, and the roles of each. */
export class Holders {
  version = 0;
  inForce: Signer[] = [];
  /** Signers whose keys are revoked. */
  revoked: Signer[] = [];
  /** Signers whose keys are the root. */
  roots: Signer[] = FIRST_ROOT;
  /** Signers whose keys were the root in the past. */
  formerRoots: Signer[] = [];
  /** The private halves, by `x`. */
  private readonly halves = new Map<string, Half>();
  private editions = 0;

  constructor(private readonly random: Random) {}

  /** A signer with this role, or any signer if nobody has it. */
  with(role: string): Signer {
    const able = this.inForce.filter(({ roles }) => roles.includes(role));
    return this.random.pick(able.length > 0 ? able : [...this.inForce, ...this.roots]);
  }

  /** The signer of this name in force; otherwise a former one, or a stranger. */
  named(kid: string): Signer {
    const found = this.inForce.find((signer) => signer.kid === kid);
    return found ?? this.revoked.find((signer) => signer.kid === kid) ?? this.newcomer(kid);
  }

  without(role: string): Signer | null {
    const unable = this.inForce.filter(({ roles }) => !roles.includes(role));
    return unable.length > 0 ? this.random.pick(unable) : null;
  }

  /** A key that may sign a `keys.set`: of the root, or in force with the role. */
  ofKeys(): Signer {
    const able = this.inForce.filter(
      ({ kid, roles }) => roles.includes('keys') && !this.isOfRoot(kid),
    );
    return this.random.pick(able.length > 0 && this.random.chance(0.5) ? able : this.roots);
  }

  ofRoot(): Signer {
    return this.random.pick(this.roots);
  }

  /** A signer whom no set has named yet. */
  stranger(): Signer {
    return this.newcomer(this.random.pick(KIDS));
  }

  /** The keys of a set that obeys every rule. */
  nextSet(): Signer[] {
    const { random } = this;
    const chosen: Signer[] = [];
    if (this.inForce.length > 5 && random.chance(0.35)) return this.withOneChange();
    for (const kid of random.shuffled(KIDS).slice(0, random.whole(3, 8))) {
      const signer = this.again(kid);
      if (chosen.every(({ x }) => x !== signer.x)) chosen.push(signer);
    }
    // The same key under another name, or with another holder.
    const one = random.pick(chosen);
    if (random.chance(0.1)) one.holder = random.pick(HOLDERS);
    if (random.chance(0.1)) one.kid = this.unusedKid(chosen) ?? one.kid;
    random.pick(chosen).roles.push('keys');
    this.shareOut(chosen, chosen);
    for (const kid of TABLE_KIDS) {
      const signer = this.again(kid);
      if (random.chance(0.05) || chosen.some(({ x }) => x === signer.x)) continue;
      chosen.push({ ...signer, roles: random.chance(0.97) ? ['table'] : signer.roles });
    }
    for (const signer of chosen) signer.roles = [...new Set(signer.roles)];
    return random.chance(0.07) ? [...chosen, ...this.crowd(MOST_KEYS - chosen.length)] : chosen;
  }

  /** The set in force with one change: one key has other roles, another holder, or is gone. */
  private withOneChange(): Signer[] {
    const { random } = this;
    const keys = this.inForce.map((signer) => ({ ...signer, roles: [...signer.roles] }));
    const one = random.pick(keys.filter(({ roles }) => !roles.includes('table')));
    if (!one) return keys;
    const kind = random.whole(1, 4);
    if (kind <= 2) one.roles = random.shuffled(ROLES).slice(0, random.whole(1, 4));
    if (kind === 3) one.holder = random.pick(HOLDERS);
    const left = kind === 4 ? keys.filter((each) => each !== one) : keys;
    this.shareOut(
      left,
      left.filter(({ roles }) => !roles.includes('table')),
    );
    return left;
  }

  /** Gives roles that nobody has to some of these signers. */
  private shareOut(all: readonly Signer[], some: readonly Signer[]): void {
    for (const role of ROLES) {
      const isHeld = all.some(({ roles }) => roles.includes(role));
      if (!isHeld && (role === 'keys' || this.random.chance(0.97))) {
        this.random.pick(some.length > 0 ? some : all).roles.push(role);
      }
    }
  }

  /** Keys with which nobody signs. */
  crowd(count: number): Signer[] {
    const { key } = FIRST_ROOT[0] as Signer;
    return Array.from({ length: count }, () => {
      this.editions += 1;
      const kid = `crowd-${this.editions}`;
      const bytes = Array.from({ length: 32 }, () => this.random.below(256));
      const x = Buffer.from(bytes).toString('base64url');
      return { kid, holder: 'crowd', roles: ['operate'], x, key };
    });
  }

  /**
   * The keys of a root that obeys every rule: some from the present root, some former or new. A kid
   * in force keeps its key.
   */
  nextRoot(): Signer[] {
    const { random, roots } = this;
    const used = (kid: string) => [...roots, ...this.inForce].filter((each) => each.kid === kid);
    const unused = ROOT_KIDS.filter((kid) => used(kid).length === 0);
    const others = random.chance(0.5) ? this.formerRoots : unused.map((kid) => this.newcomer(kid));
    const candidates = random.shuffled([...others, ...roots.filter(() => random.chance(0.3))]);
    const right = candidates.filter(({ kid, x }) => used(kid).every((each) => each.x === x));
    const names = new Set<string>();
    const chosen = right.filter(({ kid }) => !names.has(kid) && names.add(kid));
    return chosen.slice(0, random.whole(1, 3));
  }

  /** Reads another root that is now in force. */
  readRoot(keys: ReadonlyMap<string, string>): void {
    const all = [...this.roots, ...this.formerRoots];
    const pairs = new Map(all.map(({ x, key }) => [x, key]));
    this.roots = [...keys].flatMap(([kid, x]) => {
      const key = pairs.get(x) ?? this.halves.get(x)?.key;
      return key ? [signerOf(kid, key)] : [];
    });
    this.formerRoots = all.filter(({ x }) => ![...keys.values()].includes(x)).slice(0, 6);
  }

  /** Reads a set that is now in force. */
  read(version: number, keys: readonly Key[]): void {
    const signers = keys.flatMap((one) => {
      const half = this.halves.get(one.x);
      return half ? [{ ...one, roles: [...one.roles], ...whereGood(half, one) }] : [];
    });
    const before = [...this.revoked, ...this.inForce];
    this.revoked = before.filter((one) => keys.every(({ x }) => x !== one.x)).slice(-20);
    this.inForce = signers;
    this.version = version;
  }

  /**
   * The same key for a kid in force; otherwise perhaps a revoked one, under its name or this one.
   */
  private again(kid: string): Signer {
    const { random } = this;
    const roles = () => ROLES.filter(() => random.chance(0.4));
    const current = this.inForce.find((signer) => signer.kid === kid);
    if (current) {
      const kept = random.chance(0.6) ? [...current.roles] : [...roles(), random.pick(ROLES)];
      const origins = random.chance(0.05) ? random.pick(ORIGINS) : current.origins;
      return { ...current, roles: kept, ...whereGood(current, { ...current, origins }) };
    }
    const ofMachine = TABLE_KIDS.includes(kid);
    const all = this.revoked.filter(({ device }) => !(ofMachine && device));
    const before = all.filter((signer) => signer.kid === kid);
    const others = random.chance(0.2) ? all : before;
    const found = others.length > 0 && random.chance(0.7) ? random.pick(others) : null;
    const { key, device, x } = found ?? this.newcomer(kid);
    const own = [...roles(), random.pick(ROLES)];
    return { kid, holder: random.pick(HOLDERS), roles: own, x, key, device };
  }

  private unusedKid(chosen: readonly Signer[]): string | null {
    const used = [...chosen, ...this.inForce].map(({ kid }) => kid);
    const unused = KIDS.filter((kid) => !used.includes(kid) && !this.isOfRoot(kid));
    return unused.length > 0 ? this.random.pick(unused) : null;
  }

  private isOfRoot(kid: string): boolean {
    return this.roots.some((signer) => signer.kid === kid);
  }

  /** A person with a passkey whom no set has named yet. */
  guest(): Signer {
    this.editions += 1;
    const [kid, { key }] = ['guest', FIRST_ROOT[0] as Signer];
    const curve = this.random.pick(['P-256', 'Ed25519'] as const);
    const device = passkeyNamed(`${kid}/${this.editions} of the model`, curve);
    this.halves.set(device.x, { key, device });
    return { kid, holder: kid, roles: ['operate'], x: device.x, key, device };
  }

  private newcomer(kid: string): Signer {
    this.editions += 1;
    const isOfPerson = !TABLE_KIDS.includes(kid) && !ROOT_KIDS.includes(kid);
    if (isOfPerson && this.random.chance(0.3)) return { ...this.guest(), kid };
    const signer = signerOf(kid, keyOf(`${kid}/${this.editions} of the model`));
    this.halves.set(signer.x, { key: signer.key });
    return signer;
  }
}
