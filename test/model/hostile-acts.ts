import type { Random } from '#pit/random';
import { isOpenTo, ROLE_OF_ACT, rolesToApprove } from './approvals.js';
import { isFaultyAct } from './commands.js';
import { minorUnit } from './currency.js';
import type { Act, Configured, ModelEvent, Proposal } from './events.js';
import type { Signer } from './hostile-keys.js';
import type { Said, Signatures, Written } from './hostile-signatures.js';
import type { Model } from './model.js';

const WEEK_MS = 7 * 86_400_000;

interface Open {
  jackpot: string;
  proposal: Proposal;
  act: Act;
}

/** People who propose acts, approve them and withdraw them, some against the rules. */
export class Acts {
  /** The proposed acts, by offset. */
  private readonly acts = new Map<number, Act>();
  private crowd: Said[] = [];

  constructor(
    private readonly random: Random,
    private readonly signatures: Signatures,
    private readonly jackpots: Model,
  ) {}

  /** Reads a record that was carried out. */
  read({ type, data }: ModelEvent, offset: number): void {
    if (type === 'act.proposed') this.acts.set(offset, (data as { act: Act }).act);
  }

  /** Whether the command needs more than one person; the people may not know this. */
  isForMore({ subject, type, data }: Said): boolean {
    const jackpot = this.jackpots.look(subject);
    if (!jackpot || !(type in ROLE_OF_ACT) || isFaultyAct({ type, data }, subject)) return false;
    return rolesToApprove(jackpot, { type, data }).length > 0 && this.random.chance(0.9);
  }

  propose({ subject, type, data }: Said): Written {
    const { random, signatures } = this;
    const afterMs = random.pick([1, 3_000, 15_000, 40_000, 90_000, 3_600_000, WEEK_MS]);
    const act = { type, data: random.chance(0.2) ? { ...data, ...extra(random) } : data };
    const right = { act, expires: signatures.instant(afterMs), note: 'test' };
    const said = random.chance(0.1) ? { ...right, ...this.wrongly(act) } : right;
    const { holders } = signatures;
    const role = ROLE_OF_ACT[type] ?? 'operate';
    const able = holders.with(role);
    const signer = random.chance(0.95) ? able : (holders.without(role) ?? able);
    return signatures.by(signer, { type: 'act.proposed', subject, data: said });
  }

  /** An adjustment by an amount near which another approval row applies. */
  adjustment(): Said {
    const { random } = this;
    const size = random.pick([1, 2, 99, 100, 499, 500, 501, 2500, 2501, 20_000]);
    const amount = random.chance(0.5) ? -size : size;
    const account = random.pick(['pool', 'pool', 'reserve']);
    const subject = random.pick(['north', 'south']);
    const late = random.chance(0.05) ? { opening: this.opening(subject, amount) } : {};
    const data = { amount, account, reason: 'test', ...late };
    return { type: 'pool.adjusted', subject, data };
  }

  /** Before its first bet a jackpot usually takes over a running amount; null if none does. */
  takeOver(): Written | null {
    const { random } = this;
    const fresh = ['north', 'south'].filter((jackpot) => {
      const { meters } = this.jackpots.look(jackpot) ?? {};
      return meters && !meters.has('contribution') && !meters.has('opening');
    });
    if (fresh.length === 0 || random.chance(0.4)) return null;
    const subject = random.pick(fresh);
    const waiting = this.open().find(({ jackpot, act }) => {
      return jackpot === subject && act.data['opening'] !== undefined;
    });
    if (waiting) return this.wordOn(waiting);
    const data = { amount: random.whole(1, 9_999), account: 'pool', reason: 'test' };
    const opened = { ...data, opening: this.opening(subject, data.amount) };
    return this.propose({ type: 'pool.adjusted', subject, data: opened });
  }

