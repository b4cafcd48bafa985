/** What every peer, which is a program of its own, is given, and how it reports what it found. */
export function candidateEnvironment() {
  return {
    brokers: given('KAFKA_BROKERS').split(','),
    topic: given('BENCH_TOPIC'),
    groupId: given('KAFKA_GROUP_ID'),
    records: Number(given('BENCH_RECORDS')),
    /** How many partitions it works on at once. */
    concurrently: Number(given('BENCH_CONCURRENTLY')),
    url: process.env['BENCH_URL'] ?? '',
  };
}

/** The process has nothing else to say, and nothing of it is to be kept. */
export function report(found: Readonly<Record<string, number>>): void {
  process.stdout.write(`${JSON.stringify(found)}\n`, () => process.exit(0));
}

export function given(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: this program is run by test/bench/main.ts`);
  return value;
}
