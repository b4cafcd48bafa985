/**
 * A table on `libs/table-client`, as a driver drives it: `node table.ts SETTINGS`. It reads what
 * happens at the table as lines of JSON on stdin, and writes the words of its display to stdout.
 */
import { createInterface } from 'node:readline';
import { TableClient, TableKey, type ClaimOfTable, type Judgement } from '#table-client';
import type { Happening, Settings, Shown } from './instructions.js';

type TableSettings = Settings & { readonly file: string; readonly keyFile: string };

const settings = JSON.parse(process.argv[2] ?? '') as TableSettings;
const bets = new Map<number, Shown<'bet'>>();
/** By award, then by seat. */
const claims = new Map<string, Map<number, Shown<'claim'>>>();
/** The bets that wait for the next round, by seat. */
let carried = new Set<number>();
/** The seats whose bet was carried from an earlier round. */
const wereCarried = new Set<number>();
let round: string | undefined;
let last = '';
let newestRound = 0n;
let trouble: string | undefined;
let mustCall = false;
let result: Shown<'result'> = 'none';
/** By award, then by seat, minor units. */
const prizes = new Map<string, Map<number, number>>();
let client: TableClient | undefined;
/** True once it continues from the ledger's state of the table. */
let isReady = false;

/** Sets the display's word for a chip by the judgement on its bet. */
function show(seat: number, judged: Judgement, applied: Shown<'bet'>): void {
  if (judged.outcome === 'applied') bets.set(seat, applied);
  else if (judged.chip === 'keep') bets.set(seat, 'taken');
  else if (judged.chip === 'none') bets.set(seat, 'none');
  else bets.set(seat, judged.chip);
}

function showClaim({ id, states, payouts }: ClaimOfTable): void {
  prizes.set(id, new Map(payouts.map(({ seat, amount }) => [seat, amount])));
  const words = states.map(({ seat, state }): readonly [number, Shown<'claim'>] => {
    const isWaiting = state === 'locked' || state === 'verified';
    return [seat, state === 'awarded' ? 'pay' : isWaiting ? 'wait' : 'none'];
  });
  claims.set(id, new Map(words));
}

/** A seat that waits for people is not paid at the table, whatever else it has won. */
function claimOf(seat: number): Shown<'claim'> {
  const words = [...claims.values()].map((award) => award.get(seat));
  return words.includes('wait') ? 'wait' : words.includes('pay') ? 'pay' : 'none';
}

/** The seats whose bet is taken. */
function taken(): number[] {
  return [...bets].flatMap(([seat, shown]) => (shown === 'taken' ? [seat] : []));
}

/** The running round; starts a new one if none runs. */
function running(): string {
  if (round === undefined) {
    newestRound += 1n;
    last = round = String(newestRound);
    mustCall = false;
    // These are paid by now.
    for (const award of claims.values()) {
      for (const [seat, shown] of award) if (shown === 'pay') award.delete(seat);
    }
  }
  return round;
}

