import { createHmac, randomBytes } from 'node:crypto';

/** A page without activity is locked after this time. */
const lockedAfterMs = 15 * 60_000;
/** Nobody works longer at one page: after this time another touch is needed. */
const endsAfterMs = 12 * 3_600_000;
/** Limit of sessions per person: the oldest ends. */
const sessionsEach = 8;
const challengeForMs = 2 * 60_000;

/** A signed-in person, who may read. Each act needs a touch. */
export interface Session {
  readonly kid: string;
  /** The public half: a revoked key that was made again is another key. */
  readonly x: string;
  /** This time, and `begunAtMs`, are on the clock of `performance.now()`. */
  lastAtMs: number;
  readonly begunAtMs: number;
}

/** The signed-in people, in memory alone: a restart signs everybody out. */
export class Sessions {
  private readonly byId = new Map<string, Session>();
  /** Challenges already used to sign in, and the end of each, ms of `performance.now()`. */
  private readonly used = new Map<string, number>();
  /** Known to this process alone. */
  private readonly secret = randomBytes(32);

  /** Returns a text that nobody has signed yet. It is not stored: anybody may ask for one. */
  challenge(): string {
    const text = `${Math.ceil(performance.now()).toString(36)}.${randomBytes(16).toString('base64url')}`;
    return `${text}.${this.macOf(text)}`;
  }

  /**
   * Returns whether a challenge is one of these, is not old, and signs in for the first time.
   * @param challenge signed with a key in force.
   */
  use(challenge: string): boolean {
    const nowMs = performance.now();
    for (const [known, endsAtMs] of this.used) {
      if (endsAtMs < nowMs) this.used.delete(known);
    }
    const [madeAt = '', random = '', mac] = challenge.split('.');
    if (mac !== this.macOf(`${madeAt}.${random}`) || this.used.has(challenge)) return false;
    const endsAtMs = parseInt(madeAt, 36) + challengeForMs;
    if (endsAtMs <= nowMs) return false;
    this.used.set(challenge, endsAtMs);
    return true;
  }

  /** @returns the secret that the person's browser keeps. */
  begin(person: Pick<Session, 'kid' | 'x'>): string {
    const own = [...this.byId].filter(([, { kid }]) => kid === person.kid);
    const tooMany = own.slice(0, Math.max(0, own.length - sessionsEach + 1));
    for (const [id] of tooMany) this.byId.delete(id);
    const id = randomBytes(32).toString('base64url');
    this.byId.set(id, { ...person, lastAtMs: performance.now(), begunAtMs: performance.now() });
    return id;
  }

  /** @param isAct whether the person acts: a page that refreshes itself does not. */
  find(id: string | undefined, isAct = true): Session | undefined {
    const session = id === undefined ? undefined : this.byId.get(id);
    if (!session || id === undefined) return undefined;
    const nowMs = performance.now();
    if (nowMs - session.lastAtMs > lockedAfterMs || nowMs - session.begunAtMs > endsAfterMs) {
      this.byId.delete(id);
      return undefined;
    }
    if (isAct) session.lastAtMs = performance.now();
    return session;
  }

  end(id: string | undefined): void {
    if (id !== undefined) this.byId.delete(id);
  }

  private macOf(text: string): string {
    return createHmac('sha256', this.secret).update(text).digest('base64url');
  }
}
