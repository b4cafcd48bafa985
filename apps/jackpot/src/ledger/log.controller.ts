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
import { OwnedPartitions } from '../partitions/owned-partitions.js';

/** The entry of the log's records to the ledger. */
@Controller()
export class LogController implements LogHandler {
  constructor(private readonly partitions: OwnedPartitions) {}

  @MessagePattern(logPatterns.assigned)
  assigned(@Payload() partitions: readonly number[]): true {
    this.partitions.assign(partitions);
    return true;
  }

  @MessagePattern(logPatterns.open)
  open(@Payload() asked: OpenPartition): Promise<Opened> {
    return haltOnBug(() => this.partitions.open(asked));
  }

  @MessagePattern(logPatterns.look)
  look(@Payload() asked: LookAtLedger): Promise<Looked> {
    return this.partitions.look(asked);
  }

  @MessagePattern(logPatterns.apply)
  apply(@Payload() work: ApplyRecords): Promise<Applied> {
    return haltOnBug(() => this.partitions.apply(work));
  }
}

/** Halts on a bug, because Nest would replace a handler's error with one that says nothing. */
async function haltOnBug<T>(work: () => Promise<T | Halt>): Promise<T | Halt> {
  try {
    return await work();
  } catch (error) {
    return haltOfBug('', error);
  }
}
