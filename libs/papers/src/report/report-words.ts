import type { Cause, SeatState } from '#pools';
import { causeNames } from '../slip/slip-labels.js';
import { handNames, methodNames, trilingual, type Words } from '../words.js';

/** The kind of a column's cells: it determines how each output writes them. */
type CellKind = 'text' | 'count' | 'money' | 'time' | 'word' | 'digest';

interface Column {
  readonly is: CellKind;
  readonly words: Words;
}

const column = (is: CellKind, en: string, pt: string, zhHant: string): Column => ({
  is,
  words: trilingual(en, pt, zhHant),
});

/** Every column of every report, by its name in CSV and JSON. */
export const columns = {
  act: column('text', 'Act', 'Acto', '操作'),
  amount: column('money', 'Amount', 'Montante', '金額'),
  award: column('text', 'Award', 'Prémio', '獎項'),
  awarded: column('money', 'Awarded', 'Prémios atribuídos', '中獎金額'),
  basis: column('word', 'Basis', 'Base', '依據'),
  began: column('time', 'From', 'Desde', '開始'),
  bets: column('count', 'Bets', 'Apostas', '投注數'),
  block: column('count', 'Block', 'Bloco', '區塊'),
  carriedBets: column('count', 'Carried bets', 'Apostas transitadas', '結轉投注'),
  cause: column('word', 'Cause', 'Causa', '原因'),
  changed: column('text', 'Changed', 'Alterações', '變更項目'),
  closed: column('time', 'Closed', 'Encerrado', '結算時間'),
  configuration: column(
    'digest',
    'SHA-256 of the configuration',
    'SHA-256 da configuração',
    '設定 SHA-256',
  ),
  contributions: column('money', 'Contributions', 'Contribuições', '撥入彩池及儲備'),
  currency: column('text', 'Currency', 'Moeda', '貨幣'),
  day: column('text', 'Gaming day', 'Dia de jogo', '博彩日'),
  days: column('count', 'Days', 'Dias', '日數'),
  ended: column('time', 'Until', 'Até', '結束'),
  expired: column('money', 'Expired', 'Caducado', '逾期失效'),
  expires: column('time', 'Expires', 'Expira', '失效時間'),
  from: column('count', 'From offset', 'Do registo', '起始記錄'),
  funds: column('money', 'Kept apart', 'Fundos separados', '專戶資金'),
  hand: column('word', 'Hand', 'Combinação', '牌型'),
  heir: column('text', 'Left to', 'Deixado a', '轉予'),
  held: column('money', 'Held', 'Por pagar', '待付獎金'),
  holder: column('text', 'Person', 'Pessoa', '人員'),
  house: column('money', 'House', 'Concessionária', '承批公司'),
  item: column('word', 'Item', 'Rubrica', '項目'),
  jackpot: column('text', 'Jackpot', 'Jackpot', '累進大獎'),
  kid: column('text', 'Key', 'Chave', '密鑰'),
  locked: column('money', 'Locked', 'Por verificar', '待核實'),
  method: column('word', 'By', 'Meio', '方式'),
  offset: column('count', 'Offset', 'Registo', '記錄'),
  of: column('text', 'About', 'Objecto', '內容'),
  openBets: column('count', 'Bets in them', 'Apostas nelas', '其中投注'),
  openRounds: column('count', 'Open rounds', 'Jogadas abertas', '未完牌局'),
  over: column('money', 'Kept apart less owed', 'Fundos menos dívida', '專戶減應付彩金'),
  paidAtTable: column('money', 'Paid at table', 'Pago na mesa', '賭檯支付'),
  paidBySlip: column('money', 'Paid by slip', 'Pago por talão', '派彩單支付'),
  players: column('money', 'Players', 'Jogadores', '博彩者'),
  pool: column('money', 'Pool', 'Fundo', '彩池'),
  poolAfter: column('money', 'Pool after', 'Fundo depois', '中獎後彩池'),
  poolBefore: column('money', 'Pool before', 'Fundo antes', '中獎前彩池'),
  proposal: column('count', 'Proposal', 'Proposta', '提案'),
  reason: column('text', 'Reason', 'Motivo', '理由'),
  receipt: column('text', 'Receipt', 'Recibo', '收據'),
  received: column('word', 'Received', 'Recebido', '轉入'),
  recorded: column('time', 'Recorded', 'Registado', '記錄時間'),
  refunded: column('money', 'Refunded', 'Devolvido', '退還'),
  reserve: column('money', 'Reserve', 'Reserva', '儲備'),
  result: column('text', 'Result', 'Resultado', '結果'),
  returned: column('money', 'Paid, then reversed', 'Pago e depois anulado', '支付後撤銷'),
  reversed: column('money', 'Reversed', 'Anulado', '撤銷'),
  seat: column('count', 'Seat', 'Lugar', '座位'),
  seats: column('count', 'Wins', 'Prémios', '中獎數'),
  slip: column('count', 'Slip', 'Talão', '派彩單'),
  stakes: column('money', 'Stakes', 'Valor apostado', '投注額'),
  stakeReturned: column('money', 'Stake given back', 'Aposta devolvida', '退還投注'),
  state: column('word', 'State at its day’s close', 'Estado no fecho do dia', '當日結算時狀態'),
  statement: column('digest', 'SHA-256 of its statement', 'SHA-256 do extracto', '結單 SHA-256'),
  table: column('text', 'Table', 'Mesa', '賭檯'),
  times: column('count', 'Times', 'Vezes', '次數'),
  to: column('count', 'To offset', 'Ao registo', '結束記錄'),
  total: column('money', 'Total', 'Total', '總計'),
  transfers: column('money', 'Sent, not received', 'Enviado e não recebido', '已轉出未轉入'),
  verified: column('money', 'Verified', 'Verificado', '已核實'),
  waited: column('text', 'Waited', 'Espera', '等候'),
  what: column('text', 'What', 'O quê', '事項'),
  withheld: column('money', 'Withheld', 'Retenção', '預扣'),
} as const satisfies Record<string, Column>;
export type ColumnName = keyof typeof columns;

