import { Redis, type RedisOptions } from 'ioredis';

const connectAgainAfterMs = 100;

/**
 * A connection to the master that the Sentinels name. When one of them tells of a fail-over while
 * ioredis 6.0.0 asks for the master, which is what it does all the time then, ioredis takes the
 * attempt for closed by us and never makes another one: the process would be without Redis for ever.
 */
export class SentinelClient extends Redis {
  private isClosed = false;

  constructor(options: Omit<RedisOptions, 'replyMapping'>) {
    super(options);
    this.on('end', () => {
      if (this.isClosed) return;
      setTimeout(() => {
        // Whatever fails here is an event, or ends anew.
        if (!this.isClosed && this.status === 'end') this.connect().catch(() => undefined);
      }, connectAgainAfterMs);
    });
  }

  override disconnect(reconnect = false): void {
    if (!reconnect) this.isClosed = true;
    super.disconnect(reconnect);
  }
}