  /** The opening of an adjustment by this amount, now and then wrong. */
  private opening(subject: string, amount: number): object {
    const { random } = this;
    const { accounts, configuration } = this.jackpots.look(subject) ?? {};
    const unit = minorUnit(configuration?.currency ?? 'MOP');
    const pool = Number((accounts?.pool ?? 0n) / unit);
    const right = { amount: pool + amount, on: '2026-11-30', from: 'test' };
    if (random.chance(0.8)) return right;
    return random.pick<object>([
      { ...right, amount: random.pick([0.5, right.amount + 1, -1]) },
      { ...right, on: random.pick(['2026-02-30', '30 November', '2026-11-30T00:00:00Z']) },
      { ...right, from: random.pick(['', 'x'.repeat(201), null]) },
    ]);
  }

  /** The end of a gaming day: of the present one, of a past one, or of one far ahead. */
  closing(): Said {
    const { random } = this;
    const subject = random.pick(['north', 'south']);
    const { day = '2026-10-30' } = this.jackpots.look(subject)?.closed ?? {};
    const next = (days: number) =>
      new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
    const right = next(random.pick([1, 1, 1, 1, 2, 5]));
    const wrong = [day, next(-1), next(400), '2026-02-30', '20261130', null];
    const funds = random.pick([
      {},
      { note: 'test' },
      { funds: 1 },
      { funds: 10 ** 12 },
      { funds: -1 },
      { note: '' },
    ]);
    const data = { day: random.chance(0.75) ? right : random.pick(wrong), ...funds };
    return { type: 'day.closed', subject, data };
  }

  /** One of a series of proposals, more than a jackpot may have; null if there is no series. */
  oneOfCrowd(): Written | null {
    const { random } = this;
    if (this.crowd.length === 0 && random.chance(0.001)) this.crowd = this.newCrowd();
    const said = this.crowd.pop();
    if (!said) return null;
    const { holders } = this.signatures;
    const signer = holders.with(said.type === 'pool.adjusted' ? 'adjust' : 'operate');
    const { subject, ...act } = said;
    const expires = this.signatures.instant(random.pick([60_000, 3_600_000, WEEK_MS]));
    const data = { act, expires, note: 'test' };
    return this.signatures.by(signer, { type: 'act.proposed', subject, data });
  }

  /**
   * Many proposals of one act that needs more than one person in some jackpot; empty if none does.
   */
  private newCrowd(): Said[] {
    const data = { amount: 20_000, account: 'pool', reason: 'crowd' };
    const acts = ['north', 'south'].flatMap((subject) => {
      return ['jackpot.resumed', 'pool.adjusted'].map((type) => ({ type, subject, data }));
    });
    const needed = acts.filter(({ subject, ...act }) => {
      const jackpot = this.jackpots.look(subject);
      return jackpot && rolesToApprove(jackpot, act).length > 0;
    });
    if (needed.length === 0) return [];
    const act = this.random.pick(needed);
    return Array.from({ length: 36 }, () => act);
  }

  /** A proposal that expires soon, so that a person can be just too late; null if there is none. */
  expiring(nowMs: number): Open | null {
    const soon = this.open().filter(({ proposal: { expiresMs } }) => {
      return expiresMs > nowMs && expiresMs < nowMs + 30_000;
    });
    return soon.length > 0 ? this.random.pick(soon) : null;
  }

  /** A person's command about an open proposal, of this jackpot if one is named; else null. */
  about(own?: string): Written | null {
    const { random } = this;
    const open = this.open().filter(({ jackpot }) => own === undefined || jackpot === own);
    const resumed = open.filter(({ act }) => act.type === 'jackpot.resumed');
    const chosen = resumed.length > 0 && random.chance(0.5) ? resumed : open;
    return chosen.length > 0 ? this.wordOn(random.pick(chosen)) : null;
  }

  /** The resumption of a suspended jackpot that nobody has proposed yet; null if there is none. */
  resumption(): Said | null {
    const stopped = ['north', 'south'].filter((jackpot) => {
      const { suspended = null, proposals = [] } = this.jackpots.look(jackpot) ?? {};
      return suspended !== null && proposals.every(({ type }) => type !== 'jackpot.resumed');
    });
    if (stopped.length === 0) return null;
    const subject = this.random.pick(stopped);
    return { type: 'jackpot.resumed', subject, data: { reason: 'test' } };
  }