/** Columns that a terminal omits if all their cells are 0 or empty. */
export const rareColumns: ReadonlySet<ColumnName> = new Set([
  ...([
    'expired',
    'reversed',
    'returned',
    'stakeReturned',
    'withheld',
    'receipt',
    'funds',
    'over',
  ] as const),
]);

const section = (
  names: string,
  en: string,
  pt: string,
  zhHant: string,
): { readonly columns: readonly ColumnName[]; readonly words: Words } => ({
  columns: names.split(' ') as ColumnName[],
  words: trilingual(en, pt, zhHant),
});

const prizes = 'seats awarded paidAtTable paidBySlip expired reversed returned';
const playOfTable = `bets stakes contributions refunded ${prizes}`;

/** Every list of every report, with its columns in order. */
export const sections = {
  causes: section(
    'cause times players pool reserve house held',
    'What each cause has posted to each account',
    'Lançamentos por causa e conta',
    '按原因及帳戶列示的記帳',
  ),
  balance: section(
    'item amount',
    'Jackpot funds: movement and balance',
    'Fundos do jackpot: movimentos e saldo',
    '累進大獎資金：變動及結餘',
  ),
  sign: section(
    'cause amount',
    'What has moved the sign',
    'Variação do valor afixado',
    '顯示屏金額變動',
  ),
  tables: section(`table ${playOfTable}`, 'Tables', 'Mesas', '賭檯'),
  'table-days': section(
    `day table ${playOfTable}`,
    'Tables by gaming day',
    'Mesas por dia de jogo',
    '按博彩日列示的賭檯',
  ),
  hands: section(`hand ${prizes}`, 'Hands', 'Combinações', '牌型'),
  'open-bets': section(
    'table openRounds openBets carriedBets',
    'Bets that went over into the next day',
    'Apostas que transitaram para o dia seguinte',
    '結轉至翌日的投注',
  ),
  claims: section(
    'award table recorded waited locked verified',
    'Awards that wait',
    'Prémios pendentes',
    '待處理獎項',
  ),
  proposals: section(
    'proposal act holder expires',
    'Acts that wait for approval',
    'Actos que aguardam aprovação',
    '待批准操作',
  ),
  awards: section(
    'day recorded award table seat hand basis amount stakeReturned state poolBefore poolAfter',
    'Awards',
    'Prémios',
    '獎項',
  ),
  payments: section(
    'day recorded award seat slip amount withheld method receipt holder kid offset',
    'Payments by slip',
    'Pagamentos por talão',
    '派彩單支付',
  ),
  'taken-back': section(
    'day recorded award act seat amount cause holder kid offset',
    'Awards that were reversed, or expired',
    'Prémios anulados ou caducados',
    '撤銷或逾期的獎項',
  ),
  liability: section(
    'jackpot day currency pool reserve held total funds over',
    'Jackpots',
    'Jackpots',
    '累進大獎',
  ),
  transfers: section(
    'jackpot currency offset heir amount received',
    'What jackpots that have ended have left to others',
    'Deixado a outros por jackpots terminados',
    '已結束累進大獎轉出的金額',
  ),
  currencies: section(
    'currency pool reserve held transfers total',
    'By currency',
    'Por moeda',
    '按貨幣',
  ),
  configurations: section(
    'from to began ended holder changed configuration',
    'Configurations in force',
    'Configurações em vigor',
    '生效設定',
  ),
  acts: section(
    'day recorded offset holder kid act of result reason',
    'What people have signed',
    'Actos assinados',
    '已簽署操作',
  ),
  refusals: section(
    'day table reason times',
    'What was refused or remarked, by table and reason',
    'Recusas e observações, por mesa e motivo',
    '按賭檯及理由列示的拒絕及備註',
  ),
  silences: section(
    'day table began ended waited',
    'Tables that said nothing',
    'Mesas sem sinal',
    '無訊號的賭檯',
  ),
  service: section(
    'day recorded block what',
    'Recoveries, and changes of the build',
    'Recuperações e mudanças de versão',
    '復原及程式版本變更',
  ),
  'closed-days': section(
    'jackpot day days from offset closed holder kid configuration statement',
    'Statements of the gaming days',
    'Extractos dos dias de jogo',
    '博彩日結單',
  ),
} as const;
export type SectionName = keyof typeof sections;

