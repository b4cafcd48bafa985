/** What every candidate that is a program of its own is given, and how it reports its rate. */
export function candidateEnvironment() {
  return {
    brokers: given('KAFKA_BROKERS').split(','),
    topic: given('BENCH_TOPIC'),
    groupId: given('KAFKA_GROUP_ID'),
    records: Number(given('BENCH_RECORDS')),
    partitions: Number(given('BENCH_PARTITIONS')),
    /** How many partitions a Nest microservice works on at once; kafkajs' default is one. */
    concurrently: Number(process.env['BENCH_CONCURRENTLY'] ?? '1'),
    url: process.env['BENCH_URL'] ?? '',
  };
}

export type CandidateEnvironment = ReturnType<typeof candidateEnvironment>;

/** The process has nothing else to say, and nothing of it is to be kept. */
export function reportRate(rate: number): void {
  process.stdout.write(`{"rate":${rate.toFixed(1)}}\n`, () => process.exit(0));
}

function given(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: this program is run by test/bench/main.ts`);
  return value;
}
