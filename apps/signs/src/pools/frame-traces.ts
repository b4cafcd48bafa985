import type { TracedSpan, Tracing } from '#service';
import type { OnApplicationShutdown } from '@nestjs/common';

/** Member that the ledger service adds to a value message whose record is traced. */
const trailer = /,"traceparent":"([0-9a-f-]+)"\}$/;

/** The spans of frames: from the arrival at the gateway until every stream has been offered it. */
export class FrameTraces implements OnApplicationShutdown {
  constructor(private readonly tracing: Tracing | undefined) {}

  /** Undefined if the frame's record is not traced, and always while tracing is off. */
  begin(frame: string): TracedSpan | undefined {
    const traceparent = this.tracing && trailer.exec(frame)?.[1];
    return this.tracing?.begin('frame', traceparent, { kind: 'consumer' });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.tracing?.close();
  }
}