  wordOn(open: Open): Written {
    const { random, signatures } = this;
    const { holders } = signatures;
    const { jackpot: subject, act, proposal } = open;
    const { offset, approvers, proposer } = proposal;
    const approved = (said: object = {}) => {
      const note = random.chance(0.1)
        ? { note: random.pick(['seen', 'x'.repeat(1000), '', 5]) }
        : {};
      return { type: 'act.approved', subject, data: { proposal: offset, act, ...note, ...said } };
    };
    const able = this.approverOf(open);
    const kind = random.whole(1, 100);
    // Their role is already filled by another approver.
    const late = holders.inForce.filter(({ roles, ...one }) => {
      const isAsked = proposal.by.some((role) => roles.includes(role));
      return isAsked && !isOpenTo(proposal, { ...one, roles });
    });
    if (late.length > 0 && random.chance(0.2)) return signatures.by(random.pick(late), approved());
    if (kind <= 58) return signatures.by(able, approved());
    if (kind <= 63) {
      const names = [proposer, ...approvers].map(({ holder }) => holder);
      const again = holders.inForce.filter(({ holder }) => names.includes(holder));
      return signatures.by(random.pick([...again, able]), approved());
    }
    if (kind <= 69) return signatures.by(able, approved({ act: otherwise(random, act) }));
    if (kind <= 76) {
      const loosen = (text: string) =>
        text.replace('"act":0', () => `"act":${scrambled(random, act)}`);
      return signatures.by(able, approved({ act: 0 }), { loosen });
    }
    if (kind <= 79) {
      return signatures.by(able, { ...approved(), subject: random.pick(['north', 'south']) });
    }
    if (kind <= 82) {
      const others = [
        offset + 1,
        offset - 1,
        0,
        2 ** 53 - 1,
        -1,
        offset + 0.5,
        String(offset),
        null,
      ];
      return signatures.by(able, approved({ proposal: random.pick<unknown>(others) }));
    }
    if (kind <= 90) return this.withdrawal(open);
    if (kind <= 93) {
      return signatures.by(able, approved({ act: random.pick<unknown>(this.noActs(act)) }));
    }
    const anyone = holders.inForce.length > 0 ? random.pick(holders.inForce) : able;
    return signatures.by(anyone, approved());
  }

  private withdrawal({ jackpot: subject, proposal: { offset, proposer } }: Open): Written {
    const { random, signatures } = this;
    const { holders } = signatures;
    const own = holders.inForce.filter(({ holder }) => holder === proposer.holder);
    const anyone = random.pick([holders.with('approve'), holders.with('operate'), ...own]);
    const proposal = random.chance(0.9) ? offset : offset + random.pick([1, -1]);
    const reason = random.chance(0.95) ? 'test' : random.pick(['', null]);
    const data = { proposal, reason };
    return signatures.by(anyone, { type: 'act.withdrawn', subject, data });
  }

  private open(): Open[] {
    const isLate = this.random.chance(0.1);
    return this.jackpots.jackpots().flatMap((jackpot) => {
      return (this.jackpots.look(jackpot)?.proposals ?? []).flatMap((proposal) => {
        const act = this.acts.get(proposal.offset);
        const isOver = proposal.expiresMs <= this.signatures.nowMs;
        return act && (isLate || !isOver) ? { jackpot, proposal, act } : [];
      });
    });
  }

  private approverOf({ proposal }: Open): Signer {
    const { proposer, approvers } = proposal;
    const { holders } = this.signatures;
    const able = holders.inForce.filter((signer) => {
      const isAgain = [proposer, ...approvers].some(({ holder }) => holder === signer.holder);
      return !isAgain && isOpenTo(proposal, signer);
    });
    return able.length > 0 ? this.random.pick(able) : holders.with('approve');
  }

