import type { Play } from '../play.js';
import type { TableCase } from './case.js';

/** The disk is lost after a round, and the machine's clock may be wrong too. */
async function losesDisk(play: Play, clockHours = 0): Promise<void> {
  await play.ready();
  await play.round(1);
  await play.do({ do: 'cut-power' });
  play.mayJump = true;
  const before = play.records.at(-1)?.sequence ?? 0n;
  const count = play.records.length;
  await play.ready({ disk: 'new', clockHours });
  await play.round(1);
  const lowest = play.records.slice(count).map(({ sequence }) => sequence)[0] ?? 0n;
  play.expect(lowest > before, `sequence must go on above ${before}, was ${lowest}`);
}

/** The power is cut while the line is cut too. */
async function cutsUnsent(play: Play): Promise<void> {
  await play.ready();
  const id = await play.takes(1);
  play.line.cut();
  await play.do({ do: 'deal', seats: [1] });
  await play.do({ do: 'cut-power' });
  play.line.mend();
  await play.ready({ disk: 'kept' });
  await play.applied('round.dealt', { round: id });
  await play.settles();
}

/**
 * The power is cut during the sending of an event; its first sending may or may not have arrived.
 */
async function cutsUnanswered(play: Play): Promise<void> {
  await play.ready();
  const id = await play.takes(1);
  play.line.postFate = 'lose-answer';
  await play.do({ do: 'deal', seats: [1] });
  await play.arrived('round.dealt', ({ type }) => type === 'round.dealt');
  await play.do({ do: 'cut-power' });
  play.line.mend();
  await play.ready({ disk: 'kept' });
  await play.applied('round.dealt', { round: id });
  await play.settles();
}

/** Another controller has used higher numbers: nobody knows whether the bet of seat 2 counts. */
async function laysBesideAnother(play: Play): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    await play.lay(2);
    const shown = await play.settled(2);
    await play.read();
    const isSent = play.records.some(({ data }) => data.seat === 2);
    const hasHeard = (await play.do({ do: 'look', at: 'call', seat: null })) === 'yes';
    const want = isSent ? 'ask' : 'give-back';
    play.expect(shown === want, `The chip of seat 2 must be ${want}, was ${shown}`);
    // Otherwise the chip was given back because the controller had just received nothing.
    if (isSent || hasHeard) return;
    await play.pause(500);
  }
  play.expect(false, 'The chip of seat 2 is given back, and nobody is called');
}

