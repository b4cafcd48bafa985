import {
  haltOfBug,
  logPatterns,
  type Applied,
  type ApplyRecords,
  type Halt,
  type LogHandler,
  type LookAtLedger,
  type Looked,
  type Opened,
  type OpenPartition,
} from '#log';
import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { PartitionKeeper } from './partition-keeper.js';

/** The door from the log to the ledger. */
@Controller()
export class LogController implements LogHandler {
  constructor(private readonly keeper: PartitionKeeper) {}

  @MessagePattern(logPatterns.assigned)
  assigned(@Payload() partitions: readonly number[]): true {
    this.keeper.assign(partitions);
    return true;
  }

  @MessagePattern(logPatterns.open)
  open(@Payload() asked: OpenPartition): Promise<Opened> {
    return haltOnBug(() => this.keeper.open(asked));
  }

  @MessagePattern(logPatterns.look)
  look(@Payload() asked: LookAtLedger): Promise<Looked> {
    return this.keeper.look(asked);
  }

  @MessagePattern(logPatterns.apply)
  apply(@Payload() work: ApplyRecords): Promise<Applied> {
    return haltOnBug(() => this.keeper.apply(work));
  }
}

/** Nest would turn the error of a handler into one that says nothing. */
async function haltOnBug<T>(work: () => Promise<T | Halt>): Promise<T | Halt> {
  try {
    return await work();
  } catch (error) {
    return haltOfBug('', error);
  }
}
