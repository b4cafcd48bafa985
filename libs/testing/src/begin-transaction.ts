import type { Producer, Transaction } from 'kafkajs';
import { until } from './until.js';

/**
 * Begins a transaction of a connected producer. The first one of a new broker makes the topic of
 * transactions, which can take longer than the client of the product asks for a coordinator.
 */
export function beginTransaction(producer: Producer): Promise<Transaction> {
  return until('a coordinator of transactions', () => producer.transaction());
}
