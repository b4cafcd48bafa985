import type { Settings } from '../instructions.js';
import type { Play } from '../play.js';
import type { TableCase } from './case.js';

/**
 * Checks that the table takes no bets and sends nothing while this fault lasts, and takes bets
 * after it.
 */
async function closes(
  play: Play,
  begin: () => unknown,
  end: () => unknown,
  withinMs = 12_000,
): Promise<void> {
  await play.ready();
  await play.takes(1);
  await begin();
  await play.seesClosed(withinMs);
  await play.givesBack(2);
  await end();
  await play.sees('lamp', null, 'on');
  await play.takes(2);
  await play.deals([1, 2]);
  await play.settles();
  const bets = play.records.filter(({ type, data }) => type === 'bet.placed' && data.seat === 2);
  play.expect(bets.length === 1, 'A chip that is given back must not be sent', bets[0]);
}

/** Waits until the controller has asked for the stream of its table. */
async function opensStream(play: Play): Promise<void> {
  const what = 'The controller must open the stream of its table.';
  await play.eventually(
    () => play.line.streamsAsked > 0 || undefined,
    () => what,
  );
}

/** Checks that a controller that is switched on during this fault takes no bets until its end. */
async function startsClosed(play: Play, end: () => unknown, own: Partial<Settings>) {
  play.line.forget();
  await play.start(own);
  await opensStream(play);
  await play.never('lamp', null, 'on');
  await play.givesBack(2);
  await end();
  await play.sees('lamp', null, 'on');
  await play.round(2);
}

const reason = 'a trial of the kit';

/** When a table accepts jackpot bets. */
export const lampCases: readonly TableCase[] = [
  {
    name: 'lamp/silent-stream',
    clause: 'contract 9.7',
    demand: 'No bets are taken while there was no pulse for 3 seconds.',
    play: (play) =>
      closes(
        play,
        () => (play.line.stream = 'frozen'),
        () => (play.line.stream = 'pass'),
        // Three seconds, and some time for the person who looks.
        6_000,
      ),
  },
  {
    name: 'lamp/line-cut',
    clause: 'contract 9.7',
    demand: 'No bets are taken while the line is cut.',
    play: (play) =>
      closes(
        play,
        () => play.line.cut(),
        () => play.line.mend(),
      ),
  },
  {
    name: 'lamp/ledger-silent',
    clause: 'contract 9.7',
    demand: 'No bets are taken while the pulse says that the ledger has a fault.',
    play: (play) =>
      closes(
        play,
        () => (play.line.stream = 'faulty'),
        () => (play.line.stream = 'pass'),
      ),
  },
  {
    name: 'lamp/suspended',
    clause: 'contract 9.7',
    demand: 'No bets are taken while the jackpot is suspended.',
    jackpot: 'paused',
    play: (play) => {
      const { jackpot } = play.settings;
      return closes(
        play,
        () => play.house.command('jackpot.suspended', jackpot, { reason }),
        () => play.house.command('jackpot.resumed', jackpot, { reason }),
      );
    },
  },
  {
    name: 'lamp/suspended-in-a-round',
    clause: 'contract 3.5, 9.7',
    demand: 'A bet that the suspension meets on its way goes back; the round is played to its end.',
    jackpot: 'paused',
    play: async (play) => {
      play.mayBeRefused.add('jackpot-suspended');
      const { jackpot } = play.settings;
      await play.ready();
      await play.takes(1);
      play.line.postFate = 'hold';
      await play.lay(2);
      await play.house.command('jackpot.suspended', jackpot, { reason });
      try {
        await play.seesClosed(12_000);
        play.line.mend();
        await play.sees('bet', 2, 'give-back');
        await play.deals([1]);
        await play.settles([{ seat: 1, hand: 'flush' }]);
        await play.sees('claim', 1, 'pay');
      } finally {
        await play.house.command('jackpot.resumed', jackpot, { reason });
      }
    },
  },
  {
    name: 'lamp/suspended-before-the-start',
    clause: 'contract 9.7',
    demand: 'So it is where the jackpot was suspended before the controller was switched on.',
    jackpot: 'paused',
    play: async (play) => {
      const { jackpot } = play.settings;
      await play.house.command('jackpot.suspended', jackpot, { reason });
      let isOver = false;
      const resume = async (): Promise<void> => {
        isOver = true;
        await play.house.command('jackpot.resumed', jackpot, { reason });
      };
      try {
        await startsClosed(play, resume, {});
      } finally {
        if (!isOver) await resume();
      }
    },
  },
  {
    name: 'lamp/suspended-unheard',
    clause: 'contract 9.7',
    demand: 'So it is where the jackpot was suspended while the line was cut.',
    jackpot: 'paused',
    play: async (play) => {
      const { jackpot } = play.settings;
      await play.ready();
      await play.takes(1);
      play.line.cut();
      await play.house.command('jackpot.suspended', jackpot, { reason });
      try {
        await play.seesClosed(12_000);
        play.line.forget();
        play.line.mend();
        await opensStream(play);
        await play.pause(1_000);
        await play.never('lamp', null, 'on');
        await play.givesBack(2);
      } finally {
        await play.house.command('jackpot.resumed', jackpot, { reason });
      }
      await play.takes(2);
      await play.deals([1, 2]);
      await play.settles();
    },
  },
  {
    name: 'lamp/blocked-before-the-start',
    clause: 'contract 3.6, 9.7',
    demand: 'So it is where the table was blocked before the controller was switched on.',
    play: async (play) => {
      const { jackpot, table } = play.settings;
      await play.ready();
      await play.round(1);
      await play.do({ do: 'cut-power' });
      await play.house.command('table.blocked', jackpot, { table, reason });
      const unblock = () => play.house.command('table.unblocked', jackpot, { table, reason });
      await startsClosed(play, unblock, { disk: 'kept' });
    },
  },
  {
    name: 'lamp/blocked',
    clause: 'contract 3.6, 9.7',
    demand: 'No bets are taken while the table is blocked.',
    play: (play) => {
      const { jackpot, table } = play.settings;
      return closes(
        play,
        () => play.house.command('table.blocked', jackpot, { table, reason }),
        () => play.house.command('table.unblocked', jackpot, { table, reason }),
      );
    },
  },
  {
    name: 'lamp/not-judged',
    clause: 'contract 9.7',
    demand: 'No bets are taken where an event is not judged within 10 seconds.',
    play: async (play) => {
      await play.ready();
      const id = await play.takes(1);
      play.line.postFate = 'hold';
      await play.do({ do: 'deal', seats: [1] });
      await play.seesClosed(20_000);
      await play.givesBack(2);
      play.line.mend();
      await play.applied('round.dealt', { round: id });
      await play.settles();
      await play.sees('lamp', null, 'on');
      await play.takes(2);
    },
  },
  {
    name: 'lamp/off-at-the-start',
    clause: 'contract 9.7',
    demand: 'No bets are taken before the ledger was heard.',
    play: async (play) => {
      play.line.stream = 'frozen';
      await startsClosed(play, () => (play.line.stream = 'pass'), {});
    },
  },
];
