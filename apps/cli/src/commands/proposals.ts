import { Home, houseTime, type Proposed, readProposed, visible } from '#acts';
import type { Jackpot } from '#pools';
import { Command } from '@commander-js/extra-typings';
import { connected } from '../command.js';
import { aboutAct, seatsNamed } from '../format/about-act.js';
import { table } from '../format/table.js';
import { jsonOption } from '../options/common.js';

/** Lists the acts of a jackpot that wait for approval, and the roles that must approve them. */
export const proposalsCommand = connected(
  () =>
    new Command('proposals')
      .description('show the acts of a jackpot that wait for approval')
      .argument('<jackpot>')
      .addOption(jsonOption()),
  async (connections, id) => {
    const { jackpot, partition } = await Home.open(connections, id);
    const proposed = await readProposed(connections, partition, jackpot.proposals);
    const all = jackpot.proposals.map((each) => {
      const { act = null, note = null } = proposed.get(each.offset) ?? {};
      return { ...each, act, note };
    });
    return { facts: { jackpot: id, proposals: all }, lines: describeAll(jackpot, proposed) };
  },
);

function describeAll(jackpot: Jackpot, proposed: ReadonlyMap<number, Proposed>): string {
  const { id, configuration, proposals: all } = jackpot;
  const about = ({ act: { data } }: Proposed): string =>
    aboutAct(data, seatsNamed(jackpot, data), configuration.currency);
  if (all.length === 0) return `${id}: no act waits for approval.\n`;
  const nowMs = Date.now();
  const rows = all.map((each) => {
    const own = proposed.get(each.offset);
    return [
      String(each.offset),
      each.type,
      own ? visible(about(own)) : 'another act in the log: run verify',
      each.holder,
      each.by.join(', '),
      each.approvals.map(({ holder }) => holder).join(', ') || 'nobody',
      houseTime(each.expiresMs, configuration.zone) + (each.expiresMs > nowMs ? '' : ', over'),
      beginning(own?.note ?? ''),
    ];
  });
  const heads = ['proposal', 'act', 'of', 'proposed by', 'roles', 'approved by', 'expires', 'note'];
  return `${table(heads, rows)}\n`;
}

const noteShown = 40;

function beginning(note: string): string {
  return note.length > noteShown ? `${note.slice(0, noteShown)}…` : note;
}
