import { dealerAct, dealerActs, type DealerAct, type ExceptionReason } from '#contract';
import { z } from 'zod';

/** Instructions for the chip on the table. */
const chips = ['give-back', 'keep', 'ask', 'none'] as const;

const dealerWordsSchema = z.object({ en: z.string(), pt: z.string(), 'zh-Hant': z.string() });
type DealerWords = z.output<typeof dealerWordsSchema>;

/** The instructions that a dealer sees for a refused event. */
export const forDealerSchema = z.object({
  do: z.enum(dealerActs),
  chip: z.enum(chips).describe('the stake on the table'),
  say: dealerWordsSchema.describe('for the display of the table'),
});
type ForDealer = z.output<typeof forDealerSchema>;

/** @param type of the event; null if unknown. */
export function forDealer(
  type: string | null,
  reason: ExceptionReason,
  seat: number | null,
): ForDealer {
  const act = type === null ? 'look-first' : dealerAct(type, reason);
  const [chip, does] = acts[act];
  const why = reasons[reason] ?? otherReason;
  const say = (language: keyof DealerWords): string => {
    const where = seat === null ? '' : seats[language].replace('#', String(seat));
    return `${where}${why[language]} ${does[language]}`.trim();
  };
  return { do: act, chip, say: { en: say('en'), pt: say('pt'), 'zh-Hant': say('zh-Hant') } };
}

/** The instructions for seats with a carried bet that a deal has left out (contract 9.7). */
export function leftOutForDealer(
  leftOut: readonly number[],
  fate: keyof typeof fates,
): Pick<ForDealer, 'chip' | 'say'> {
  const [chip, became] = fates[fate];
  const say = (language: keyof DealerWords): string => {
    const where = seats[language].replace('#', leftOut.join(', '));
    return `${where}${wasLeftOut[language]} ${became[language]}`;
  };
  return { chip, say: { en: say('en'), pt: say('pt'), 'zh-Hant': say('zh-Hant') } };
}

function inLanguages(en: string, pt: string, zhHant: string): DealerWords {
  return { en, pt, 'zh-Hant': zhHant };
}

const seats = inLanguages('Seat #: ', 'Lugar #: ', '座位#：');

const acts: Readonly<
  Record<DealerAct, readonly [chip: (typeof chips)[number], does: DealerWords]>
> = {
  'give-back': [
    'give-back',
    inLanguages(
      'Give the jackpot stake back: it is not in the pool.',
      'Devolva a aposta do jackpot: não entrou no fundo.',
      '請退還累進大獎投注：並未計入彩池。',
    ),
  ],
  'one-bet-a-seat': [
    'ask',
    inLanguages(
      'One bet a seat: give a second stake back.',
      'Uma aposta por lugar: devolva a segunda aposta.',
      '每個座位只限一注：請退還第二注。',
    ),
  ],
  'look-first': [
    'ask',
    inLanguages(
      'Look at the table’s state first: the bet may count.',
      'Veja primeiro o estado da mesa: a aposta pode contar.',
      '請先查看賭檯狀態：該注可能已生效。',
    ),
  ],
  'give-back-once': [
    'give-back',
    inLanguages(
      'There is no bet: check the seat; give the stake back, unless it was given back or lost.',
      'Não há aposta: verifique o lugar; devolva-a, salvo se já devolvida ou perdida.',
      '並無投注：請核對座位；除非已退還或已輸掉，否則請退還投注。',
    ),
  ],
  'bet-stands': ['keep', inLanguages('The bet stands.', 'A aposta mantém-se.', '該注維持有效。')],
  'correct-the-deal': [
    'none',
    inLanguages(
      'Betting is still open here: correct the seats that are dealt in.',
      'As apostas continuam abertas aqui: corrija os lugares com cartas.',
      '系統仍在接受投注：請更正獲派牌的座位。',
    ),
  ],
  'pay-nobody-yet': [
    'none',
    inLanguages(
      'Pay nobody yet: the result is being corrected.',
      'Não pague ainda: o resultado está a ser corrigido.',
      '請暫勿派彩：結果正在更正。',
    ),
  ],
  'give-nothing-yet': [
    'none',
    inLanguages(
      'Give nothing back yet: the void is being corrected.',
      'Não devolva ainda: a anulação está a ser corrigida.',
      '請暫勿退還：作廢正在更正。',
    ),
  ],
  'call-if-won': [
    'none',
    inLanguages(
      'If somebody has won, call the supervisor.',
      'Se alguém ganhou, chame o supervisor.',
      '如有人中獎，請通知主管。',
    ),
  ],
  'call-unless-void': [
    'none',
    inLanguages(
      'Call the supervisor, unless the round was void before.',
      'Chame o supervisor, salvo se a ronda já estava anulada.',
      '請通知主管，除非該局早已作廢。',
    ),
  ],
  nothing: ['none', inLanguages('', '', '')],
};

