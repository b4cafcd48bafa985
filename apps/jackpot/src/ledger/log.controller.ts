import {
  halt,
  logPatterns,
  type Applied,
  type ApplyRecords,
  type Halt,
  type LogHandler,
  type LogSink,
  type LookAtLedger,
  type Looked,
  type Opened,
  type OpenPartition,
} from '#log';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { PartitionKeeper } from './partition-keeper.js';
import { LOG_SINK } from './injection-tokens.js';

/** The door from the log to the ledger. */
@Controller()
export class LogController implements LogHandler {
  constructor(
    private readonly keeper: PartitionKeeper,
    @Inject(LOG_SINK) private readonly sink: LogSink,
  ) {}

  @MessagePattern(logPatterns.assigned)
  assigned(@Payload() partitions: readonly number[]): true {
    this.keeper.assign(partitions);
    return true;
  }

  @MessagePattern(logPatterns.open)
  open(@Payload() asked: OpenPartition): Promise<Opened> {
    return this.haltOnBug(asked.partition, () => this.keeper.open(asked));
  }

  @MessagePattern(logPatterns.look)
  look(@Payload() asked: LookAtLedger): Promise<Looked> {
    return this.keeper.look(asked);
  }

  @MessagePattern(logPatterns.apply)
  apply(@Payload() work: ApplyRecords): Promise<Applied> {
    return this.haltOnBug(work.partition, () => this.keeper.apply(work));
  }

  /** Passes on the message only: errors of ioredis have the arguments of their command. */
  private async haltOnBug<T>(partition: number, work: () => Promise<T | Halt>): Promise<T | Halt> {
    try {
      return await work();
    } catch (error) {
      const { message, stack } = error as Error;
      this.sink.error({ partition, stack }, 'a bug stopped a partition');
      return halt('fold-failed', `The service failed: ${message}.`);
    }
  }
}
