import { join } from 'node:path';
import { tailOf } from '#tools/process/read.mjs';
import { say, UserError, type Server } from '#tools/process/process.mjs';
import { getJackpots } from './api.js';
import type { Manner } from './claims.js';
import { checkDemo, untilCaughtUp } from './check.js';
import type { KeyFiles } from './keys.js';
import type { DemoOptions } from './options.js';
import type { Notices } from './notices.js';
import { People } from './people.js';
import type { Programs } from './programs.js';
import { closingLines, type Addresses } from './screen.js';
import { step } from './step.js';
import type { Visitors } from './visitors.js';
import { watchDemo } from './watch.js';

/** A demo whose services are ready. */
export interface Running {
  readonly programs: Programs;
  readonly addresses: Addresses;
  readonly keys: KeyFiles;
  readonly options: DemoOptions;
  readonly notices: Notices;
  /** Undefined if no visitors are expected. */
  readonly visitors: Visitors | undefined;
  readonly withColour: boolean;
  /** Resolves with a sentence if a server or a service ends by itself. */
  readonly failed: Promise<string>;
  /** Resolves on Ctrl-C. */
  readonly stopRequested: Promise<undefined>;
}

/** Some seconds, so that a sign's text about a waiting win can be seen. */
const toWatch = { verifyAfterMs: 8_000, payAfterMs: 8_000 };
/** For a visitor's turn: the demo's own people act only after minutes. */
const toLeave = { verifyAfterMs: 300_000, payAfterMs: 300_000 };
/** Limit of such wins: a play at two hundred times the speed has more than anybody can verify. */
const leftToVisitors = 20;
const toExit = { verifyAfterMs: 0, payAfterMs: 0 };

/**
 * Shows the play until Ctrl-C.
 * @returns the exit code
 * @throws UserError if a server or service ends by itself
 */
export async function playUntilStopped(demo: Running): Promise<number> {
  const { programs, addresses, options } = demo;
  const watch = await watchDemo(addresses, programs.env, demo.notices, demo.withColour);
  const pace = (locked: number) => {
    const areThere = demo.visitors?.areThere() ?? false;
    // The demo's own people reverse no win that a visitor may be working on.
    const misbehaves = options.misbehaves && !areThere;
    return mannerOf({ misbehaves }, areThere && locked <= leftToVisitors ? toLeave : toWatch);
  };
  const people = new People(programs.env, addresses.api, demo.keys, pace);
  let failure: string | undefined;
  try {
    people.begin();
    const pit = await programs.startPit(options.pitArgs, addresses.api);
    const pitFailed = failureOf(pit).then((sentence) => {
      if (sentence !== undefined) return sentence;
      watch.view.pitState = `all ${options.rounds} rounds are played`;
      return new Promise<never>(() => {});
    });
    failure = await Promise.race([demo.stopRequested, demo.failed, pitFailed]);
  } finally {
    await people.end();
    await watch.end();
    process.stdout.write(`${closingLines(watch.view).join('\n')}\n`);
  }
  if (failure !== undefined) throw new UserError(failure);
  say('stopping ...');
  return 0;
}

/**
 * Plays the rounds and checks the ledger against the log.
 * @returns the exit code: 0 if they agree, 1 if not, 130 after Ctrl-C
 * @throws UserError if a server or service ends by itself
 */
export async function playToTheEnd(demo: Running): Promise<number> {
  const { programs, addresses, options } = demo;
  const before = await getJackpots(addresses.api);
  const pace = () => mannerOf(options, toExit);
  const people = new People(programs.env, addresses.api, demo.keys, pace);
  const play = async (): Promise<string | undefined> => {
    people.begin();
    const pit = await programs.startPit(options.pitArgs, addresses.api);
    await step(`${options.rounds} rounds`, () => pit.exited);
    return failureOf(pit);
  };
  try {
    const failure = await Promise.race([play(), demo.failed, demo.stopRequested]);
    if (programs.isStopRequested()) return 130;
    if (failure !== undefined) throw new UserError(failure);
    await people.pause();
    await untilCaughtUp(programs, addresses.api);
    await people.verifyAll();
  } finally {
    await people.end();
  }
  const pitLog = join(programs.logFolder, 'pit.log');
  return (await checkDemo(programs, addresses, before, pitLog)) ? 0 : 1;
}

/** Players make false claims only if tables misbehave too. */
function mannerOf(
  { misbehaves }: Pick<DemoOptions, 'misbehaves'>,
  pace: Omit<Manner, 'oneFalseOf'>,
): Manner {
  return { ...pace, oneFalseOf: misbehaves ? 5 : Infinity };
}

/** Waits for the pit's end: returns a sentence, or undefined if it has played all its rounds. */
async function failureOf(pit: Server): Promise<string | undefined> {
  const { code, signal } = await pit.exited;
  if (code === 0) return undefined;
  return `${tailOf(pit.logFile, 3)}\nThe pit has ended (${signal ?? code}).`;
}