async function begin(): Promise<void> {
  const { gateway, token, jackpot, table, file, keyFile, key, heartbeatSeconds } = settings;
  const options = { jackpot, table, file, gateway: { url: gateway, token } };
  for (;;) {
    try {
      const signing = key && { key: TableKey.open(keyFile) };
      client = await TableClient.open({ ...options, ...signing });
      break;
    } catch (error) {
      trouble = (error as Error).message;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
  trouble = undefined;
  client.on('trouble', (sentence) => (trouble = sentence));
  client.on('claim', showClaim);
  client.on('carried', (waiting) => {
    carried = new Set(waiting.map(({ seat }) => seat));
    for (const seat of carried) wereCarried.add(seat);
  });
  goOn(await client.ready());
  isReady = true;
  if (heartbeatSeconds === null) return;
  setInterval(() => void client?.heartbeat(), heartbeatSeconds * 1_000);
}

/** Continues from the ledger's state of the table. */
function goOn(state: Awaited<ReturnType<TableClient['ready']>>): void {
  const open = state.rounds.find((each) => each.state === 'open');
  round = open?.round;
  last = round ?? '';
  carried = new Set(state.carried.map(({ seat }) => seat));
  for (const { seat, carriedSince } of [...(open?.bets ?? []), ...state.carried]) {
    bets.set(seat, 'taken');
    if (carriedSince !== null) wereCarried.add(seat);
  }
  // A round uses up at least one sequence, so no round has had this id.
  const used = [BigInt(state.newestRound ?? 0), BigInt(state.sequence ?? 0)];
  newestRound = used.reduce((a, b) => (a > b ? a : b));
}

/** Performs a happening. Its result is shown when it is known. */
function take(happening: Happening, table: TableClient): void {
  switch (happening.do) {
    case 'start':
    case 'cut-power':
    case 'look':
    case 'end':
      break;
    case 'open-betting':
      void table.openRound(running());
      break;
    case 'bet':
      void bet(happening, table);
      break;
    case 'withdraw':
      void withdraw(happening.seat, table);
      break;
    case 'deal':
      void deal(happening.seats, table);
      break;
    case 'result': {
      const { wins, cards } = happening;
      void ends((ended) => table.settle({ round: ended, wins, ...(cards ?? {}) })).then(
        (isTaken) => {
          // The dealer collects the chips.
          if (isTaken) for (const seat of taken()) if (!carried.has(seat)) bets.set(seat, 'none');
        },
      );
      break;
    }
    case 'void': {
      const { reason } = happening;
      const isCarried = reason === 'dealing-procedure' || reason === 'shuffler-fault';
      const inRound = taken();
      void ends((ended) => table.void(ended, reason as 'other')).then((isTaken) => {
        if (isTaken && !isCarried) for (const seat of inRound) bets.set(seat, 'give-back');
      });
      break;
    }
  }
}

/** The dealer continues at once; a refused result gives the round back. */
async function ends(send: (ended: string) => Promise<Judgement>): Promise<boolean> {
  const ended = round ?? last;
  round = undefined;
  result = 'wait';
  const judged = await send(ended);
  result = judged.outcome === 'applied' ? 'taken' : 'refused';
  if (judged.outcome === 'applied') return true;
  mustCall = judged.do.startsWith('call-');
  const isOpen = judged.do === 'pay-nobody-yet' || judged.do === 'give-nothing-yet';
  if (isOpen && ended === last) round ??= ended;
  return false;
}

/** The display's word for carried bets that have left this round: the ledger knows it. */
async function fateOf(left: string, table: TableClient) {
  const state = await table.state();
  carried = new Set(state.carried.map(({ seat }) => seat));
  const policy = state.rounds.find((each) => each.round === left)?.carriedJackpotWithoutBase;
  const gone = policy === 'forfeit' ? 'none' : 'give-back';
  return (seat: number): Shown<'bet'> => (carried.has(seat) ? 'taken' : gone);
}

/** Returns a bet of this round, or a carried one as the house has configured. */
async function withdraw(seat: number, table: TableClient): Promise<void> {
  const left = running();
  const judged = await table.withdrawBet(left, seat);
  const fate = await fateOf(left, table);
  show(seat, judged, wereCarried.has(seat) ? fate(seat) : 'give-back');
}

/** A seat with a bet that is not dealt in has a carried bet. */
async function deal(dealt: readonly number[], table: TableClient): Promise<void> {
  const waited = taken().filter((seat) => !dealt.includes(seat));
  result = 'wait';
  const left = running();
  const judged = await table.deal(left, dealt);
  result = judged.outcome === 'applied' ? 'taken' : 'refused';
  if (judged.outcome === 'refused' || waited.length === 0) return;
  const fate = await fateOf(left, table);
  for (const seat of waited) bets.set(seat, fate(seat));
}

async function bet(laid: Extract<Happening, { do: 'bet' }>, table: TableClient): Promise<void> {
  const { seat, stake, baseBets } = laid;
  bets.set(seat, 'wait');
  const judged = await table.placeBet({ round: running(), seat, stake, baseBets });
  show(seat, judged, 'taken');
  if (judged.outcome === 'applied') wereCarried.delete(seat);
}

/** The prize that the table pays. */
function prizeOf(seat: number): Shown<'prize'> {
  const award = [...claims].find(([, seats]) => seats.get(seat) === 'pay')?.[0] ?? '';
  const amount = claimOf(seat) === 'pay' ? prizes.get(award)?.get(seat) : undefined;
  return amount === undefined ? 'none' : ((amount / 100).toFixed(2) as `${number}`);
}

function look(at: string, seat: number): Shown {
  if (at === 'lamp') return isReady && client?.whyClosed === undefined ? 'on' : 'off';
  if (at === 'result') return result;
  if (at === 'call') return trouble === undefined && !mustCall ? 'no' : 'yes';
  if (at === 'prize') return prizeOf(seat);
  return at === 'claim' ? claimOf(seat) : (bets.get(seat) ?? 'none');
}

void begin();
for await (const line of createInterface({ input: process.stdin })) {
  const happening = JSON.parse(line) as Happening;
  if (happening.do === 'look') {
    console.log(look(happening.at, happening.seat ?? 0));
    continue;
  }
  if (client && isReady) take(happening, client);
  else if (happening.do === 'bet') bets.set(happening.seat, 'give-back');
  // Everything that `take` has sent is on the disk.
  console.log('done');
}
process.exit();
