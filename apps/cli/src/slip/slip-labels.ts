import type { Role } from '#pools';
import type { JackpotHand } from '#rules';
import type { RecordedAct } from './recorded-act.js';
import type { Signature, Slip, SlipEvidence, SlipPayment } from './slip.js';
import type { AmountInWords } from './words/amount-in-words.js';

type Words = Readonly<AmountInWords>;

/** The languages of a slip, in the order in which it has them. */
export const languages = ['en', 'pt', 'zh-Hant'] as const satisfies (keyof Words)[];

const words = (en: string, pt: string, zhHant: string): Words => ({ en, pt, 'zh-Hant': zhHant });

/** Hands as Article 7(3) names them. */
export const handNames = {
  'royal-flush': words('Royal Flush', 'Naipe Real', '黃袍麒'),
  'straight-flush': words('Straight Flush', 'Sequência de Naipe', '同花順'),
  'four-of-a-kind': words('Four of a Kind', 'Quatro Cartas Iguais', '四條'),
  'full-house': words('Full House', 'Trio-Par', '夫盧'),
  flush: words('Flush', 'Naipe ou Cor', '同花'),
} as const satisfies Record<JackpotHand, Words>;

export const labels = {
  title: words('Payment slip', 'Talão de pagamento', '派彩單'),
  record: words('Record of an award', 'Registo de prémio', '派彩記錄'),
  noOrder: words(
    'The cage pays nothing against this record.',
    'A tesouraria nada paga contra este registo.',
    '不得憑此記錄向帳房領款。',
  ),
  number: words('No.', 'N.º', '編號'),
  award: words('Award', 'Prémio', '獎項'),
  replaces: words('In place of', 'Em substituição de', '取代'),
  table: words('Table', 'Mesa', '賭檯'),
  round: words('Round', 'Jogada', '局號'),
  seat: words('Seat', 'Lugar', '座位'),
  hand: words('Hand', 'Combinação', '牌型'),
  cards: words('Cards', 'Cartas', '牌'),
  community: words('on the table', 'comunitárias', '公共牌'),
  deck: words('Deck', 'Baralho', '整副牌'),
  evidenceNote: words('Note', 'Nota', '備註'),
  surveillance: words('Surveillance', 'Videovigilância', '監控'),
  wonAt: words('Won', 'Ganho em', '勝出時間'),
  recordedAt: words('Recorded', 'Registado em', '記錄時間'),
  amount: words('Amount', 'Montante', '金額'),
  inWords: words('In words', 'Por extenso', '大寫'),
  stakeReturned: words('of which the stake', 'incluindo a aposta devolvida', '其中退還投注'),
  method: words('By', 'Meio de pagamento', '方式'),
  receipt: words('Receipt', 'Recibo', '收據'),
  withheld: words('Withheld', 'Montante retido', '預扣'),
  net: words('Net', 'Montante líquido', '淨額'),
  people: words('Who has acted', 'Intervenientes', '經手人'),
  signatures: words('Signatures', 'Assinaturas', '簽署'),
  notice: words('To be informed', 'A informar', '須通知'),
  printedAt: words('Printed', 'Impresso em', '列印時間'),
  proof: words('Proof', 'Prova', '憑證'),
  cause: words('Cause', 'Motivo', '原因'),
} as const satisfies Record<string, Words>;

export const statusNames = {
  payable: words('TO BE PAID', 'A PAGAR', '待支付'),
  paid: words('PAID', 'PAGO', '已支付'),
  expired: words('EXPIRED', 'CADUCADO', '逾期失效'),
  void: words('VOID', 'ANULADO', '作廢'),
  'paid-at-table': words('PAID AT THE TABLE', 'PAGO NA MESA', '已於賭檯支付'),
} as const satisfies Record<Slip['status'], Words>;

/** Mark over all of a page against which nothing is to be paid; undefined for other pages. */
export const markOf = (status: Slip['status']): Words | undefined => marks.get(status);

