import {
  accountFacts,
  endFacts,
  postedFacts,
  prizeFacts,
  signState,
  type JackpotReading,
} from '#engine';
import { causes, type Jackpot, type Proposal, type Suspension } from '#pools';
import { jackpotHands } from '#rules';
import type { JackpotView } from './schemas.js';

/** A jackpot as the HTTP API shows it (contract 9). */
export function jackpotView(reading: JackpotReading): JackpotView {
  const { id, configuration, pending, generation, accounts } = reading.jackpot;
  const { suspended, blocked, proposals, terms, former, closed } = reading.jackpot;
  const { fault, asOf } = reading.freshness;
  return {
    id,
    currency: configuration.currency,
    value: reading.valueMinor,
    generation,
    state: fault === null ? signState(reading.jackpot) : 'fault',
    fault,
    asOf,
    // The fold's type is wider: it does not say which share the schema requires of a royal flush.
    configuration: configuration as JackpotView['configuration'],
    terms: terms.name,
    formerTerms: [...former.values()].map(({ name, posted }) => {
      return { terms: name, ...posted } as JackpotView['formerTerms'][number];
    }),
    pending: pending as JackpotView['pending'],
    suspended: suspended && suspensionView(suspended),
    ...endFacts(reading.jackpot),
    blocked: [...blocked].toSorted(),
    proposals: proposals.map(proposalView),
    accounts: accountFacts(accounts),
    meters: { causes: causesView(reading.jackpot), hands: handsView(reading.jackpot) },
    closed: closed && { day: closed.day, offset: closed.offset },
    lastAward: reading.lastAward ?? null,
    partition: reading.partition,
    position: reading.position,
  };
}

/** The causes that were ever posted. */
function causesView({ causes: meters }: Pick<Jackpot, 'causes'>) {
  return causes.flatMap((cause) => {
    const meter = meters.get(cause);
    return meter ? [{ cause, ...postedFacts(meter) }] : [];
  });
}

/** The hands that were ever awarded. */
function handsView({ hands }: Pick<Jackpot, 'hands'>) {
  return jackpotHands.flatMap((hand) => {
    const meter = hands.get(hand);
    return meter ? [{ hand, ...prizeFacts(meter) }] : [];
  });
}

function proposalView({ offset, type, holder, by, approvals, expiresMs }: Proposal) {
  return {
    proposal: offset,
    type,
    holder,
    by: [...by],
    approvedBy: approvals.map((each) => each.holder),
    expires: new Date(expiresMs).toISOString(),
  };
}

function suspensionView({ kid, holder, offset, atMs, reason }: Suspension) {
  return { kid, holder, offset, at: new Date(atMs).toISOString(), reason };
}
