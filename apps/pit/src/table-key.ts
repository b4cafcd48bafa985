import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { signRecord } from '#contract';

/** The key of the pit's tables, which sign each event (contract 3.6). */
export class TableKey {
  private constructor(
    private readonly kid: string,
    private readonly key: KeyObject,
    private readonly ledger: string,
  ) {}

  /**
   * @param file the value of TABLE_KEY, a private JWK as `jackpot keys new` writes it.
   * @throws Error with one sentence that names what is missing or wrong, never what is in the file.
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
      throw new Error(`TABLE_KEY: ${file} holds no private JWK${why}.`, { cause: error });
    }
    const { kid, ledger } = named;
    if (typeof kid === 'string' && typeof ledger === 'string') {
      return new TableKey(kid, key, ledger);
    }
    throw new Error(`TABLE_KEY: ${file} names no kid or no ledger; make it with \`keys new\`.`);
  }

  /** The header of an event. */
  signature(value: string): string {
    return signRecord(this.ledger, Buffer.from(value), this.kid, this.key);
  }
}
