import { formatMinor, type AwardMessage, type ValueMessage } from '#contract';
import { firingAlerts } from '#tools/stack/prometheus.mjs';
import { awardAlerts, groupAlerts } from './alerts.js';
import type { Notices } from './notices.js';
import { acknowledge, followPools, getAwards, getJackpots, getMetrics, isWell } from './api.js';
import { drawLines, paint, type Addresses } from './screen.js';
import { followExceptions } from './topics.js';
import { DemoView } from './view.js';

const drawEveryMs = 250;
const askEveryMs = 1_000;
const sampleEveryMs = 2_000;
const reportEveryMs = 5_000;

/**
 * Watches a running demo through its public interfaces, and shows it on a terminal or line by line.
 * @param env the connection to Kafka
 */
export async function watchDemo(
  addresses: Addresses,
  env: NodeJS.ProcessEnv,
  notices: Notices,
  withColour: boolean,
) {
  const view = new DemoView(await getJackpots(addresses.api));
  const ending = new AbortController();
  const endExceptions = await followExceptions(env, (message) =>
    view.takeException(message, Date.now()),
  );
  const output = process.stdout.isTTY
    ? new ScreenTerminal(view, addresses, withColour)
    : new Reporter(view);
  notices.passTo((line) => {
    view.notice = `${clock()}  ${line}`;
    output.showNotice(view.notice);
  });
  const shown = new Map<string, ValueMessage>();
  void followPools(addresses.signs, ending.signal, (message) => {
    view.takeValue(message, Date.now());
    shown.set(message.jackpot, message);
  });
  const timers = [
    every(askEveryMs, () => askServices(view, addresses, (award) => output.showAward(award))),
    every(askEveryMs, () => askAlerts(view, addresses)),
    every(askEveryMs, async () => {
      await Promise.all([...shown.values()].map((each) => acknowledge(addresses.signs, each)));
    }),
    every(sampleEveryMs, async () => view.sample(Date.now())),
    every(output.everyMs, async () => output.show()),
  ];
  return {
    view,
    end: async () => {
      for (const timer of timers) clearInterval(timer);
      ending.abort();
      notices.passTo(undefined);
      output.end();
      await endExceptions();
    },
  };
}

async function askServices(
  view: DemoView,
  { api, signs }: Addresses,
  onAward: (award: AwardMessage) => void,
): Promise<void> {
  const [ledgerReady, signsReady] = await Promise.all([
    isWell(`${api}/health/partitions`),
    isWell(`${signs}/health/ready`),
  ]);
  view.health = { ledger: ledgerReady, signs: signsReady };
  view.takeMetrics(await getMetrics(api), Date.now());
  const lists = await Promise.all([...view.pools.keys()].map((id) => getAwards(api, id, 20)));
  for (const award of view.takeAwards(lists.flat()).reverse()) onAward(award);
  view.signs = (await getMetrics(signs)).sum('jackpot_signs_connections');
}

async function askAlerts(view: DemoView, { prometheus }: Addresses): Promise<void> {
  if (prometheus === undefined) return;
  view.alerts = await firingAlerts(prometheus).then(groupAlerts, () => undefined);
}

/** Draws the whole screen repeatedly, on the terminal's alternate screen. */
class ScreenTerminal {
  readonly everyMs = drawEveryMs;
  private readonly startedAtMs = Date.now();

  constructor(
    private readonly view: DemoView,
    private readonly addresses: Addresses,
    private readonly withColour: boolean,
  ) {
    process.stdout.write('\x1b[?1049h\x1b[?25l');
  }

  show(): void {
    const { columns, rows } = process.stdout;
    const moment = { columns, rows, nowMs: Date.now(), startedAtMs: this.startedAtMs };
    const lines = drawLines(this.view, this.addresses, moment);
    const painted = lines.map((line) => `${paint(line, this.withColour)}\x1b[K`);
    process.stdout.write(`\x1b[H${painted.join('\r\n')}\x1b[J`);
  }

  showAward(): void {}

  showNotice(): void {}

  end(): void {
    process.stdout.write('\x1b[?25h\x1b[?1049l');
  }
}

/** Prints a line every few seconds, and one for each prize and each change of its state. */
class Reporter {
  readonly everyMs = reportEveryMs;
  private firing: readonly string[] = [];

  constructor(private readonly view: DemoView) {}

  show(): void {
    const pools = [...this.view.pools.values()].map(
      ({ id, value, currency }) => `${id} ${formatMinor(value, currency)}`,
    );
    const rate = `${this.view.eventsPerSecond.toFixed(0)} events/s, lag ${this.view.lag}`;
    process.stdout.write(`${clock()}  ${pools.join('  ')}  ${rate}\n`);
    this.showAlerts();
  }

  /** Prints a line for each alert that has started or stopped firing. */
  private showAlerts(): void {
    const groups = this.view.alerts ?? [];
    for (const { name, severity, isAward, summary } of groups) {
      if (this.firing.includes(name)) continue;
      const what = isAward ? 'tells of an award' : `fires (${severity})`;
      process.stdout.write(`${clock()}  ${name} ${what}: ${summary}\n`);
    }
    const names = groups.map(({ name }) => name);
    for (const name of this.firing) {
      if (!names.includes(name) && !awardAlerts.includes(name))
        process.stdout.write(`${clock()}  ${name} fires no more\n`);
    }
    this.firing = names;
  }

  showAward({ table, jackpot, currency, payouts, states }: AwardMessage): void {
    for (const [index, { seat, hand, amount }] of payouts.entries()) {
      const what = `${hand.replaceAll('-', ' ')}, ${formatMinor(amount, currency)}`;
      const done = verbs[states[index]?.state ?? 'awarded'];
      process.stdout.write(`${clock()}  ${jackpot} ${done} ${table} seat ${seat}: ${what}\n`);
    }
  }

  showNotice(line: string): void {
    process.stdout.write(`${line}\n`);
  }

  end(): void {}
}

/** The act of a jackpot on a seat. */
const verbs: Readonly<Record<AwardMessage['states'][number]['state'], string>> = {
  awarded: 'pays',
  locked: 'holds the prize of',
  verified: 'has verified',
  paid: 'has paid',
  expired: 'has given up',
  reversed: 'reverses the prize of',
};

function clock(): string {
  return new Date().toISOString().slice(11, 19);
}

/** Works at once and then at intervals; the next turn makes up for a failed one. */
function every(ms: number, work: () => Promise<void>): NodeJS.Timeout {
  let isBusy = false;
  const turn = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    await work().catch(() => undefined);
    isBusy = false;
  };
  void turn();
  return setInterval(() => void turn(), ms);
}
