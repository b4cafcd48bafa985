import { handNames, trilingual, type Words } from '#papers';

/** Short title of each shipped alert; Prometheus has the sentence with its names. */
export const alertNames: Readonly<Record<string, Words>> = {
  // Money.
  JackpotAccountsUnbalanced: trilingual(
    'The accounts do not sum to zero',
    'As contas não somam zero',
    '各帳目合計不為零',
  ),
  JackpotLedgerDiffers: trilingual(
    'The balances in Redis differ from the log',
    'O Redis tem saldos diferentes dos do registo',
    'Redis 結餘與記錄不符',
  ),
  JackpotReadbackStale: trilingual(
    'The balances have not been compared lately',
    'Os saldos não foram comparados há pouco',
    '近期未核對結餘',
  ),
  JackpotHalted: trilingual(
    'A partition of the ledger has halted',
    'Uma parte do livro parou',
    '部分帳目已停止',
  ),
  JackpotLedgerUnproven: trilingual(
    'The last proof of the ledger is old or has failed',
    'O livro não foi provado há pouco, ou a prova falhou',
    '帳目近期未核證，或核證失敗',
  ),
  // The ledger service.
  JackpotLagGrows: trilingual(
    'The ledger is behind its tables',
    'O livro está atrasado em relação às mesas',
    '帳目落後於賭檯',
  ),
  JackpotStuck: trilingual(
    'A ledger service makes no progress',
    'Um serviço do livro não avança',
    '帳目服務停滯',
  ),
  JackpotServiceDown: trilingual(
    'No ledger service answers',
    'Nenhum serviço do livro responde',
    '帳目服務全部沒有回應',
  ),
  JackpotSignsDown: trilingual(
    'No sign gateway has values',
    'Nenhum servidor de painéis tem valores',
    '顯示屏服務沒有數值',
  ),
  JackpotTablesDown: trilingual(
    'No table gateway answers',
    'Nenhum servidor de mesas responde',
    '賭檯服務全部沒有回應',
  ),
  JackpotInstanceDown: trilingual(
    'One of several services does not answer',
    'Um de vários serviços não responde',
    '其中一個服務沒有回應',
  ),
  JackpotKafkaDown: trilingual(
    'The ledger service does not read the log',
    'O serviço do livro não lê o registo',
    '帳目服務未能讀取記錄',
  ),
  JackpotGroupForeign: trilingual(
    'Other programs are in the consumer group of the ledger service',
    'Outros programas ocupam o grupo do serviço do livro',
    '其他程式佔用帳目服務的群組',
  ),
  JackpotSlowCommits: trilingual(
    'Redis is slow to store writes',
    'O Redis demora a escrever',
    'Redis 寫入緩慢',
  ),
  JackpotOutboxGrows: trilingual(
    'Awards and values are not reaching Kafka',
    'Prémios e valores não chegam ao Kafka',
    '獎項及數值未能送達 Kafka',
  ),
  JackpotConsumerRestarts: trilingual(
    'The ledger service keeps losing its connection to the log',
    'O serviço do livro perde o registo repetidamente',
    '帳目服務反覆中斷讀取記錄',
  ),
  JackpotRedisDown: trilingual('Redis does not answer', 'O Redis não responde', 'Redis 沒有回應'),
  JackpotRedisUnsafe: trilingual(
    'Redis could lose money',
    'O Redis pode perder dinheiro',
    'Redis 設定可能導致款項遺失',
  ),
  JackpotRedisMemory: trilingual(
    'Redis is running out of memory',
    'A memória do Redis está a acabar',
    'Redis 記憶體即將用盡',
  ),
  JackpotDiskFull: trilingual('A disk is nearly full', 'Um disco está quase cheio', '磁碟將滿'),
  // Tables and awards.
  JackpotTableSilent: trilingual('A table is silent', 'Uma mesa sem sinal', '賭檯沒有訊號'),
  JackpotTableMissing: trilingual(
    'A table is not sending heartbeats',
    'Faltam sinais de vida de uma mesa',
    '賭檯未按時報到',
  ),
  JackpotRoundUnsettled: trilingual(
    'A round has no result',
    'Uma jogada sem resultado',
    '有一局未有結果',
  ),
  JackpotCarriedBet: trilingual(
    'A bet of a voided round waits for the next round',
    'Uma aposta de jogada anulada aguarda a próxima',
    '作廢局的投注留待下一局',
  ),
  JackpotClaimWaiting: trilingual(
    'A win waits to be verified',
    'Um prémio por verificar',
    '有獎項待核實',
  ),
  JackpotClaimUnpaid: trilingual(
    'A verified win is not paid',
    'Um prémio verificado por pagar',
    '已核實獎項尚未支付',
  ),
  JackpotExceptions: trilingual(
    'Events of tables were refused or questioned',
    'As mesas enviaram algo recusado ou duvidoso',
    '賭檯所傳資料被拒或存疑',
  ),
  JackpotBetRefused: trilingual('A bet was refused', 'Uma aposta foi recusada', '有投注被拒'),
  JackpotMetersDiffer: trilingual(
    'The meters of a table differ from the ledger',
    'Uma mesa contou diferente do livro',
    '賭檯計數與帳目不符',
  ),
  JackpotCommandRefused: trilingual(
    'Somebody sent a command that their key may not sign',
    'Alguém enviou um comando sem ter direito',
    '有人無權發出指令',
  ),
  JackpotPoolNearCeiling: trilingual(
    'A pool is near its ceiling',
    'Um fundo está perto do limite',
    '彩池接近上限',
  ),
  JackpotRoyalFlush: handNames['royal-flush'],
  JackpotStraightFlush: handNames['straight-flush'],
  JackpotMoneyMoved: trilingual(
    'A person has moved money',
    'Uma pessoa movimentou dinheiro',
    '有人調動款項',
  ),
  JackpotProposalExpires: trilingual(
    'An act that waits for approval is about to expire',
    'Um acto por aprovar está a caducar',
    '待批准操作即將過期',
  ),
  JackpotSuspended: trilingual(
    'A jackpot is suspended',
    'Um jackpot está suspenso',
    '累進大獎已暫停',
  ),
  JackpotTransferNotReceived: trilingual(
    'The money of an ended jackpot has not been received',
    'O que um jackpot deixou não foi recebido',
    '終止大獎的餘款尚未接收',
  ),
  JackpotDayNotClosed: trilingual(
    'A gaming day is not closed',
    'Um dia de jogo por fechar',
    '博彩日尚未結束',
  ),
  // Signs.
  JackpotSignsSlow: trilingual(
    'Values come late to the signs',
    'Os valores chegam tarde aos painéis',
    '數值延遲送達顯示屏',
  ),
  JackpotSignMissing: trilingual('Signs are missing', 'Faltam painéis', '有顯示屏失去連線'),
  JackpotSignShowsTooMuch: trilingual(
    'A sign shows more than the ledger has',
    'Um painel mostra mais do que o livro tem',
    '顯示屏金額高於帳目',
  ),
  JackpotSignSilent: trilingual(
    'A sign does not report what it shows',
    'Não se sabe o que um painel mostra',
    '無法得知顯示屏所示',
  ),
  JackpotSignAcksNotKept: trilingual(
    'The record of what signs have shown is not being kept',
    'O que os painéis mostraram não fica guardado',
    '顯示屏所示未有保存',
  ),
  JackpotSignLate: trilingual(
    'Signs are not taking their values',
    'Painéis não recebem os valores',
    '顯示屏未能接收數值',
  ),
  JackpotMqttDown: trilingual(
    'The MQTT broker of the signs accepts nothing',
    'O servidor MQTT dos painéis não aceita nada',
    '顯示屏的 MQTT 伺服器拒收',
  ),
};

/** The urgency of an alert in words. */
export const severityNames: Readonly<Record<string, Words>> = {
  page: trilingual('urgent', 'urgente', '緊急'),
  warning: trilingual('this shift', 'neste turno', '本更處理'),
  info: trilingual('to know', 'para informação', '供參考'),
};
