// @ts-check
/** Watches a running demo: asks what is public and shows it, on a terminal or line by line. */
import { formatMinor } from '#contract';
import {
  followExceptions,
  followPools,
  getAwards,
  getJackpots,
  getMetrics,
  isReady,
} from './public.mjs';
import { drawLines, paint } from './screen.mjs';
import { DemoView } from './view.mjs';

const drawEveryMs = 250;
const askEveryMs = 1_000;
const sampleEveryMs = 2_000;
const sayEveryMs = 5_000;

/**
 * @typedef {object} Watched
 * @property {{ api: string, signs: string, logs: string }} addresses
 * @property {NodeJS.ProcessEnv} env how Kafka is reached
 * @property {number} startedAt
 */

/**
 * @param {Watched} watched
 * @returns {Promise<{ view: DemoView, end: () => Promise<void> }>}
 */
export async function watchDemo({ addresses, env, startedAt }) {
  const view = new DemoView(await getJackpots(addresses.api));
  const ending = new AbortController();
  const endExceptions = await followExceptions(env, (message) =>
    view.takeException(message, Date.now()),
  );
  const output = process.stdout.isTTY
    ? new Terminal(view, addresses, startedAt)
    : new Reporter(view);
  void followPools(addresses.signs, ending.signal, (message) => {
    view.takeValue(message, Date.now());
  });
  const timers = [
    every(askEveryMs, () => ask(view, addresses, (award) => output.tell(award))),
    every(sampleEveryMs, async () => view.sample(Date.now())),
    every(output.everyMs, async () => output.show()),
  ];
  return {
    view,
    end: async () => {
      for (const timer of timers) clearInterval(timer);
      ending.abort();
      output.end();
      await endExceptions();
    },
  };
}

/**
 * @param {DemoView} view @param {Watched['addresses']} addresses
 * @param {(award: import('./view.mjs').Award) => void} onAward
 */
async function ask(view, { api, signs }, onAward) {
  const [ledgerReady, signsReady] = await Promise.all([isReady(api), isReady(signs)]);
  view.health = { ledger: ledgerReady, signs: signsReady };
  view.takeMetrics(await getMetrics(api), Date.now());
  const lists = await Promise.all([...view.pools.keys()].map((id) => getAwards(api, id, 20)));
  for (const award of view.takeAwards(lists.flat()).reverse()) onAward(award);
  view.signs = (await getMetrics(signs)).sum('jackpot_signs_connections');
}

/** The whole picture again and again, on a page of its own that leaves what was there before. */
class Terminal {
  everyMs = drawEveryMs;

  /** @param {DemoView} view @param {Watched['addresses']} addresses @param {number} startedAt */
  constructor(view, addresses, startedAt) {
    this.view = view;
    this.addresses = addresses;
    this.startedAt = startedAt;
    process.stdout.write('\x1b[?1049h\x1b[?25l');
  }

  show() {
    const { columns, rows } = process.stdout;
    const place = { columns, rows, now: Date.now(), startedAt: this.startedAt };
    const lines = drawLines(this.view, this.addresses, place);
    const painted = lines.map((line) => `${paint(line, !process.env.NO_COLOR)}\x1b[K`);
    process.stdout.write(`\x1b[H${painted.join('\r\n')}\x1b[J`);
  }

  tell() {}

  end() {
    process.stdout.write('\x1b[?25h\x1b[?1049l');
  }
}

/** A line every few seconds, and one for each award. */
class Reporter {
  everyMs = sayEveryMs;

  /** @param {DemoView} view */
  constructor(view) {
    this.view = view;
  }

  show() {
    const pools = [...this.view.pools.values()].map(
      ({ id, value, currency }) => `${id} ${formatMinor(value, currency)}`,
    );
    const rate = `${this.view.eventsPerSecond.toFixed(0)} events/s, lag ${this.view.lag}`;
    process.stdout.write(`${clock()}  ${pools.join('  ')}  ${rate}\n`);
  }

  /** @param {import('./view.mjs').Award} award */
  tell({ table, jackpot, currency, payouts }) {
    for (const { seat, hand, amount } of payouts) {
      const what = `${hand.replaceAll('-', ' ')}, ${formatMinor(amount, currency)}`;
      process.stdout.write(`${clock()}  ${jackpot} pays ${table} seat ${seat}: ${what}\n`);
    }
  }

  end() {}
}

function clock() {
  return new Date().toISOString().slice(11, 19);
}

/** Does it at once and then at intervals; one that fails is made good by the next.
 * @param {number} ms @param {() => Promise<void>} work */
function every(ms, work) {
  let isBusy = false;
  const turn = async () => {
    if (isBusy) return;
    isBusy = true;
    await work().catch(() => undefined);
    isBusy = false;
  };
  void turn();
  return setInterval(() => void turn(), ms);
}
