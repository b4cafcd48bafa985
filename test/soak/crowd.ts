import { connect, type Socket } from 'node:net';

const againAfterMs = 1_000;

/**
 * Signs on the gateway's streams: most read, some read slowly, some never read. A dropped sign
 * connects again.
 */
export class Crowd {
  private readonly sockets = new Set<Socket>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private isOver = false;
  /** Bytes received by the signs that read. */
  received = 0;

  constructor(
    private readonly port: number,
    private readonly jackpots: readonly string[],
  ) {}

  /** Opens `count` streams; in every thirty, one is slow and one stalls. */
  gather(count: number): void {
    for (let index = 0; index < count; index += 1) {
      const manner = index % 30 === 0 ? 'stalled' : index % 30 === 1 ? 'slow' : 'reading';
      this.open(this.jackpots[index % this.jackpots.length] as string, manner);
    }
  }

  leave(): void {
    this.isOver = true;
    for (const timer of this.timers) clearTimeout(timer);
    for (const socket of this.sockets) socket.destroy();
  }

  private open(jackpot: string, manner: 'reading' | 'slow' | 'stalled'): void {
    if (this.isOver) return;
    const socket = connect({ port: this.port, host: '127.0.0.1' });
    this.sockets.add(socket);
    socket.write(`GET /v1/pools/stream?jackpot=${jackpot} HTTP/1.1\r\nHost: soak\r\n\r\n`);
    socket.on('error', () => undefined);
    if (manner === 'stalled') socket.pause();
    else socket.on('data', (chunk) => (this.received += chunk.length));
    const pace = manner === 'slow' ? setInterval(() => this.turn(socket), 1_500) : undefined;
    socket.once('close', () => {
      clearInterval(pace);
      this.sockets.delete(socket);
      const timer = setTimeout(() => {
        this.timers.delete(timer);
        this.open(jackpot, manner);
      }, againAfterMs);
      this.timers.add(timer);
    });
  }

  private turn(socket: Socket): void {
    if (socket.isPaused()) socket.resume();
    else socket.pause();
  }
}
