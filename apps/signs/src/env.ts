import { kafkaEnvironment, readEnvironment, redisEnvironment, serverEnvironment } from '#contract';
import { z } from 'zod';

const shape = {
  ...kafkaEnvironment,
  ...redisEnvironment,
  ...serverEnvironment(3001),
  // Without it what signs acknowledge is measured, and not kept.
  KAFKA_BROKERS: kafkaEnvironment.KAFKA_BROKERS.optional(),
  EXPECTED_SIGNS: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}=\d{1,6}(,[A-Za-z0-9._-]{1,64}=\d{1,6})*$/, {
      error: 'must be a comma list of jackpot=number',
    })
    .transform((text) => new Map(text.split(',').map(readExpected)))
    .optional(),
};

function readExpected(text: string): [jackpot: string, count: number] {
  const [jackpot = '', count = ''] = text.split('=');
  return [jackpot, Number(count)];
}

export type Env = ReturnType<typeof readEnv>;

/** @throws Error with one sentence that names what is missing or wrong. */
export const readEnv = () => readEnvironment(shape, process.env);
