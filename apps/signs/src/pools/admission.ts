import type { Socket } from 'node:net';

/**
 * How many streams may be open at once: a waiting stream costs about 40 KB, so all of them must fit in
 * the memory that a gateway has, and one address may not take the place of everybody else. A floor of
 * signs behind one proxy is one address too.
 */
const streamsInAll = 20_000;
const streamsPerAddress = 12_000;

/** Counts the streams that are open, by the sockets that carry them. */
export class Admission {
  private readonly byAddress = new Map<string, number>();
  private open = 0;

  constructor(
    private readonly inAll = streamsInAll,
    private readonly perAddress = streamsPerAddress,
  ) {}

  /** Takes a stream in until its socket closes, or says why not. */
  admit(address: string, socket: Pick<Socket, 'once'>): string | null {
    const before = this.byAddress.get(address) ?? 0;
    if (before >= this.perAddress) return 'This address has too many streams open.';
    if (this.open >= this.inAll) return 'There are too many streams open.';
    this.open += 1;
    this.byAddress.set(address, before + 1);
    socket.once('close', () => this.leave(address));
    return null;
  }

  private leave(address: string): void {
    this.open -= 1;
    const left = (this.byAddress.get(address) ?? 1) - 1;
    if (left > 0) this.byAddress.set(address, left);
    else this.byAddress.delete(address);
  }
}
