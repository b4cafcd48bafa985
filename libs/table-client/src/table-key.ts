import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The key of a table, which signs each of its events (contract 3.6). */
export class TableKey {
  private constructor(
    private readonly kid: string,
    private readonly key: KeyObject,
    private readonly ledger: string,
  ) {}

  /**
   * @param file with a private JWK as `jackpot keys new` writes it.
   * @throws Error with one sentence that names what is missing or wrong, never the file's content.
   */
  static open(file: string): TableKey {
    let key: KeyObject;
    let named: { readonly kid?: unknown; readonly ledger?: unknown };
    try {
      const jwk = JSON.parse(readFileSync(file, 'utf8')) as typeof named;
      [key, named] = [createPrivateKey({ key: jwk as never, format: 'jwk' }), jwk];
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      const why = isMissing ? ': there is no such file' : '';
      throw new Error(`The table key ${file} holds no private JWK${why}.`, { cause: error });
    }
    const { kid, ledger } = named;
    if (typeof kid === 'string' && typeof ledger === 'string') {
      return new TableKey(kid, key, ledger);
    }
    throw new Error(`The table key ${file} names no kid or no ledger; make it with \`keys new\`.`);
  }

  /** The header `signature` of an event: over the ledger's id, a line feed and the text. */
  signature(text: string): string {
    const signed = sign(null, Buffer.from(`${this.ledger}\n${text}`), this.key);
    return `${this.kid}:${signed.toString('base64')}`;
  }
}
