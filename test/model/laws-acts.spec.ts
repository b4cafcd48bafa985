import type { Act, ModelEvent, ModelOutcome } from './events.js';
import { ActLaws, type Witnessed } from './laws-acts.js';
import { EXAMPLE } from './spec-words.js';
import { TableLaws } from './laws-tables.js';

const APPROVALS = {
  'pool.adjusted': [
    { from: 0, by: [] },
    { from: 500, by: ['approve'] },
  ],
};
const TABLES = [{ id: 'T1', kid: 'table-1' }, { id: 'T2' }];

/** A story applied record by record, and the names of the laws that its last record breaks. */
class Story {
  private readonly acts = new ActLaws();
  private readonly tables = new TableLaws();
  private offset = 0;
  private broken: string[] = [];

  constructor() {
    this.keys('ann', 'ann-2', 'ben', 'table-1').configured({});
  }

  /** Keys named after their holders. */
  keys(...kids: string[]): this {
    const keys = kids.map((kid) => {
      return { kid, holder: kid.split('-')[0], roles: [kid === 'table-1' ? 'table' : 'operate'] };
    });
    return this.said('root', 'keys.set', { keys }, null);
  }

  configured(more: object): this {
    const data = { ...EXAMPLE, approvals: APPROVALS, tables: TABLES, ...more };
    return this.said('ann', 'jackpot.configured', data, 'itself');
  }

  adjusted(kid: string, amount: number): this {
    return this.said(kid, 'pool.adjusted', { amount }, 'itself');
  }

  proposed(kid: string, amount: number): this {
    const act = { type: 'pool.adjusted', data: { amount } };
    return this.said(kid, 'act.proposed', { act, expires: '1970-01-01T00:00:01Z' }, null);
  }

  approved(kid: string, proposal: number, amount: number, isDone: boolean, nowMs = 0): this {
    const act = { type: 'pool.adjusted', data: { amount } };
    return this.said(kid, 'act.approved', { proposal, act }, isDone ? act : null, nowMs);
  }

  said(
    kid: string | null,
    type: string,
    data: object,
    act: Act | 'itself' | null,
    nowMs = 0,
  ): this {
    const { offset } = this;
    this.offset += 1;
    const source = type.startsWith('round') || type.startsWith('bet') ? 'T1' : 'ops';
    const event: ModelEvent = {
      ...{ type, id: String(offset), source, sequence: '1', subject: 'fortune' },
      data: { ...data },
    };
    const outcome: ModelOutcome = { effect: 'applied', reasons: [], award: null };
    const done = act === 'itself' ? event : act;
    const seen: Witnessed = { event, kid, outcome, act: done, offset, nowMs };
    const before = this.acts.jackpots.get('fortune');
    const bytes = Buffer.from(JSON.stringify([type, data]));
    const found = [...this.tables.check(seen, bytes, before), ...this.acts.check(seen)];
    this.broken = found.map((each) => each.split(':')[0] ?? '');
    return this;
  }

  breaks(...laws: string[]): void {
    expect(this.broken).toEqual(laws);
  }
}

/** The offset of the first record after the keys and the configuration. */
const FIRST = 2;
const settled = { round: 'r1', wins: [{ seat: 1, hand: 'flush' }] };

describe('the laws of acts', () => {
  it('are silent about an honest story', () => {
    new Story().adjusted('ann', 499).breaks();
    new Story().proposed('ann', 500).approved('ben', FIRST, 500, true).breaks();
    new Story().said('table-1', 'round.settled', settled, null).breaks();
  });

  it('see an act above a row that came alone, or was proposed and done at once', () => {
    new Story().adjusted('ann', 500).breaks('two-people');
    const act = { type: 'pool.adjusted', data: { amount: 500 } };
    const data = { act, expires: '1970-01-01T00:00:01Z' };
    new Story().said('ann', 'act.proposed', data, act).breaks('two-people');
  });

  it('see an act that one holder has done with two keys, or with one that is gone', () => {
    new Story().proposed('ann', 500).approved('ann-2', FIRST, 500, true).breaks('two-people');
    const story = new Story().proposed('ann', 500).keys('ben');
    story.approved('ben', FIRST, 500, true).breaks('two-people');
  });

  it('see another act, one that was done before, and one of nobody', () => {
    new Story().proposed('ann', 500).approved('ben', FIRST, 501, true).breaks('same-act');
    const story = new Story().proposed('ann', 500).approved('ben', FIRST, 500, true);
    story.approved('ben', FIRST, 500, true).breaks('unknown-proposal');
    new Story().approved('nobody', FIRST, 500, true).breaks('signer');
  });

  it('see what was over: by the time, or by a configuration', () => {
    new Story().proposed('ann', 500).approved('ben', FIRST, 500, true, 1000).breaks('expired');
    const story = new Story().proposed('ann', 500).configured({});
    story.approved('ben', FIRST, 500, true).breaks('ended');
  });
});

describe('the laws of tables', () => {
  it('see a claim without the key of the table, or with one that is not in force', () => {
    new Story().said(null, 'round.settled', settled, null).breaks('claim');
    new Story().said('ben', 'round.voided', { round: 'r1' }, null).breaks('claim');
    const story = new Story().keys('ann');
    story.said('table-1', 'round.settled', settled, null).breaks('claim');
  });

  it('see a signed claim that counts twice', () => {
    const story = new Story().said('table-1', 'round.settled', settled, null);
    story.said('table-1', 'round.settled', settled, null).breaks('claimed-twice');
  });

  it('see a source that is not listed, and a bet that nobody should have taken', () => {
    const listed = new Story().configured({ tables: [{ id: 'T2' }] });
    listed.said(null, 'bet.placed', { round: 'r1' }, null).breaks('stranger');
    const blocked = new Story().said('ann', 'table.blocked', { table: 'T1' }, 'itself');
    blocked.said(null, 'bet.placed', { round: 'r1' }, null).breaks('blocked');
    const suspended = new Story().said('ann', 'jackpot.suspended', {}, 'itself');
    suspended.said(null, 'bet.placed', { round: 'r1' }, null).breaks('suspended');
  });
});