const marks = new Map<Slip['status'], Words>([
  ['expired', statusNames.expired],
  ['void', statusNames.void],
  ['paid-at-table', words('RECORD', 'REGISTO', '記錄')],
]);

export const causeNames = {
  'false-claim': words('False claim', 'Reclamação falsa', '虛假申領'),
  misread: words('Misread hand', 'Combinação mal lida', '誤判牌型'),
  misdeal: words('Misdeal', 'Distribuição incorrecta', '派牌錯誤'),
  malfunction: words('Malfunction', 'Falha de funcionamento', '設備故障'),
  'missed-win': words('Missed win', 'Prémio omitido', '遺漏派彩'),
  'wrong-seat': words('Wrong seat', 'Lugar errado', '座位錯誤'),
  ruling: words('Ruling', 'Decisão', '裁定'),
} as const satisfies Record<NonNullable<Slip['cause']>, Words>;

export const deckNames = {
  counted: words('counted', 'contado', '已點算'),
  short: words('short', 'incompleto', '缺牌'),
  'not-counted': words('not counted', 'não contado', '未點算'),
} as const satisfies Record<SlipEvidence['deck'], Words>;

export const noCards = words('no cards seen', 'nenhuma carta vista', '未見牌');

export const methodNames = {
  cash: words('Cash', 'Numerário', '現金'),
  cheque: words('Cheque', 'Cheque', '支票'),
  chips: words('Chips', 'Fichas', '籌碼'),
  transfer: words('Transfer', 'Transferência', '轉帳'),
} as const satisfies Record<SlipPayment['method'], Words>;

export const actNames = {
  'award.verified': words('Verification', 'Verificação', '核實'),
  'award.paid': words('Payment', 'Pagamento', '支付'),
  'award.reversed': words('Reversal', 'Anulação', '撤銷'),
  'award.expired': words('Expiry', 'Caducidade', '逾期'),
  'award.granted': words('Grant', 'Atribuição', '裁定派彩'),
} as const satisfies Record<RecordedAct['type'], Words>;

export const stepNames = {
  done: words('signed', 'assinatura', '簽署'),
  proposed: words('proposed', 'proposta', '提出'),
  approved: words('approved', 'aprovação', '批准'),
} as const satisfies Record<RecordedAct['step'], Words>;

export const signatureNames = {
  verifier: words('Verified by', 'Verificado por', '核實人'),
  approver: words('Approved by', 'Aprovado por', '批准人'),
  cashier: words('Cashier', 'Caixa', '出納員'),
  player: words('Player', 'Jogador', '博彩者'),
} as const satisfies Record<Signature['of'], Words>;

const roleNames = {
  keys: words('keys', 'chaves', '密鑰'),
  configure: words('configuration', 'configuração', '設定'),
  operate: words('operation', 'operação', '操作'),
  adjust: words('adjustment', 'ajuste', '調整'),
  surveil: words('surveillance', 'videovigilância', '監控'),
  pay: words('payment', 'pagamento', '支付'),
  close: words('closing', 'encerramento', '結算'),
  table: words('table', 'mesa', '賭檯'),
} as const satisfies Record<Exclude<Role, 'approve'>, Words>;

/** As whom somebody approves; undefined where `Approved by` says it, or nobody approves. */
export function roleWords({ role }: Pick<Signature, 'role'>): Words | undefined {
  return role === null || role === 'approve' ? undefined : roleNames[role];
}

/** The journal's block and the records, as one line. */
export function proofText({ partition, position, offsets, block }: Slip['proof']): string {
  const records = `${offsets.length === 1 ? 'record' : 'records'} ${offsets.join(', ')}`;
  const inJournal = block ? `; award in block ${block.block} of the journal, ${block.hash}` : '';
  return `partition ${partition}, ledger at ${position}; ${records}${inJournal}`;
}

/** Something in all languages, each once. */
export function distinctWords(text: Words): string[] {
  return [...new Set(languages.map((language) => text[language]))];
}
