import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  encodeEvent,
  exitCodes,
  signRecord,
  verifySignature,
  type CommandType,
  type Root,
} from '#contract';
import type { Authority, Role } from '#pools';
import { UserError } from './user-error.js';

export interface Command {
  readonly type: CommandType;
  /** The jackpot. */
  readonly subject: string;
  readonly data: object;
}

/** Signs with the key of `COMMAND_KEY`. */
export class Signer {
  private constructor(
    private readonly kid: string,
    private readonly key: KeyObject,
    private readonly file: string,
  ) {}

  /**
   * @param file the value of COMMAND_KEY.
   * @throws UserError when there is no file, or it holds no private key.
   */
  static open(file: string | undefined): Signer {
    if (!file) {
      const fix = 'set it to the file of your private key';
      throw new UserError(`COMMAND_KEY is missing: ${fix}.`, exitCodes.config);
    }
    try {
      const jwk = JSON.parse(readFileSync(file, 'utf8')) as { kid: string };
      const key = createPrivateKey({ key: jwk as never, format: 'jwk' });
      return new Signer(jwk.kid, key, file);
    } catch (error) {
      // The message of JSON.parse quotes what it could not read, which may be half of the key.
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      const why = isMissing ? ': there is no such file' : '';
      throw new UserError(`COMMAND_KEY: ${file} holds no private JWK${why}.`, exitCodes.config);
    }
  }

  /** The `source` of this key's commands, unless another is given. */
  get source(): string {
    return `cli-${this.kid}`;
  }

  /** `<kid>:<base64 Ed25519>` over the ledger's id, a line feed and a text. */
  sign(ledger: string, text: string): string {
    return signRecord(ledger, Buffer.from(text), this.kid, this.key);
  }

  /**
   * Tries the key before a set of keys is signed with it: it must be of the root, or in force with
   * the role `keys`.
   * @throws UserError when the service would refuse the set.
   */
  assertMaySet(authority: Authority, root: Root): void {
    const keys = new Map([...authority.keys, ...root.keys]);
    if (!keys.has(this.kid)) {
      throw new UserError(
        `Nothing was sent: the key of COMMAND_KEY (${this.file}) is ${this.kid}, which is not in force, nor a key of the root (COMMAND_ROOT): see keys list.`,
        exitCodes.config,
      );
    }
    this.assertMay('keys', { ...authority, keys });
  }

  /**
   * Tries the key before anything is written with it.
   * @param role of several, one is enough.
   * @param authority of the partition that would judge it.
   * @throws UserError when the service would refuse what it signs now.
   */
  assertMay(role: Role | readonly Role[], { ledger, keys }: Authority): void {
    const refuse = (why: string): never => {
      throw new UserError(`Nothing was sent: the key of COMMAND_KEY ${why}.`, exitCodes.config);
    };
    const { kid } = this;
    if (ledger === null) return refuse(`counts nowhere: this ledger has no keys yet, see keys add`);
    const known = keys.get(kid);
    if (!known) return refuse(`(${this.file}) is ${kid}, which is not in force: see keys list`);
    const probe = 'jackpot-key-probe';
    if ('refused' in verifySignature(keys, ledger, this.sign(ledger, probe), Buffer.from(probe))) {
      refuse(`is not the other half of ${kid}, which is in force: see keys list`);
    }
    const roles = [role].flat();
    if (roles.some((each) => known.roles.includes(each))) return;
    refuse(`may not do this: ${kid} has no role ${roles.join(' or ')}, see keys list`);
  }
}

/** A command as the text of its event, with a sequence and a time of now. */
export function commandText({ type, subject, data }: Command, source: string): string {
  const sequence = nextSequence();
  const id = `${source}/${sequence}`;
  const event = encodeEvent({ type, id, source, sequence, time: new Date(), subject, data });
  return JSON.stringify(event);
}

let newestSequence = 0n;

/**
 * The clock in microseconds, which only grows, so no file has to remember the last sequence; and
 * above all that this process has signed, also within the same millisecond.
 */
function nextSequence(): bigint {
  const now = BigInt(Date.now()) * 1000n;
  newestSequence = now > newestSequence ? now : newestSequence + 1n;
  return newestSequence;
}
