import { actNames, trilingual, type Words } from '#papers';

export type Language = keyof Words;

/** What the pages say; hands, causes and the like are those of the slip. */
export const said = {
  title: trilingual('Control room', 'Sala de controlo', '控制室'),
  claims: trilingual('Awards', 'Prémios', '獎項'),
  proposals: trilingual('Proposals', 'Propostas', '待批准'),
  people: trilingual('People', 'Pessoas', '人員'),
  signIn: trilingual(
    'Sign in with your passkey',
    'Entrar com a sua chave de acesso',
    '以通行密鑰登入',
  ),
  signInWhy: trilingual(
    'Your device asks for your finger, your face or its PIN. There is no password.',
    'O dispositivo pede a sua impressão digital, o seu rosto ou o PIN. Não há palavra-passe.',
    '裝置會要求指紋、面容或密碼鎖。無須密碼。',
  ),
  signOut: trilingual('Sign out', 'Sair', '登出'),
  signedInAs: trilingual('You are', 'Sessão de', '使用者'),
  needsScript: trilingual(
    'To sign in and to act this page needs JavaScript.',
    'Para entrar e agir, esta página precisa de JavaScript.',
    '登入及操作須啟用 JavaScript。',
  ),
  nothingWaits: trilingual('Nothing waits.', 'Nada está pendente.', '沒有待處理事項。'),
  pool: trilingual('Pool', 'Fundo', '獎金池'),
  reserve: trilingual('Reserve', 'Reserva', '儲備'),
  house: trilingual('House', 'Casa', '娛樂場'),
  players: trilingual('Players', 'Jogadores', '博彩者'),
  held: trilingual('Held for winners', 'Retido para premiados', '待派彩'),
  signs: trilingual('The signs', 'Os painéis', '顯示屏'),
  before: trilingual('before', 'antes', '之前'),
  after: trilingual('after', 'depois', '之後'),
  table: trilingual('Table', 'Mesa', '賭檯'),
  round: trilingual('Round', 'Jogada', '局號'),
  seat: trilingual('Seat', 'Lugar', '座位'),
  hand: trilingual('Hand', 'Combinação', '牌型'),
  amount: trilingual('Amount', 'Montante', '金額'),
  inWords: trilingual('In words', 'Por extenso', '大寫'),
  state: trilingual('State', 'Estado', '狀態'),
  slip: trilingual('Slip', 'Talão', '派彩單'),
  age: trilingual('Waits for', 'Espera há', '已等候'),
  recorded: trilingual('Recorded', 'Registado em', '記錄時間'),
  next: trilingual('Next', 'A seguir', '下一步'),
  cards: trilingual('Cards', 'Cartas', '牌'),
  onTable: trilingual('on the table', 'comunitárias', '公共牌'),
  noCards: trilingual(
    'The table has declared no cards.',
    'A mesa não declarou cartas.',
    '賭檯沒有申報牌面。',
  ),
  noCardsSeen: trilingual('no cards seen', 'nenhuma carta vista', '未見牌'),
  award: trilingual('Award', 'Prémio', '獎項'),
  net: trilingual('To be handed over', 'A entregar', '應付淨額'),
  endsProposals: trilingual(
    'Ends what waits for approval, to be proposed again',
    'Anula o que aguarda aprovação, a propor de novo',
    '以下待批准事項將終止，須重新提出',
  ),
  fromPool: trilingual('from the pool', 'do fundo', '來自獎金池'),
  fromHouse: trilingual('from the house', 'da casa', '來自莊家'),
  acted: trilingual('Who has acted', 'Intervenientes', '經手人'),
  suspend: trilingual('Suspend', 'Suspender', '暫停投注'),
  resume: trilingual('Resume', 'Retomar', '恢復投注'),
  jackpot: trilingual('Jackpot', 'Jackpot', '累進大獎'),
  suspendedBy: trilingual('Suspended', 'Suspenso', '已暫停'),
  running: trilingual('takes bets', 'aceita apostas', '接受投注'),
  suspended: trilingual('takes no bets', 'não aceita apostas', '暫停接受投注'),
  retired: trilingual('has ended', 'terminou', '已結束'),
  verify: trilingual('Verify', 'Verificar', '核實'),
  pay: trilingual('Pay', 'Pagar', '支付'),
  reverse: trilingual('Take the award back', 'Anular o prémio', '撤銷獎項'),
  expire: trilingual('Give the seat up', 'Declarar o prémio caducado', '作逾期處理'),
  approve: trilingual('Approve', 'Aprovar', '批准'),
  withdraw: trilingual('Withdraw the proposal', 'Retirar a proposta', '撤回提案'),
  print: trilingual('Print the slip', 'Imprimir o talão', '列印派彩單'),
  deck: trilingual('The deck was', 'O baralho foi', '牌副點算'),
  areCardsSeen: trilingual(
    'I have seen these cards on the table',
    'Vi estas cartas na mesa',
    '本人已在檯上見到這些牌',
  ),
  surveillance: trilingual(
    'Surveillance: number of the recording',
    'Videovigilância: número da gravação',
    '監控：錄影編號',
  ),
  note: trilingual('Note', 'Nota', '備註'),
  method: trilingual('By', 'Meio de pagamento', '方式'),
  withheld: trilingual('Withheld', 'Retido', '預扣'),
  withheldSuchAs: trilingual(
    'Withheld, such as 1500.00; else empty',
    'Retido, por exemplo 1500.00; senão, vazio',
    '預扣，例如 1500.00；如無則留空',
  ),
  receipt: trilingual('Receipt', 'Recibo', '收據'),
  cause: trilingual('Cause', 'Causa', '類別'),
  reason: trilingual('Reason', 'Explicação', '詳細說明'),
  areChipsBack: trilingual(
    'The chips are back, or never left',
    'As fichas voltaram, ou nunca saíram',
    '籌碼已收回，或從未付出',
  ),
  despite: trilingual(
    'Why it is right all the same',
    'Porque está certo apesar disso',
    '仍然正確的理由',
  ),
  look: trilingual('Look', 'Atenção', '注意'),
  lookFirst: trilingual(
    'Look at each of these first. If it is right all the same, say why; the log keeps it.',
    'Veja primeiro cada um destes pontos. Se ainda assim estiver certo, diga porquê; o registo guarda-o.',
    '請先查看以上各項。如仍然正確，請說明理由；系統會予以記錄。',
  ),
  preview: trilingual('Show what it changes', 'Mostrar o que muda', '顯示變更'),
  previewAgain: trilingual('Show it again', 'Mostrar outra vez', '再次顯示'),
  sign: trilingual('Sign by a touch', 'Assinar com um toque', '以通行密鑰簽署'),
  close: trilingual('Close', 'Fechar', '關閉'),
  compare: trilingual(
    'The other person’s screen must show the same eight characters. If it does not, sign nothing, and call surveillance: somebody may have changed this page.',
    'O ecrã da outra pessoa tem de mostrar os mesmos oito caracteres. Se não, não assine e chame a videovigilância: alguém pode ter alterado esta página.',
    '另一人的屏幕須顯示相同的八個字符。如有不同，請勿簽署，並通知監控部門：本頁可能遭人更改。',
  ),
  moved: trilingual(
    'The ledger has moved since. Nothing was sent. This is what it would change now:',
    'Entretanto o livro mudou. Nada foi enviado. Eis o que mudaria agora:',
    '帳目已有變動，並未送出任何內容。現時的變更如下：',
  ),
  done: trilingual('Done', 'Feito', '完成'),
  refused: trilingual('Refused', 'Recusado', '被拒'),
  unread: trilingual(
    'It is done. What came of it could not be read; do not do it again.',
    'Está feito. O resultado não pôde ser lido; não repita.',
    '已完成。未能讀取結果；請勿重複。',
  ),
  proposed: trilingual('Proposed', 'Proposto', '已提出'),
  waitsFor: trilingual(
    'Not done yet. Still to approve it:',
    'Ainda não está feito. Falta aprovar:',
    '尚未完成，尚須批准：',
  ),
  approvedBy: trilingual('Approved by', 'Aprovado por', '批准人'),
  choose: trilingual('choose', 'escolher', '請選擇'),
  cancelled: trilingual(
    'Not signed. Nothing was sent.',
    'Não assinado. Nada foi enviado.',
    '未簽署，並未送出任何內容。',
  ),
  away: trilingual(
    'The console does not answer. Look whether it is done before you do it again.',
    'A consola não responde. Veja se já está feito antes de repetir.',
    '控制台沒有回應。重複操作前請先查看是否已完成。',
  ),
  by: trilingual('by', 'por', '由'),
  until: trilingual('until', 'até', '至'),
  ended: trilingual('over', 'terminado', '已過期'),
  act: trilingual('Act', 'Acto', '操作'),
  nobody: trilingual('nobody yet', 'ainda ninguém', '暫無'),
  wait: trilingual('somebody would take it back', 'alguém quer anulá-lo', '有人提出撤銷'),
  roles: trilingual('Roles', 'Funções', '職責'),
  holder: trilingual('Holder', 'Titular', '持有人'),
  key: trilingual('Key', 'Chave', '密鑰'),
  kind: trilingual('Kind', 'Tipo', '類型'),
  passkey: trilingual('passkey', 'chave de acesso', '通行密鑰'),
  file: trilingual('file', 'ficheiro', '檔案'),
  waiting: trilingual('Wait to be put in force', 'À espera de entrar em vigor', '等待生效'),
  digest: trilingual('Compare', 'Comparar', '核對'),
  failed: trilingual('This cannot be shown', 'Não é possível mostrar', '無法顯示'),
  makePasskey: trilingual('Make my passkey', 'Criar a minha chave de acesso', '建立本人的通行密鑰'),
  enrol: trilingual('Your passkey', 'A sua chave de acesso', '閣下的通行密鑰'),
  enrolled: trilingual(
    'Your passkey is made. It counts once a holder of the role keys has put it in force. Read them these signs:',
    'A sua chave foi criada. Conta logo que um titular da função keys a ponha em vigor. Leia-lhe estes sinais:',
    '通行密鑰已建立，須由具 keys 職責的人員使其生效。請向其讀出以下字符：',
  ),
  thisBrowserCannot: trilingual(
    'This browser has no passkeys. Use another one, or another device.',
    'Este navegador não tem chaves de acesso. Use outro, ou outro dispositivo.',
    '此瀏覽器不支援通行密鑰。請改用其他瀏覽器或裝置。',
  ),
} as const satisfies Record<string, Words>;

