import { isOutdated, type Proposed } from '#acts';
import type { Jackpot, Proposal } from '#pools';
import { proposalBody, proposalsBody, type ProposalView } from './proposals-page.js';

const reader = { language: 'en', person: undefined, path: '/proposals' } as const;
const proposal: Proposal = {
  ...{ offset: 12, type: 'jackpot.configured', holder: 'Ana', by: ['configure'] },
  ...{ approvals: [], expiresMs: Date.now() + 60_000 },
} as unknown as Proposal;
const made = (data: object): Proposed => ({ act: { type: 'jackpot.configured', data }, note: '' });
const jackpot = { configuredAt: 9 } as Jackpot;

test('a proposed configuration that a newer one has overtaken is shown as one to withdraw', () => {
  const view = (proposed: Proposed): ProposalView => ({
    ...{ jackpot: 'main', zone: 'UTC', currency: 'MOP', claim: undefined },
    ...{ proposal, proposed, isOutdated: isOutdated(jackpot, proposed) },
  });
  for (const [from, isOld] of [
    [8, true],
    [9, false],
    [undefined, false],
  ] as const) {
    const shown = view(made(from === undefined ? {} : { madeFrom: from }));
    for (const { text } of [proposalBody(reader, shown), proposalsBody(reader, [shown])]) {
      expect(text.includes('nobody can approve it')).toBe(isOld);
    }
  }
});