  private wrongly(act: Act): Record<string, unknown> {
    const { random, signatures } = this;
    return random.pick<Record<string, unknown>>([
      { expires: signatures.instant(WEEK_MS + 1) },
      { expires: signatures.instant(random.pick([0, -1, -60_000])) },
      { expires: random.pick(['2026-11-22', '2026-11-22T04:00:00', '', null, 5]) },
      { note: random.pick(['', 'x'.repeat(1001), null]) },
      { act: random.pick<unknown>(this.noActs(act)) },
    ]);
  }

  private noActs({ type, data }: Act): unknown[] {
    const others = [
      ...['jackpot.suspended', 'table.blocked', 'keys.set', 'bet.placed', 'act.approved'],
      'award.paid',
    ];
    return [
      ...others.map((other) => ({ type: other, data })),
      ...[null, 'resumed', { type }, { type, data: null }, { data }, { type, data: [] }],
      { type, data: { ...data, amount: 0.5, reason: '', currency: 'EUR' } },
    ];
  }
}

/** Members without meaning for the act, which are signed too. */
function extra(random: Random): Record<string, unknown> {
  return {
    '\u20ac': 'Euro',
    '\ufb33': ['\ud83d\ude00', { '2': null, '10': true, a: [] }],
    '\ud83d\ude00': random.pick([-0, 1e21, 1e-7, 333333333.33333329, 0.1, 5e-324]),
    note: random.pick(['\u2028 "quoted" \\ / \b\u000f', 'caf\u00e9', 'cafe\u0301', '']),
  };
}

/** An act that differs by one character, one member or one place. */
function otherwise(random: Random, act: Act): Act {
  const { type, data } = act;
  if (type === 'jackpot.configured') return configuredOtherwise(random, act);
  const [name, value] = random.pick(Object.entries(data));
  const changed = (text: string) =>
    text === '' ? 'x' : `${text.slice(0, -1)}${text.endsWith('x') ? 'y' : 'x'}`;
  const other =
    typeof value === 'string' ? changed(value) : typeof value === 'number' ? value + 1 : [value];
  return random.pick<Act>([
    { type, data: { ...data, [name]: other } },
    { type, data: { ...data, [name]: other } },
    { type, data: { ...data, more: null } },
    { type, data: Object.fromEntries(Object.entries(data).filter(([each]) => each !== name)) },
    { type: type === 'pool.adjusted' ? 'jackpot.resumed' : 'pool.adjusted', data },
  ]);
}

function configuredOtherwise(random: Random, { type, data }: Act): Act {
  const { seed = 0, replacesPending = false } = data as Partial<Configured>;
  const isNested = 'configuration' in data;
  return random.pick<Act>([
    { type, data: { ...data, replacesPending: !replacesPending } },
    { type, data: { ...data, ...(isNested ? {} : { name: { en: 'Jackpoy' } }) } },
    { type, data: { ...data, ...(isNested ? {} : { seed: seed + 1 }) } },
    { type: 'jackpot.resumed', data: { ...data, reason: 'test' } },
  ]);
}

/** The same JSON: members in any order, numbers and texts in another spelling. */
function scrambled(random: Random, value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((each) => scrambled(random, each)).join(' , ')}]`;
  if (typeof value === 'number') return numeral(random, value);
  if (typeof value === 'string') {
    const text = JSON.stringify(value);
    return random.chance(0.5) ? text : text.replace(/[a-z](?=[^\\]*$)/, escaped);
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = random.shuffled(Object.entries(value));
  const texts = members.map(
    ([name, each]) => `${JSON.stringify(name)}: ${scrambled(random, each)}`,
  );
  return `{${texts.join(',\n')}}`;
}

function escaped(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function numeral(random: Random, value: number): string {
  const usual = JSON.stringify(value);
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) return usual;
  return random.pick([usual, `${usual}.0`, `${usual}e0`, `${usual}.00E+0`, value.toExponential()]);
}
