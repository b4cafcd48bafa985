import { Injectable } from '@nestjs/common';

/** What the log was when this process last saw it; 0 partitions before the brokers answered. */
@Injectable()
export class LogIdentity {
  partitions = 0;
}