const wasLeftOut = inLanguages(
  'not dealt in. If it plays, call the supervisor now.',
  'sem cartas. Se joga, chame já o supervisor.',
  '未獲派牌。如該座位參與本局，請立即通知主管。',
);

const fates = {
  refund: [
    'give-back',
    inLanguages(
      'Else give its carried jackpot stake back.',
      'Senão, devolva a aposta do jackpot da ronda anulada.',
      '否則請退還其留待本局的累進大獎投注。',
    ),
  ],
  hold: [
    'keep',
    inLanguages(
      'Else its jackpot bet waits for the next round.',
      'Senão, a aposta do jackpot fica para a próxima ronda.',
      '否則其累進大獎投注留待下一局。',
    ),
  ],
  forfeit: [
    'none',
    inLanguages(
      'Else its jackpot bet is lost, by the posted terms.',
      'Senão, a aposta do jackpot está perdida, segundo as condições afixadas.',
      '否則按所公佈條款，其累進大獎投注即告輸掉。',
    ),
  ],
} as const satisfies Record<string, readonly [(typeof chips)[number], DealerWords]>;

const otherReason = inLanguages(
  'The ledger has not taken it; call the supervisor.',
  'O sistema não aceitou; chame o supervisor.',
  '系統未接納；請通知主管。',
);

const reasons: Partial<Record<ExceptionReason, DealerWords>> = {
  'bets-closed': inLanguages('Betting is closed.', 'As apostas estão fechadas.', '已停止投注。'),
  'seat-taken': inLanguages(
    'The seat has a jackpot bet already.',
    'O lugar já tem uma aposta do jackpot.',
    '該座位已有累進大獎投注。',
  ),
  'no-base-bet': inLanguages(
    'The seat lacks its base bet.',
    'Falta a aposta de base do lugar.',
    '該座位欠缺底注。',
  ),
  'stake-out-of-limits': inLanguages(
    'The stake is outside of the limits.',
    'A aposta está fora dos limites.',
    '投注額超出限額。',
  ),
  'wrong-currency': inLanguages('It is another currency.', 'É outra moeda.', '貨幣不符。'),
  'jackpot-suspended': inLanguages(
    'The jackpot is suspended.',
    'O jackpot está suspenso.',
    '累進大獎已暫停。',
  ),
  'jackpot-retired': inLanguages(
    'The jackpot has ended.',
    'O jackpot terminou.',
    '此累進大獎已結束。',
  ),
  'table-blocked': inLanguages(
    'The jackpot bets of this table are blocked.',
    'As apostas do jackpot desta mesa estão bloqueadas.',
    '此檯的累進大獎投注已被停止。',
  ),
  'no-such-seat': inLanguages(
    'The table has no such seat.',
    'A mesa não tem esse lugar.',
    '無此座位。',
  ),
  'no-such-bet': inLanguages('There is no such bet.', 'Não existe essa aposta.', '無此投注。'),
  'round-already-settled': inLanguages(
    'The round is over.',
    'A ronda já terminou.',
    '該局已結束。',
  ),
  'unknown-round': inLanguages('There is no such round.', 'Não existe essa ronda.', '無此局。'),
  'seats-disagree': inLanguages(
    'The seats of the deal are not those that have bet.',
    'Os lugares da distribuição não são os das apostas.',
    '派牌座位與投注座位不符。',
  ),
  'not-dealt': inLanguages(
    'It is not known who was dealt in.',
    'Não se sabe a quem foram dadas cartas.',
    '未知向何人派牌。',
  ),
  'impossible-wins': inLanguages(
    'No deal can show these wins.',
    'Nenhuma distribuição dá estes prémios.',
    '所報中獎並不可能。',
  ),
  'wins-disagree-with-cards': inLanguages(
    'The wins are not those of the cards.',
    'Os prémios não são os das cartas.',
    '所報中獎與牌不符。',
  ),
  'too-many-claims': inLanguages(
    'Too many wins wait for people; call the supervisor.',
    'Há demasiados prémios à espera; chame o supervisor.',
    '待核實的中獎過多；請通知主管。',
  ),
};
