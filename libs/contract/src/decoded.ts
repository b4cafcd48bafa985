import type { LogRecord as KafkaRecord } from '#log';
import type { Authority, PartitionState, PoolEvent, VerifiedSigner } from '#pools';
import type { Refusal } from '#rules';
import type { DecodeRefusal } from './refusals.js';
import type { Root } from './signatures.js';

/** The parts of a record that the decoder reads; only Kafka gives headers. */
export type DecodableRecord = Omit<KafkaRecord, 'key' | 'headers'> &
  Partial<Pick<KafkaRecord, 'headers'>>;

export interface DecodeContext {
  /** Number of partitions of the events topic. */
  readonly partitions: number;
  readonly root: Root;
  /** State of the record's partition before the record. */
  readonly authority: Authority;
  readonly jackpots: PartitionState['jackpots'];
}

export type Identity = Pick<PoolEvent, 'id' | 'jackpot' | 'source' | 'sequence' | 'time'>;

/** The identity of a command, with the key that signed it. */
export type SignedIdentity = Identity & { readonly by: VerifiedSigner['key'] };

export type Decoded = (
  { readonly event: PoolEvent } | { readonly refused: Refusal<DecodeRefusal> }
) & {
  /** Set for a signed record: it uses up its sequence even if it is refused. */
  readonly signer?: VerifiedSigner;
};

/** The refusal of a record. */
export function refuseRecord(reason: DecodeRefusal, detail: string) {
  return { refused: { reason, detail } };
}
