import type { EventEmitter } from 'node:events';

/** Each stream costs about 40 KB; a floor of signs behind one proxy is one address. */
const streamsInAll = 20_000;
const streamsPerAddress = 12_000;

/** Counts the open streams by the addresses of their clients. */
export class StreamLimits {
  private readonly byAddress = new Map<string, number>();
  private open = 0;

  constructor(
    private readonly inAll = streamsInAll,
    private readonly perAddress = streamsPerAddress,
  ) {}

  /**
   * Counts a stream, or says why it must not be opened.
   * @param stream closes when the stream has ended or was refused
   */
  admit(address: string, stream: Pick<EventEmitter, 'once'>): string | undefined {
    const before = this.byAddress.get(address) ?? 0;
    if (before >= this.perAddress) return 'This address has too many streams open.';
    if (this.open >= this.inAll) return 'There are too many streams open.';
    this.open += 1;
    this.byAddress.set(address, before + 1);
    stream.once('close', () => this.leave(address));
    return undefined;
  }

  private leave(address: string): void {
    this.open -= 1;
    const left = (this.byAddress.get(address) ?? 1) - 1;
    if (left > 0) this.byAddress.set(address, left);
    else this.byAddress.delete(address);
  }
}
