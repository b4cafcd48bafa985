import type { Producer, Transaction } from 'kafkajs';
import { until } from './until.js';

/**
 * Begins a transaction of a connected producer. The first one on a new broker makes the topic of
 * transactions, which can take longer than the product's client waits for a coordinator.
 */
export function beginTransaction(producer: Producer): Promise<Transaction> {
  return until('a coordinator of transactions', () => producer.transaction());
}