/** The counter, and the disk that keeps it. */
export const sequenceCases: readonly TableCase[] = [
  {
    name: 'sequence/restart',
    clause: 'contract 3.1',
    demand: 'After a power cut the sequence goes on by one.',
    play: async (play) => {
      await play.ready();
      await play.round(1);
      await play.restart();
      await play.round(1);
    },
  },
  {
    name: 'sequence/two-restarts',
    clause: 'contract 3.1',
    demand: 'Power cuts before the first event after a start use up no number.',
    play: async (play) => {
      await play.ready();
      await play.round(1);
      await play.restart();
      await play.restart();
      await play.round(1);
    },
  },
  {
    name: 'sequence/cut-unsent',
    clause: 'contract 3.1, 9.7',
    demand: 'An event that could not be sent before a power cut is sent after it.',
    play: cutsUnsent,
  },
  {
    name: 'sequence/cut-unanswered',
    clause: 'contract 3.1, 9.7',
    demand: 'An event whose answer is lost in a power cut comes again, to the byte, or not at all.',
    play: cutsUnanswered,
  },
  {
    name: 'sequence/bet-cut-unanswered',
    clause: 'contract 3.1, 9.7',
    demand: 'A bet whose answer is lost in a power cut is known after it.',
    play: async (play) => {
      await play.ready();
      await play.takes(1);
      play.line.postFate = 'lose-answer';
      await play.sends(2);
      await play.do({ do: 'cut-power' });
      play.line.mend();
      await play.ready({ disk: 'kept' });
      await play.sees('bet', 2, 'taken');
      play.counts(2);
      await play.deals([1, 2]);
      await play.settles();
    },
  },
  {
    name: 'sequence/disk-lost',
    clause: 'contract 3.1; deploy/tables',
    demand: 'When the disk is lost the sequence goes on above all that was used.',
    play: (play) => losesDisk(play),
  },
  {
    name: 'sequence/disk-lost-in-a-round',
    clause: 'deploy/tables',
    demand: 'When the disk is lost in a round, its bets are known from the ledger.',
    play: async (play) => {
      await play.ready();
      await play.takes(3);
      await play.do({ do: 'cut-power' });
      play.mayJump = true;
      await play.ready({ disk: 'new' });
      await play.sees('bet', 3, 'taken');
      await play.deals([3]);
      await play.settles([{ seat: 3, hand: 'flush' }]);
      await play.sees('claim', 3, 'pay');
    },
  },
  {
    name: 'sequence/disk-lost-far-ahead',
    clause: 'deploy/tables',
    demand: 'So it is where the table’s counter was hours ahead: a thousand above it.',
    play: async (play) => {
      await play.ready();
      await play.round(1);
      await play.do({ do: 'cut-power' });
      play.mayJump = true;
      const ahead = (play.records.at(-1)?.sequence ?? 0n) + 7_200_000_000n;
      await play.house.intrude(play.settings, ahead);
      await play.read();
      const count = play.records.length;
      await play.ready({ disk: 'new' });
      await play.round(1);
      const first = play.records[count]?.sequence ?? 0n;
      const what = `sequence must go on from ${ahead} plus 1,000, was ${first}`;
      play.expect(first >= ahead + 1_000n, what);
    },
  },
  {
    name: 'sequence/disk-lost-clock-behind',
    clause: 'contract 3.1; deploy/tables',
    demand: 'So it is where the clock of the machine is an hour behind.',
    extra: 'clock',
    play: (play) => losesDisk(play, -1),
  },
  {
    name: 'sequence/disk-lost-clock-ahead',
    clause: 'contract 3.1; deploy/tables',
    demand: 'So it is where the clock of the machine is two days ahead.',
    extra: 'clock',
    play: (play) => losesDisk(play, 48),
  },
  {
    name: 'sequence/twenty-unanswered',
    clause: 'contract 3.1; deploy/tables',
    demand: 'At most 16 events are sent that are not judged: the ledger knows no more of them.',
    play: async (play) => {
      await play.ready();
      await play.round(1);
      play.line.postFate = 'lose-answer';
      for (let left = 7; left > 0; left -= 1) {
        await play.do({ do: 'open-betting' });
        await play.do({ do: 'deal', seats: [1] });
        await play.declares([]);
      }
      await play.pause(3_000);
      play.line.mend();
      await play.sees('lamp', null, 'on');
      await play.round(1);
      const results = play.records.filter(({ type }) => type === 'round.settled').length;
      play.expect(results === 9, `All 9 results must arrive, ${results} have`);
    },
  },
  {
    name: 'sequence/another-controller',
    clause: 'contract 3.1; deploy/tables',
    demand: 'Where another controller has the table’s name, it calls people and takes no bets.',
    play: async (play) => {
      play.mayBeRefused.add('sequence-behind').add('sequence-reused').add('seat-taken');
      play.mayJump = true;
      await play.ready();
      await play.takes(1);
      await play.house.intrude(play.settings, (play.records.at(-1)?.sequence ?? 0n) + 500n);
      await laysBesideAnother(play);
      await play.sees('lamp', null, 'off');
      await play.sees('call', null, 'yes');
      // It must not continue by itself while the other one is active.
      await play.pause(5_000);
      await play.never('lamp', null, 'on');
      await play.never('call', null, 'no');
    },
  },
];

/** Demands on a table that signs. */
export const signingCases: readonly TableCase[] = [
  {
    name: 'signed/round',
    clause: 'contract 3.6, 4.1',
    demand: 'A table that signs signs each event.',
    jackpot: 'signed',
    extra: 'signing',
    play: async (play) => {
      await play.ready();
      for (const seat of [1, 2, 3]) await play.takes(seat);
      await play.deals([1, 2, 3]);
      await play.settles([{ seat: 2, hand: 'flush' }]);
      await play.sees('claim', 2, 'pay');
    },
  },
  {
    name: 'signed/cut-unanswered',
    clause: 'contract 3.6; deploy/tables',
    demand: 'What was signed before a power cut comes again with its signature.',
    jackpot: 'signed',
    extra: 'signing',
    play: cutsUnanswered,
  },
  {
    name: 'signed/cut-unsent',
    clause: 'contract 3.6; deploy/tables',
    demand: 'What was signed before a power cut and could not be sent is sent with its signature.',
    jackpot: 'signed',
    extra: 'signing',
    play: cutsUnsent,
  },
  {
    name: 'signed/revoked',
    clause: 'contract 4.2, 3.6',
    demand: 'When the key is revoked, chips are given back.',
    jackpot: 'signed',
    extra: 'signing',
    play: async (play) => {
      play.mayBeRefused.add('bad-signature');
      await play.ready();
      await play.takes(1);
      await play.house.revoke(play.settings.table);
      await play.givesBack(2);
    },
  },
];
