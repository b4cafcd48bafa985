import type { ExceptionMessage } from '#contract';
import type { OutgoingMessage } from '#log';
import { jackpot } from '#testing/jackpot';
import { newKey, signingKey, testLedger } from '#testing/test-keys';
import { TestStack, getJson } from '#testing/test-stack';
import { until } from '#testing/until';
import { signRecord } from '#contract';
import { Table } from '../support/table.js';
