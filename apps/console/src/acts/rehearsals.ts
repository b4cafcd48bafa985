import {
  ActingKey,
  assertNotProposed,
  authorityOfLedger,
  hasDoubt,
  Home,
  invitationText,
  isChange,
  leftOf,
  looksOf,
  prepareAct,
  prepareApproval,
  prepareKeySet,
  prepareWithdrawal,
  WouldBeRefused,
  writeCommand,
  type ActFacts,
  type Left,
  type PreparedAct,
  type PreparedApproval,
  type PreparedKeySet,
  type PreparedWithdrawal,
  type WrittenCommand,
} from '#acts';
import { actDigest, UserError } from '#contract';
import type { Authority, SigningKey } from '#pools';
import type { ConsoleLedger } from '../ledger/console-ledger.js';
import { signsOf, type Enrolment } from '../people/enrolment.js';
import { commandOf } from './commands.js';
import type { ActWish, OwnWish, PeopleWish, ProposalWish } from './wishes.js';

/** A person's wish, and its effect on the current ledger. */
export interface Rehearsal {
  readonly wish: ActWish;
  readonly prepared: Prepared;
  /** The jackpot as it was read; undefined for an act about people. */
  readonly home: Home | undefined;
  /** The keys in force now. */
  readonly keys: Authority['keys'];
  readonly looks: readonly string[];
  /** True if a fact gives doubt and the person has not said why the act is right all the same. */
  readonly isDoubtful: boolean;
  /** The exact text that a touch signs, and its ledger. */
  readonly signed: Pick<WrittenCommand, 'ledger' | 'value' | 'partitions'>;
  /** The first characters of the SHA-256 of the act: people at two screens compare them. */
  readonly digest: string;
  /** Digest of the facts for the decision: it changes when the ledger has moved under a preview. */
  readonly seen: string;
}

export type Prepared =
  | { readonly is: 'act'; readonly act: PreparedAct }
  | { readonly is: 'approval'; readonly approval: PreparedApproval }
  | { readonly is: 'withdrawal'; readonly withdrawal: PreparedWithdrawal }
  | { readonly is: 'keys'; readonly keySet: PreparedKeySet; readonly holder: string }
  | { readonly is: 'invitation'; readonly holder: string; readonly expires: string };

/** A proposal that nobody approves within a shift must be proposed again. */
const proposalForMs = 8 * 3_600_000;
/** Acts that a page cannot show whole yet: the round of a grant. */
const atShell = ['award.granted'];

/** Rehearses wishes on the current ledger. Nothing is sent. */
export class Rehearsals {
  constructor(
    private readonly live: ConsoleLedger,
    private readonly enrolment: Enrolment,
  ) {}

  /**
   * Rehearses a wish.
   * @throws UserError if the ledger would refuse it or something forbids it; LedgerUnavailable.
   */
  async of(wish: ActWish, person: SigningKey): Promise<Rehearsal> {
    const key = new ActingKey(
      { kid: person.kid, x: person.x, isPasskey: true },
      `console-${person.kid}`,
      'your passkey',
    );
    if (wish.act === 'add-key' || wish.act === 'revoke-key') return this.ofKeys(wish, key);
    if (wish.act === 'invite') return this.ofInvitation(wish, key);
    const isAnswer = wish.act === 'approve' || wish.act === 'withdraw';
    return isAnswer ? this.ofAnswer(wish, key) : this.ofAct(wish, key);
  }

