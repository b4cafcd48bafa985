import { verifySignature } from '#contract';
import type { SigningKey } from '#pools';
import { ForbiddenException, Injectable, UnauthorizedException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Holders } from './holders.js';
import { Sessions } from './sessions.js';

/** The header that a proxy sets, and the address of the proxy. */
export interface Readers {
  readonly header: string;
  readonly proxy: string;
}

/** A person at a page. */
export interface Visitor {
  readonly key: SigningKey;
  /** Id of the session. */
  readonly id: string;
}

/** Nobody is signed in; the answer is the sign-in page, at the same address. */
export class SignedOut extends UnauthorizedException {}

const cookies = { secure: '__Host-console', local: 'console' };

function cookieIn({ headers }: FastifyRequest, cookie: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([name]) => name === cookie)?.[1];
}

/** Returns the sessions that a request names, known or not; none of them admits anybody. */
export function sessionsIn(request: FastifyRequest): readonly string[] {
  return Object.values(cookies).flatMap((cookie) => cookieIn(request, cookie) ?? []);
}

/** Admits people by a touch of the passkey that the log has in force for them. */
@Injectable()
export class Door {
  private readonly isSecure: boolean;
  private readonly cookie: string;

  /**
   * @param origin of the pages, as browsers name it.
   * @param hasPageKeys whether a page may keep a key itself: only in a demo.
   * @param readers the header and the source address of readers without a key.
   */
  constructor(
    private readonly sessions: Sessions,
    private readonly holders: Holders,
    readonly origin: string,
    readonly hasPageKeys: boolean,
    private readonly readers: Readers | undefined,
  ) {
    this.isSecure = origin.startsWith('https:');
    this.cookie = this.isSecure ? cookies.secure : cookies.local;
  }

  /** The relying party of the passkeys. */
  get rpId(): string {
    return new URL(this.origin).hostname;
  }

  /** Makes the text to sign at sign-in. It is not a record, so no touch here can be a command. */
  async ask() {
    const { ledger } = await this.holders.authority();
    const challenge = this.sessions.challenge();
    const value = this.bytesOf(challenge).toString('base64url');
    return { ledger: ledger ?? '', challenge, value, rpId: this.rpId };
  }

  /**
   * Signs somebody in.
   * @param challenge the text from `ask`.
   * @param signature `<kid>:webauthn:…` over its bytes.
   * @throws UnauthorizedException with the reason.
   */
  async enter(challenge: string, signature: string, reply: FastifyReply): Promise<void> {
    // A fresh reading: a person whose key was put in force a moment ago is admitted.
    const { ledger, keys } = await this.holders.authority(0);
    const verified = verifySignature(keys, ledger ?? '', signature, this.bytesOf(challenge));
    // A person without a key here does not learn the reason.
    if ('refused' in verified) {
      throw new UnauthorizedException('This passkey is not in force here, see People.');
    }
    if (!this.sessions.use(challenge)) {
      throw new UnauthorizedException('This sign-in took too long. Try again.');
    }
    const { kid, x } = verified.key;
    this.setCookie(reply, this.sessions.begin({ kid, x }));
  }

  leave(request: FastifyRequest, reply: FastifyReply): void {
    this.sessions.end(this.idIn(request));
    this.setCookie(reply, '', 0);
  }

  /** @param isAct whether the person acts, which keeps the session alive. */
  async visitor(request: FastifyRequest, isAct = true): Promise<Visitor | undefined> {
    const id = this.idIn(request);
    const session = this.sessions.find(id, isAct);
    if (!session || id === undefined) return undefined;
    const key = await this.holders.passkeyOf(session.kid);
    if (key?.x === session.x) return { key, id };
    this.sessions.end(id);
    return undefined;
  }

  /** Returns a reader without a key: the house has admitted them, and they can sign nothing. */
  guest({ headers, socket }: FastifyRequest): string | undefined {
    const { readers } = this;
    // A system that listens on IPv6 names an IPv4 address in this form.
    const from = socket.remoteAddress?.toLowerCase().replace(/^::ffff:/, '');
    if (!readers || from !== readers.proxy) return undefined;
    const name = headers[readers.header];
    return typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 64) : undefined;
  }

  /** @throws SignedOut if nobody is signed in. */
  async mustBe(request: FastifyRequest): Promise<Visitor> {
    const visitor = await this.visitor(request);
    if (visitor) return visitor;
    throw new SignedOut('Nobody is signed in at this page. Sign in again.');
  }

  /**
   * Stops a foreign page from acting in the name of a signed-in person.
   * @throws ForbiddenException if a request does not come from a page of the console.
   */
  assertOwnPage({ headers }: FastifyRequest): void {
    const { origin, 'sec-fetch-site': site = 'same-origin' } = headers;
    if (origin === this.origin && site === 'same-origin') return;
    throw new ForbiddenException(
      `This request comes from ${origin ?? 'no page'}, and the console is at ${this.origin} (CONSOLE_ORIGIN).`,
    );
  }

  private bytesOf(challenge: string): Buffer {
    return Buffer.from(`sign in at ${this.origin}\n${challenge}`);
  }

  private idIn(request: FastifyRequest): string | undefined {
    return cookieIn(request, this.cookie);
  }

  private setCookie(reply: FastifyReply, value: string, maxAge?: number): void {
    const parts = [`${this.cookie}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Strict'];
    if (this.isSecure) parts.push('Secure');
    if (maxAge !== undefined) parts.push(`Max-Age=${maxAge}`);
    reply.header('set-cookie', parts.join('; '));
  }
}
