import type { Tokens } from '#service';
import { ForbiddenException, UnauthorizedException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Access control: each table has a token, which opens only its own events and answers. */
export class TableAccess {
  constructor(private readonly tokens: Tokens | undefined) {}

  /**
   * Returns the table whose token the request has.
   * @throws UnauthorizedException that says what to send (RFC 6750).
   */
  tableOf(request: FastifyRequest, reply: FastifyReply): string {
    const token = bearerOf(request);
    const table = this.tokens?.nameOf(token);
    if (table !== undefined) return table;
    const fault = token === undefined ? '' : ', error="invalid_token"';
    reply.header('www-authenticate', `Bearer realm="tables"${fault}`);
    throw new UnauthorizedException(
      token === undefined
        ? 'A token of the table is needed, as Authorization: Bearer.'
        : 'This token is not valid: TABLES_TOKENS of the gateway has no such token.',
    );
  }

  /** @throws ForbiddenException if the token is another table's; as `tableOf`. */
  assertTable(request: FastifyRequest, reply: FastifyReply, table: string): void {
    const own = this.tableOf(request, reply);
    if (own !== table) {
      throw new ForbiddenException(`This token is that of table ${own}, not of ${table}.`);
    }
  }

  /**
   * Calls `end` when the token of a stream is removed.
   * @returns a function to call when the stream has closed.
   */
  hold(request: FastifyRequest, end: () => void): () => void {
    return this.tokens?.hold(bearerOf(request) ?? '', end) ?? (() => undefined);
  }
}

/**
 * Never from an address: an address that a browser can open by itself would be open to other
 * people's pages.
 */
function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}