export const titles = {
  day: trilingual('Gaming day', 'Dia de jogo', '博彩日報告'),
  meters: trilingual('Meters', 'Contadores', '計數器'),
  awards: trilingual('Awards and payments', 'Prémios e pagamentos', '獎項及支付'),
  tables: trilingual('Tables', 'Mesas', '賭檯'),
  liability: trilingual('Liability', 'Responsabilidades com prémios', '應付彩金'),
  configurations: trilingual('Configurations', 'Configurações', '設定'),
  events: trilingual('Significant events', 'Ocorrências relevantes', '重要事項'),
} as const;
export type ReportName = keyof typeof titles;

export const causeWords = {
  opening: trilingual('opening', 'abertura', '接管'),
  seed: trilingual('seed', 'valor inicial', '起始金額'),
  'seed-returned': trilingual('seed returned', 'valor inicial devolvido', '退回起始金額'),
  contribution: trilingual('contribution', 'contribuição', '撥入'),
  overflow: trilingual('overflow', 'excedente', '超額撥款'),
  refund: trilingual('refund', 'devolução', '退還'),
  award: trilingual('award', 'prémio', '獎項'),
  'stake-returned': trilingual('stake returned', 'aposta devolvida', '退還投注'),
  remainder: trilingual('remainder', 'resto', '餘數'),
  'top-up': trilingual('top-up', 'reforço', '補足'),
  payment: trilingual('payment', 'pagamento', '支付'),
  expiry: trilingual('expiry', 'caducidade', '逾期'),
  reversal: trilingual('reversal', 'anulação', '撤銷'),
  'transfer-in': trilingual('transfer in', 'transferência recebida', '轉入'),
  'transfer-out': trilingual('transfer out', 'transferência enviada', '轉出'),
  adjustment: trilingual('adjustment', 'ajuste', '調整'),
} as const satisfies Record<Cause, Words>;

