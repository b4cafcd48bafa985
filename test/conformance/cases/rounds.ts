import type { TableCase } from './case.js';

const seatsOf = (data: object): string =>
  [...((data as { seats?: readonly number[] }).seats ?? [])].sort().join();

/** The order of a round, and its name. */
export const roundCases: readonly TableCase[] = [
  {
    name: 'round/whole',
    clause: 'contract 3.2, 3.3',
    demand: 'Bets, deal and result of a round come in their order, under one id.',
    play: async (play) => {
      await play.ready();
      const rounds = [await play.takes(1), await play.takes(4)];
      for (const { data } of [await play.deals([1, 4, 5]), await play.settles()]) {
        rounds.push(String(data.round));
      }
      play.expect(new Set(rounds).size === 1, `A round has one id, had ${rounds.join(', ')}`);
    },
  },
  {
    name: 'round/ids',
    clause: 'contract 3.3',
    demand: 'Each round has an id of its own.',
    play: async (play) => {
      await play.ready();
      const ids = new Set<string>();
      for (const seat of [1, 2, 3]) {
        ids.add(await play.round(seat));
      }
      play.expect(ids.size === 3, `Three rounds have three ids, had ${[...ids].join(', ')}`);
    },
  },
  {
    name: 'round/new-after-restart',
    clause: 'contract 3.3',
    demand: 'After a power cut no id is used a second time.',
    play: async (play) => {
      await play.ready();
      const before = await play.round(1);
      await play.restart();
      const after = await play.round(1);
      play.expect(after !== before, `The next round needs another id than ${before}`);
    },
  },
  {
    name: 'round/goes-on-after-restart',
    clause: 'contract 3.3',
    demand: 'A round that runs when the power is cut goes on under its id.',
    play: async (play) => {
      await play.ready();
      await play.takes(2);
      await play.restart();
      await play.sees('bet', 2, 'taken');
      await play.deals([2]);
      await play.settles();
    },
  },
  {
    name: 'round/without-bets',
    clause: 'contract 3.2',
    demand: 'A round without a jackpot bet disturbs nothing.',
    play: async (play) => {
      await play.ready();
      await play.do({ do: 'open-betting' });
      await play.do({ do: 'deal', seats: [2] });
      await play.declares([]);
      await play.round(2);
    },
  },
  {
    name: 'round/seats-of-the-deal',
    clause: 'contract 3.3; regulation, Article 4(3)',
    demand: 'The deal names the seats that are dealt in, where the house asks for them.',
    jackpot: 'strict',
    play: async (play) => {
      await play.ready();
      await play.takes(2);
      const { data } = await play.deals([1, 2, 5]);
      play.expect(seatsOf(data) === '1,2,5', `seats must be 1,2,5, was ${seatsOf(data)}`);
      await play.settles();
    },
  },
  {
    name: 'round/deal-refused',
    clause: 'contract 3.3, 9.7',
    demand: 'A deal that the ledger refuses is shown, and the right one is then taken.',
    jackpot: 'strict',
    play: async (play) => {
      play.mayBeRefused.add('seats-disagree');
      await play.ready();
      await play.takes(1);
      await play.takes(2);
      await play.do({ do: 'deal', seats: [1] });
      await play.sees('result', null, 'refused');
      await play.deals([1, 2]);
      await play.settles();
    },
  },
  {
    name: 'round/ascending',
    clause: 'contract 3.3',
    demand: 'Where rounds count up they still do when the disk is lost.',
    jackpot: 'strict',
    play: async (play) => {
      await play.ready();
      const before = await play.round(1);
      await play.do({ do: 'cut-power' });
      play.mayJump = true;
      await play.ready({ disk: 'new' });
      const after = await play.round(1);
      play.expect(
        BigInt(after) > BigInt(before),
        `The next round is above ${before}, was ${after}`,
      );
    },
  },
  {
    name: 'round/heartbeat',
    clause: 'contract 3.2, 5',
    demand: 'A table at which nothing happens sends heartbeats as often as is set.',
    play: async (play) => {
      await play.ready({ heartbeatSeconds: 2 });
      await play.takes(1);
      await play.applied('table.heartbeat');
      await play.applied('table.heartbeat');
    },
  },
];
