import { createPublicKey } from 'node:crypto';
import type { SigningKey } from '#pools';
import {
  passkeyNamed,
  passkeyOf,
  touched,
  type TestPasskey,
  type Touch,
} from '#testing/test-passkey';
import { testLedger } from '#testing/test-keys';

/** An answer of the console. */
export interface Answered {
  readonly status: number;
  readonly body: string;
}

/** A person at the control room without a browser: the requests of its script, and a device. */
export class ConsoleVisitor {
  private readonly device: TestPasskey;
  cookie = '';

  /** @param room address of the console, the only page on which the passkey signs */
  constructor(
    readonly kid: string,
    readonly room: string,
    private readonly ledger = testLedger,
  ) {
    const made = passkeyNamed(kid, 'P-256', 'localhost');
    this.device = { ...made, passkey: { ...made.passkey, origins: [room] } };
  }

  key(own: Partial<SigningKey>): SigningKey {
    return passkeyOf(this.device, own);
  }

  /** The public half as a browser gives it. */
  publicKey(): string {
    const half = createPublicKey(this.device.privateKey);
    return half.export({ type: 'spki', format: 'der' }).toString('base64url');
  }

  /** A touch for bytes that the console has given in base64url. */
  touch(value: string, changes: Partial<Touch> = {}): string {
    return touched(this.ledger, Buffer.from(value, 'base64url'), this.device, changes);
  }

  async get(path: string): Promise<Answered> {
    const response = await fetch(this.room + path, { headers: { cookie: this.cookie } });
    return { status: response.status, body: await response.text() };
  }

  async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answered> {
    const own = { 'content-type': 'application/json', origin: this.room, cookie: this.cookie };
    const response = await fetch(this.room + path, {
      method: 'POST',
      headers: { ...own, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) this.cookie = set.split(';')[0] as string;
    return { status: response.status, body: await response.text() };
  }

  /** @param changes makes the touch wrong */
  async signIn(changes: Partial<Touch> = {}): Promise<Answered> {
    const { challenge, value } = JSON.parse((await this.post('/sign-in/ask', {})).body) as {
      challenge: string;
      value: string;
    };
    return this.post('/sign-in', { challenge, signature: this.touch(value, changes) });
  }

  async preview(wish: object) {
    const answered = await this.post('/acts/preview', wish);
    const { html = '' } = JSON.parse(answered.body) as { html?: string };
    const [, preview = ''] = /data-sign="([^"]+)"/.exec(html) ?? [];
    const [, value = ''] = /data-value="([^"]+)"/.exec(html) ?? [];
    return { ...answered, html, preview, value };
  }

  send(preview: string, signature: string): Promise<Answered> {
    return this.post('/acts/send', { preview, signature });
  }
}