const itemWords = {
  opening: trilingual(
    'at the beginning: sign, reserve and held',
    'no início: valor afixado, reserva e por pagar',
    '期初：顯示屏、儲備及待付',
  ),
  contributions: trilingual(
    'contributions to pool and reserve',
    'contribuições para fundo e reserva',
    '撥入彩池及儲備',
  ),
  'funds-in': trilingual('added by the house', 'acrescentado pela casa', '承批公司注入'),
  'transfer-in': trilingual(
    'received of jackpots that have ended',
    'recebido de jackpots terminados',
    '自已結束累進大獎轉入',
  ),
  'given-back': trilingual(
    'given back by players after reversals',
    'devolvido pelos jogadores após anulações',
    '撤銷後博彩者退還',
  ),
  'together-in': trilingual('total to account for', 'total a justificar', '應核對總額'),
  paid: trilingual('paid to players', 'pago aos jogadores', '已付博彩者'),
  refunded: trilingual('stakes given back', 'apostas devolvidas', '退還投注'),
  reversed: trilingual(
    'returned to the house by reversals',
    'devolvido à casa por anulações',
    '撤銷後退回承批公司',
  ),
  removed: trilingual('removed by the house', 'retirado pela casa', '承批公司取回'),
  'transfer-out': trilingual(
    'left to another when it ended',
    'deixado a outro no fim',
    '結束時轉出',
  ),
  displayed: trilingual('on the sign', 'valor afixado', '顯示屏金額'),
  reserve: trilingual('in the reserve', 'na reserva', '儲備'),
  held: trilingual('held for winners', 'por pagar aos premiados', '待付中獎者'),
  'together-out': trilingual('total accounted for', 'total justificado', '已核對總額'),
  difference: trilingual('difference', 'diferença', '差額'),
  'kept-apart': trilingual('kept apart by the house', 'fundos separados pela casa', '專戶資金'),
  'kept-apart-less-owed': trilingual(
    'kept apart less sign, reserve and held',
    'fundos separados menos valor afixado, reserva e por pagar',
    '專戶減顯示屏、儲備及待付',
  ),
} as const satisfies Record<string, Words>;
export type BalanceItem = keyof typeof itemWords;

const stateWords = {
  'paid-at-table': trilingual('paid at table', 'pago na mesa', '已於賭檯支付'),
  locked: trilingual('locked', 'por verificar', '待核實'),
  verified: trilingual('verified', 'verificado', '已核實'),
  paid: trilingual('paid by slip', 'pago por talão', '已按派彩單支付'),
  expired: trilingual('expired', 'caducado', '逾期失效'),
  reversed: trilingual('reversed', 'anulado', '撤銷'),
} as const satisfies Record<Exclude<SeatState, 'awarded'> | 'paid-at-table', Words>;

/** The words for a column's cells, by their values in CSV and JSON. */
export const cellWords: Readonly<Partial<Record<ColumnName, Readonly<Record<string, Words>>>>> = {
  cause: {
    ...causeWords,
    ...causeNames,
    'at-beginning': trilingual('at the beginning', 'no início', '期初'),
    'the-day': trilingual('the day', 'o dia', '當日'),
    'at-end': trilingual('at the end', 'no fim', '期末'),
  },
  item: itemWords,
  state: stateWords,
  hand: handNames,
  method: methodNames,
  received: {
    yes: trilingual('yes', 'sim', '是'),
    no: trilingual('no', 'não', '否'),
    unknown: trilingual('not known', 'desconhecido', '未明'),
    house: trilingual('the house has it', 'a casa tem-no', '歸承批公司'),
  },
  basis: {
    fixed: trilingual('fixed', 'fixo', '固定'),
    share: trilingual('share', 'percentagem', '按比例'),
    granted: trilingual('granted', 'atribuído', '裁定'),
  },
};

/** The names of the lines above a report's lists. */
export const headWords = {
  period: trilingual('Period', 'Período', '期間'),
  records: trilingual('Records', 'Registos', '記錄'),
  journal: trilingual('Journal', 'Diário', '日誌'),
  made: trilingual('Made', 'Elaborado', '製作'),
  compared: trilingual('Compared', 'Comparado', '核對'),
  digest: trilingual('SHA-256 of the content', 'SHA-256 do conteúdo', '內容 SHA-256'),
  notes: trilingual('Notes', 'Notas', '備註'),
} as const satisfies Record<string, Words>;
