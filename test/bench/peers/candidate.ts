/** The input of every peer, which is its own program; `report` gives its result. */
export function candidateEnvironment() {
  return {
    brokers: given('KAFKA_BROKERS').split(','),
    topic: given('BENCH_TOPIC'),
    groupId: given('KAFKA_GROUP_ID'),
    records: Number(given('BENCH_RECORDS')),
    /** The number of partitions that it works on at once. */
    concurrently: Number(given('BENCH_CONCURRENTLY')),
    url: process.env['BENCH_URL'] ?? '',
  };
}

/** Prints the result and exits: the process has nothing else to say or to keep. */
export function report(found: Readonly<Record<string, number>>): void {
  process.stdout.write(`${JSON.stringify(found)}\n`, () => process.exit(0));
}

export function given(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: this program is run by test/bench/main.ts`);
  return value;
}