  /** An act by one person, or its proposal if the ledger asks for more people. */
  private async ofAct(wish: OwnWish, key: ActingKey): Promise<Rehearsal> {
    const named = await Home.open(this.live, wish.jackpot);
    const { note, ...wished } = await commandOf(this.live, named, wish);
    const home = wish.act === 'create' ? await this.newHome(wish.id) : named;
    const command = { ...wished, subject: home.id };
    const looks = await looksOf(this.live, home, command);
    const doing = { source: key.source, key };
    let act: PreparedAct;
    try {
      act = prepareAct(home, command, doing);
    } catch (error) {
      const isAsked =
        error instanceof WouldBeRefused && error.refusal.startsWith('needs-approval:');
      if (!isAsked) throw error;
      const proposing = { expiresMs: Date.now() + proposalForMs, note };
      await assertNotProposed(this.live, home.partition, home.jackpot, command);
      act = prepareAct(home, command, { ...doing, proposing });
    }
    if (wish.act === 'configure' && !isChange(act.facts)) {
      throw new UserError('Nothing would change: what was typed is what is in force.');
    }
    return this.rehearsal(wish, key, { prepared: { is: 'act', act }, home, looks });
  }

  /** The place of a new jackpot. @throws UserError if a jackpot of this name exists. */
  private async newHome(id: string): Promise<Home> {
    const home = await Home.find(this.live, id);
    if (!home.now.jackpots.has(id)) return home;
    throw new UserError(`There is a jackpot ${id} already: change its configuration instead.`);
  }

  private async ofAnswer(wish: ProposalWish, key: ActingKey): Promise<Rehearsal> {
    const home = await Home.open(this.live, wish.jackpot);
    const signing = { source: key.source, key };
    const { proposal, despite: note } = wish;
    if (wish.act === 'withdraw') {
      const { reason } = wish;
      const withdrawal = await prepareWithdrawal(this.live, home, proposal, reason, signing);
      const prepared = { is: 'withdrawal', withdrawal } as const;
      return this.rehearsal(wish, key, { prepared, home, looks: [] });
    }
    const approval = await prepareApproval(this.live, home, proposal, {
      ...{ signing, note },
      look: refuseUnshown,
    });
    const { proposed, proposal: found } = approval;
    const looks = await looksOf(this.live, home, proposed.act, found.offset);
    return this.rehearsal(wish, key, { prepared: { is: 'approval', approval }, home, looks });
  }

  private async ofKeys(
    wish: Extract<PeopleWish, { act: 'add-key' | 'revoke-key' }>,
    key: ActingKey,
  ): Promise<Rehearsal> {
    const { kid, print } = wish;
    const waits = wish.act === 'add-key' ? await this.enrolment.waiting() : [];
    const added = waits.find((each) => each.key.kid === kid && signsOf(each.key) === print)?.key;
    let holder = added?.holder ?? '';
    const keySet = await prepareKeySet(this.live, key, (inForce) => {
      const others = [...inForce.values()].filter((each) => each.kid !== kid);
      if (added) return [...others, added];
      const ended = inForce.get(kid);
      // The key on the page may be another key by now.
      if (wish.act === 'add-key' || !ended || signsOf(ended) !== print) {
        const where = wish.act === 'add-key' ? 'waits' : 'is in force';
        throw new UserError(`Nothing was sent: no key ${where} as ${kid} with the signs ${print}.`);
      }
      holder = ended.holder;
      return others;
    });
    const prepared = { is: 'keys', keySet, holder } as const;
    return this.rehearsal(wish, key, { prepared, home: undefined, looks: keySet.looks });
  }

  private async ofInvitation(
    wish: Extract<PeopleWish, { act: 'invite' }>,
    key: ActingKey,
  ): Promise<Rehearsal> {
    const authority = await authorityOfLedger(this.live);
    key.assertMay('keys', authority);
    const { text, expires } = invitationText(wish, authority);
    const { holder, kid, roles } = wish;
    return {
      ...{ wish, home: undefined, keys: authority.keys, looks: [], isDoubtful: false },
      prepared: { is: 'invitation', holder, expires },
      signed: { ledger: authority.ledger ?? '', value: text, partitions: [] },
      digest: '',
      seen: JSON.stringify([holder, kid, roles]),
    };
  }

