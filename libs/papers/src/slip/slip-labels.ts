import type { Role } from '#pools';
import type { RecordedAct } from './recorded-act.js';
import type { Signature, Slip, SlipEvidence } from './slip.js';
import { trilingual, type Words } from '../words.js';

export const labels = {
  title: trilingual('Payment slip', 'Talão de pagamento', '派彩單'),
  record: trilingual('Record of an award', 'Registo de prémio', '派彩記錄'),
  noOrder: trilingual(
    'The cage pays nothing against this record.',
    'A tesouraria nada paga contra este registo.',
    '不得憑此記錄向帳房領款。',
  ),
  number: trilingual('No.', 'N.º', '編號'),
  award: trilingual('Award', 'Prémio', '獎項'),
  replaces: trilingual('In place of', 'Em substituição de', '取代'),
  table: trilingual('Table', 'Mesa', '賭檯'),
  round: trilingual('Round', 'Jogada', '局號'),
  seat: trilingual('Seat', 'Lugar', '座位'),
  hand: trilingual('Hand', 'Combinação', '牌型'),
  cards: trilingual('Cards', 'Cartas', '牌'),
  community: trilingual('on the table', 'comunitárias', '公共牌'),
  deck: trilingual('Deck', 'Baralho', '整副牌'),
  evidenceNote: trilingual('Note', 'Nota', '備註'),
  surveillance: trilingual('Surveillance', 'Videovigilância', '監控'),
  wonAt: trilingual('Won', 'Ganho em', '勝出時間'),
  recordedAt: trilingual('Recorded', 'Registado em', '記錄時間'),
  amount: trilingual('Amount', 'Montante', '金額'),
  inWords: trilingual('In words', 'Por extenso', '大寫'),
  stakeReturned: trilingual('of which the stake', 'incluindo a aposta devolvida', '其中退還投注'),
  method: trilingual('By', 'Meio de pagamento', '方式'),
  receipt: trilingual('Receipt', 'Recibo', '收據'),
  withheld: trilingual('Withheld', 'Montante retido', '預扣'),
  net: trilingual('Net', 'Montante líquido', '淨額'),
  people: trilingual('Who has acted', 'Intervenientes', '經手人'),
  signatures: trilingual('Signatures', 'Assinaturas', '簽署'),
  notice: trilingual('To be informed', 'A informar', '須通知'),
  printedAt: trilingual('Printed', 'Impresso em', '列印時間'),
  proof: trilingual('Proof', 'Prova', '憑證'),
  cause: trilingual('Cause', 'Motivo', '原因'),
} as const satisfies Record<string, Words>;

export const statusNames = {
  payable: trilingual('TO BE PAID', 'A PAGAR', '待支付'),
  paid: trilingual('PAID', 'PAGO', '已支付'),
  expired: trilingual('EXPIRED', 'CADUCADO', '逾期失效'),
  void: trilingual('VOID', 'ANULADO', '作廢'),
  'paid-at-table': trilingual('PAID AT THE TABLE', 'PAGO NA MESA', '已於賭檯支付'),
} as const satisfies Record<Slip['status'], Words>;

/** Mark over a whole page that must not be paid; undefined for other pages. */
export const markOf = (status: Slip['status']): Words | undefined => marks.get(status);

const marks = new Map<Slip['status'], Words>([
  ['expired', statusNames.expired],
  ['void', statusNames.void],
  ['paid-at-table', trilingual('RECORD', 'REGISTO', '記錄')],
]);

export const causeNames = {
  'false-claim': trilingual('False claim', 'Declaração falsa de prémio', '虛假申領'),
  misread: trilingual('Misread hand', 'Combinação mal lida', '誤判牌型'),
  misdeal: trilingual('Misdeal', 'Distribuição incorrecta', '派牌錯誤'),
  malfunction: trilingual('Malfunction', 'Falha de funcionamento', '設備故障'),
  'missed-win': trilingual('Missed win', 'Prémio omitido', '遺漏派彩'),
  'wrong-seat': trilingual('Wrong seat', 'Lugar errado', '座位錯誤'),
  ruling: trilingual('Ruling', 'Decisão', '裁定'),
} as const satisfies Record<NonNullable<Slip['cause']>, Words>;

export const deckNames = {
  counted: trilingual('counted', 'contado', '已點算'),
  short: trilingual('short', 'incompleto', '缺牌'),
  'not-counted': trilingual('not counted', 'não contado', '未點算'),
} as const satisfies Record<SlipEvidence['deck'], Words>;

export const noCards = trilingual('no cards seen', 'nenhuma carta vista', '未見牌');

export const actNames = {
  'award.verified': trilingual('Verification', 'Verificação', '核實'),
  'award.paid': trilingual('Payment', 'Pagamento', '支付'),
  'award.reversed': trilingual('Reversal', 'Anulação', '撤銷'),
  'award.expired': trilingual('Expiry', 'Caducidade', '逾期'),
  'award.granted': trilingual('Grant', 'Atribuição', '裁定派彩'),
} as const satisfies Record<RecordedAct['type'], Words>;

export const stepNames = {
  done: trilingual('signed', 'assinatura', '簽署'),
  proposed: trilingual('proposed', 'proposta', '提出'),
  approved: trilingual('approved', 'aprovação', '批准'),
} as const satisfies Record<RecordedAct['step'], Words>;

export const signatureNames = {
  verifier: trilingual('Verified by', 'Verificado por', '核實人'),
  approver: trilingual('Approved by', 'Aprovado por', '批准人'),
  cashier: trilingual('Cashier', 'Caixa', '出納員'),
  player: trilingual('Player', 'Jogador', '博彩者'),
} as const satisfies Record<Signature['of'], Words>;

export const roleNames = {
  keys: trilingual('keys', 'chaves', '密鑰'),
  configure: trilingual('configuration', 'configuração', '設定'),
  operate: trilingual('operation', 'operação', '操作'),
  adjust: trilingual('adjustment', 'ajuste', '調整'),
  approve: trilingual('approval', 'aprovação', '批准'),
  surveil: trilingual('surveillance', 'videovigilância', '監控'),
  pay: trilingual('payment', 'pagamento', '支付'),
  close: trilingual('closing', 'encerramento', '結算'),
  table: trilingual('table', 'mesa', '賭檯'),
} as const satisfies Record<Role, Words>;

/** The role in which somebody approves; undefined if `Approved by` gives it, or nobody approves. */
export function roleWords({ role }: Pick<Signature, 'role'>): Words | undefined {
  return role === null || role === 'approve' ? undefined : roleNames[role];
}

/** The journal's block and the records, as one line. */
export function proofText({ partition, position, offsets, block }: Slip['proof']): string {
  const records = `${offsets.length === 1 ? 'record' : 'records'} ${offsets.join(', ')}`;
  const inJournal = block ? `; award in block ${block.block} of the journal, ${block.hash}` : '';
  return `partition ${partition}, ledger at ${position}; ${records}${inJournal}`;
}
