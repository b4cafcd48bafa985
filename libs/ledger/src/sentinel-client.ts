import { Redis, type RedisOptions } from 'ioredis';

const connectAgainAfterMs = 100;

/**
 * A connection to the master that the Sentinels name. If one reports a fail-over while ioredis
 * 6.0.0 asks for the master, as it then does all the time, ioredis never reconnects.
 */
export class SentinelClient extends Redis {
  private isClosed = false;

  constructor(options: Omit<RedisOptions, 'replyMapping'>) {
    super(options);
    this.on('end', () => {
      if (this.isClosed) return;
      setTimeout(() => {
        // A failure here is an 'error' event, or another 'end'.
        if (!this.isClosed && this.status === 'end') this.connect().catch(() => undefined);
      }, connectAgainAfterMs);
    });
  }

  override disconnect(reconnect = false): void {
    if (!reconnect) this.isClosed = true;
    super.disconnect(reconnect);
  }
}
