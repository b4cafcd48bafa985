import type { LogRecord as KafkaRecord } from '#log';
import type { Authority, PartitionState, PoolEvent, VerifiedSigner } from '#pools';
import type { Refusal } from '#rules';
import type { DecodeRefusal } from './refusals.js';
import type { Root } from './signatures.js';

/** What the decoder reads of a record; headers come from Kafka only. */
export type DecodableRecord = Omit<KafkaRecord, 'key' | 'headers'> &
  Partial<Pick<KafkaRecord, 'headers'>>;

export interface DecodeContext {
  /** Partitions of the events topic. */
  readonly partitions: number;
  readonly root: Root;
  /** Of the record's partition, as it is before the record. */
  readonly authority: Authority;
  readonly jackpots: PartitionState['jackpots'];
}

export type Identity = Pick<PoolEvent, 'id' | 'jackpot' | 'source' | 'sequence' | 'time'>;

/** Of a command. */
export type SignedIdentity = Identity & { readonly by: VerifiedSigner['key'] };

export type Decoded = (
  { readonly event: PoolEvent } | { readonly refused: Refusal<DecodeRefusal> }
) & {
  /** Of a signed record: it uses up its sequence, also where it is refused. */
  readonly signer?: VerifiedSigner;
};

/** A record that is not taken. */
export function refuseRecord(reason: DecodeRefusal, detail: string) {
  return { refused: { reason, detail } };
}
