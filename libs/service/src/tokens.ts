import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { whyUnreadable, type ServiceLog } from '#contract';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

const readEveryMs = 1_000;
/** A shorter text could be guessed: it is not a token. */
const tokenForm = /^[\w.~+/=-]{16,256}$/;

/** The holder of an open stream, by token. */
interface TokenHolder {
  readonly token: string;
  readonly end: () => void;
}

export interface TokenFile {
  readonly path: string;
  readonly text: string;
}

/**
 * @param variable the environment variable that names the file.
 * @throws Error with one sentence that names the file and its fault, but no token.
 */
export function readTokenFile(variable: string, path: string): TokenFile {
  try {
    const text = readFileSync(path, 'utf8');
    tokensOf(text);
    return { path, text };
  } catch (error) {
    const why = whyUnreadable(error) ?? (error as Error).message;
    throw new Error(`${variable} is wrong: ${path} cannot be used (${why}).`, { cause: error });
  }
}

/**
 * The tokens that open a gateway (contract 9.3, 9.7). The file is read again every second; removing
 * a token ends the streams that it opened.
 */
export class Tokens implements OnApplicationShutdown {
  /** Names, by the SHA-256 of the token. */
  private tokens: ReadonlyMap<string, string>;
  private text: string;
  private isRefused = false;
  private readonly holders = new Set<TokenHolder>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly file: TokenFile,
    private readonly log: Pick<ServiceLog, 'info' | 'warn'>,
    everyMs = readEveryMs,
  ) {
    this.text = file.text;
    this.tokens = tokensOf(file.text);
    this.timer = setInterval(() => void this.readAgain(), everyMs);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  has(token: string | undefined): boolean {
    return this.nameOf(token) !== undefined;
  }

  /**
   * The name of a token's owner; undefined for an unknown token. It looks up a hash, so the time
   * reveals no token.
   */
  nameOf(token: string | undefined): string | undefined {
    if (token === undefined || !tokenForm.test(token)) return undefined;
    return this.tokens.get(hash('sha256', token));
  }

  /** Tells whether it is the token with this name. */
  isNamed(name: string, token: string | undefined): boolean {
    return this.nameOf(token) === name;
  }

  /** @returns the function to call when the stream has closed. */
  hold(token: string, end: () => void): () => void {
    const holder = { token, end };
    this.holders.add(holder);
    // The token may have been removed since the request came.
    if (!this.has(token)) setImmediate(end);
    return () => this.holders.delete(holder);
  }

  /** A wrong file, such as one that is being written, leaves the tokens unchanged. */
  private async readAgain(): Promise<void> {
    try {
      const text = await readFile(this.file.path, 'utf8');
      const isSame = text === this.text;
      if (isSame && !this.isRefused) return;
      this.tokens = tokensOf(text);
      this.text = text;
    } catch (error) {
      return this.refuse((error as Error).message);
    }
    this.isRefused = false;
    this.log.info({ event: 'tokens-read', tokens: this.tokens.size }, 'the tokens were read');
    for (const { token, end } of [...this.holders]) if (!this.has(token)) end();
  }

  private refuse(why: string): void {
    if (this.isRefused) return;
    this.isRefused = true;
    const fields = { event: 'tokens-refused', error: why } as const;
    this.log.warn(fields, 'the file of tokens is wrong; the earlier tokens stay in force');
  }
}

/** @throws Error that names the wrong line, without quoting it. */
function tokensOf(text: string): Map<string, string> {
  const tokens = new Map<string, string>();
  const names = new Set<string>();
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(#.*)?$/.test(line)) continue;
    const [, name, digest] = /^([\w.-]{1,64})[ \t]+([\da-f]{64})\s*$/.exec(line) ?? [];
    if (!name || !digest) {
      throw new Error(`line ${index + 1} is not a name and the SHA-256 of a token`);
    }
    if (names.has(name)) throw new Error(`${name} is listed twice`);
    names.add(name);
    tokens.set(digest, name);
  }
  if (tokens.size === 0) throw new Error('it has no token');
  return tokens;
}

/** `EventSource` and `WebSocket` cannot send a header, so the address may have the token. */
export function tokenOf({ headers, query }: FastifyRequest): string | undefined {
  const bearer = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  const { token } = query as { token?: string | string[] };
  return bearer ?? [token].flat().at(-1);
}