export const seatStateNames = {
  locked: trilingual('to be verified', 'por verificar', '待核實'),
  verified: trilingual('to be paid', 'por pagar', '待支付'),
  paid: trilingual('paid', 'pago', '已支付'),
  expired: trilingual('expired', 'caducado', '逾期失效'),
  reversed: trilingual('taken back', 'anulado', '已撤銷'),
  awarded: trilingual('paid at the table', 'pago na mesa', '已於賭檯支付'),
} as const satisfies Record<string, Words>;

const actTypeNames: Readonly<Record<string, Words>> = {
  ...actNames,
  'jackpot.suspended': said.suspend,
  'jackpot.resumed': said.resume,
  'pool.adjusted': trilingual('Adjustment', 'Ajuste', '調整'),
  'jackpot.configured': trilingual('Configuration', 'Configuração', '設定'),
};

/** What an act is called; its type where it has no name here. */
export function actName(type: string): Words {
  return actTypeNames[type] ?? trilingual(type, type, type);
}

/** The language that a request asks for: by `?lang=`, a cookie, or what its browser prefers. */
export function languageOf(asked: string | undefined, accepted: string | undefined): Language {
  const wanted = [asked ?? '', ...(accepted ?? '').split(',')];
  for (const each of wanted) {
    const tag = each.trim().toLowerCase();
    if (tag.startsWith('zh')) return 'zh-Hant';
    if (tag.startsWith('pt')) return 'pt';
    if (tag.startsWith('en')) return 'en';
  }
  return 'en';
}
