import {
  halt,
  logPatterns,
  type Applied,
  type ApplyRecords,
  type LogSink,
  type Opened,
  type OpenPartition,
} from '#log';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { PartitionKeeper } from './partition-keeper.js';
import { LOG_SINK } from './tokens.js';

/** The door from the log to the ledger. */
@Controller()
export class LogController {
  constructor(
    private readonly keeper: PartitionKeeper,
    @Inject(LOG_SINK) private readonly sink: LogSink,
  ) {}

  @MessagePattern(logPatterns.assigned)
  assigned(@Payload() partitions: number[]): true {
    this.keeper.assign(partitions);
    return true;
  }

  @MessagePattern(logPatterns.open)
  open(@Payload() asked: OpenPartition): Promise<Opened> {
    return this.keeper.open(asked);
  }

  @MessagePattern(logPatterns.apply)
  async apply(@Payload() work: ApplyRecords): Promise<Applied> {
    try {
      return await this.keeper.apply(work);
    } catch (error) {
      // A bug. Its message alone: errors of ioredis carry the arguments of their command.
      const { message, stack } = error as Error;
      this.sink.error({ partition: work.partition, stack }, 'the records could not be applied');
      return halt('fold-failed', `The service failed on the records: ${message}.`);
    }
  }
}