  private async rehearsal(
    wish: ActWish,
    key: ActingKey,
    {
      prepared,
      home,
      looks: own,
    }: {
      readonly prepared: Exclude<Prepared, { is: 'invitation' }>;
      readonly home: Home | undefined;
      readonly looks: readonly string[];
    },
  ): Promise<Rehearsal> {
    const { sent, source } = commandIn(prepared);
    const [signed, ...others] = await writeCommand(this.live, key, source, sent);
    if (!signed || others.length > 0) {
      throw new UserError('Nothing was sent: the partitions have other times. Use `jackpot`.');
    }
    const facts = factsIn(prepared);
    const looks = [...own, ...(facts?.configured?.warnings ?? [])];
    // An old warning is not answered at each change. The record of a key keeps no answer.
    const isConfiguring = facts?.act.type === 'jackpot.configured';
    const asked = isConfiguring ? [...own, ...(facts?.configured?.looks ?? [])] : looks;
    const hasLook = facts !== undefined && hasDoubt({ ...facts, looks: asked });
    const { keys } = home?.now.authority ?? (await authorityOfLedger(this.live));
    return {
      ...{ wish, prepared, home, keys, looks, signed },
      isDoubtful: hasLook && !('despite' in wish && wish.despite),
      digest: actDigest(actIn(prepared)).slice(0, 8),
      seen: whatIsSeen(prepared, looks),
    };
  }
}

function refuseUnshown({ type }: { readonly type: string }): Promise<undefined> {
  if (!atShell.includes(type)) return Promise.resolve(undefined);
  throw new UserError(
    `This page cannot show all that ${type} changes: approve it by \`jackpot approve\`.`,
  );
}

/** Returns the people who must approve a proposal; null if the act is not a proposal. */
export function leftAfter({ sent, rehearsed }: PreparedAct): Left | null {
  const proposal = rehearsed.after?.jackpot.proposals.at(-1);
  if (sent.type !== 'act.proposed' || !proposal) return null;
  return leftOf(proposal, rehearsed.authority.keys);
}

export function factsIn(prepared: Prepared): ActFacts | undefined {
  if (prepared.is === 'act') return prepared.act.facts;
  return prepared.is === 'approval' ? prepared.approval.facts : undefined;
}

/** Returns the command to send, and its signer. */
export function commandIn(prepared: Exclude<Prepared, { is: 'invitation' }>) {
  switch (prepared.is) {
    case 'act':
      return prepared.act;
    case 'approval':
      return prepared.approval;
    case 'withdrawal':
      return prepared.withdrawal;
    case 'keys':
      return prepared.keySet;
  }
}

/** Returns the final act, whichever person signs which part of it. */
function actIn(prepared: Exclude<Prepared, { is: 'invitation' }>) {
  const { type, data } = factsIn(prepared)?.act ?? commandIn(prepared).sent;
  return { type, data };
}

/** Leaves out amounts that bets move all the time: nobody decides by them. */
function whatIsSeen(
  prepared: Exclude<Prepared, { is: 'invitation' }>,
  looks: readonly string[],
): string {
  const facts = factsIn(prepared);
  const { type, data } = commandIn(prepared).sent;
  if (prepared.is === 'keys') return JSON.stringify([type, data, looks]);
  if (!facts) return JSON.stringify([type, looks]);
  const { award: touched, changes, atRestart, dropsPending, endsProposals, before, table } = facts;
  // Its times and offsets are those of the rehearsal.
  const award = touched && {
    ...{ id: touched.award.id, payouts: touched.award.payouts, affects: touched.award.affects },
    ...{ before: touched.statesBefore, doubts: touched.doubts, sameSeats: touched.sameSeats },
    after: touched.award.states.map(({ seat, state }) => [seat, state]),
  };
  // The signed bytes hold the whole act, also the parts that no list of changes shows.
  const { data: act } = facts.act;
  const shown = { type, act, award, changes, atRestart, dropsPending, endsProposals, looks };
  const isBlocked = table !== null && before.blocked.includes(table);
  return JSON.stringify({ ...shown, state: before.state, isBlocked });
}
