import { handNames, trilingual, type Words } from '#papers';
import { jackpotQuestions } from '#rules';
import { actName } from './act-words.js';

const names: Readonly<Record<string, Words>> = {
  'name.en': trilingual('Name in English', 'Nome em inglês', '英文名稱'),
  'name.pt': trilingual('Name in Portuguese', 'Nome em português', '葡文名稱'),
  'name.zh-Hant': trilingual('Name in Chinese', 'Nome em chinês', '中文名稱'),
  seed: trilingual('Seed', 'Valor inicial do fundo', '彩池起始金額'),
  'stake.min': trilingual('Smallest stake', 'Aposta mínima', '最低投注額'),
  'stake.max': trilingual('Largest stake', 'Aposta máxima', '最高投注額'),
  'rates.pool': trilingual(
    'Of each stake, to the pool',
    'De cada aposta, para o fundo',
    '每注撥入彩池',
  ),
  'rates.reserve': trilingual(
    'Of each stake, to the reserve',
    'De cada aposta, para a reserva',
    '每注撥入儲備',
  ),
  ceiling: trilingual(
    'Ceiling of the pool; empty for none',
    'Limite do fundo; vazio: nenhum',
    '彩池上限；留空即無',
  ),
  payoutUnit: trilingual('Prizes are rounded to', 'Os prémios arredondam-se a', '獎金取整單位'),
  maxTables: trilingual('Largest number of tables', 'Mesas, no máximo', '賭檯數目上限'),
  tables: trilingual(
    'Tables that may play, one per line; empty for any table',
    'Mesas que podem jogar, uma por linha; vazio: qualquer',
    '可參與的賭檯，每行一張；留空即不限',
  ),
  verifyAbove: trilingual(
    'Awards of at least this sum must be verified; empty for never',
    'A partir deste valor o prémio é verificado; vazio: nunca',
    '獎金達此數須核實；留空即不須',
  ),
  verifyAboveWithCards: trilingual(
    'The same for awards whose cards the ledger has judged; empty to use the sum above',
    'O mesmo quando o sistema julgou as cartas; vazio: como acima',
    '系統已判牌時的核實金額；留空即同上',
  ),
  unclaimedTo: trilingual('Unclaimed prizes go to', 'O não reclamado vai para', '無人領取的獎金歸'),
  unclaimedAfterHours: trilingual(
    'Hours until an award may expire',
    'Horas até um prémio poder caducar',
    '獎項可逾期失效前的時數',
  ),
  zone: trilingual('Time zone', 'Fuso horário', '時區'),
  approvals: trilingual(
    'Acts that need more people, one row per line; empty for none',
    'Actos que precisam de mais pessoas, um caso por linha; vazio: nenhum',
    '須多人批准的操作，每行一項；留空即無',
  ),
};

const ofPrizes = {
  fixed: trilingual('fixed amount', 'valor fixo', '固定金額'),
  share: trilingual('share of the pool', 'parte do fundo', '彩池百分比'),
} as const;

/** Readings of the law have only the rules' own words. */
function policyName(member: string): Words | undefined {
  const [, question] =
    Object.entries(jackpotQuestions).find(([name]) => member === `policies.${name}`) ?? [];
  return question === undefined ? undefined : trilingual(question, question, question);
}

/** Returns the name of a member of a configuration; its path if it has no name here. */
export function memberName(member: string): Words {
  const [group, hand = '', part = ''] = member.split('.');
  const ofHand = Object.entries(handNames).find(([each]) => each === hand)?.[1];
  const ofPart = Object.entries(ofPrizes).find(([each]) => each === part)?.[1];
  if (group === 'prizes' && ofHand && ofPart) {
    const { en, pt, 'zh-Hant': zh } = ofHand;
    return trilingual(`${en}, ${ofPart.en}`, `${pt}, ${ofPart.pt}`, `${zh}，${ofPart['zh-Hant']}`);
  }
  if (Object.hasOwn(names, member)) return names[member] as Words;
  const type = member.replace('approvals.', '');
  if (group === 'approvals') return actName(type);
  return policyName(member) ?? trilingual(member, member, member);
}
