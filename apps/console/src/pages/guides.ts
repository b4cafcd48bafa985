import { trilingual, type Words } from '#papers';
import { manualPath } from '../manual/manual.js';
import { html, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { said } from './words.js';

/** The steps that people do, in order. The manual has the whole text. */
interface Guide {
  readonly title: Words;
  /** Its pages of the manual; the first has the whole text. */
  readonly manual: readonly [string, ...string[]];
  /** The dealer's words to the guest. */
  readonly dealerSays: Words;
  readonly steps: readonly Words[];
}

const heads = {
  dealerSays: trilingual('The dealer says:', 'O croupier diz:', '莊荷告知客人：'),
  manual: trilingual('More in the manual', 'Mais no manual', '詳見手冊'),
} as const;

/** The page of the manual has the whole text; these are translated, the others are in English. */
export const guides = {
  verify: {
    title: said.verify,
    manual: ['win-waits', 'royal-flush', 'claim-waiting'],
    dealerSays: trilingual(
      'The win is being checked; please stay.',
      'O prémio está a ser verificado; aguarde, por favor.',
      '正在核實獎項，請稍候。',
    ),
    steps: [
      trilingual(
        'The cards stay where they are. Nobody hands over anything.',
        'As cartas ficam onde estão. Ninguém entrega nada.',
        '牌留在原位，不得交付任何款項。',
      ),
      trilingual(
        'Surveillance compares the cards, the seat and its jackpot bet with what is shown here. Have the deck counted.',
        'A vigilância compara as cartas, o lugar e a aposta no jackpot com o que aqui se mostra. Mande contar o baralho.',
        '監察室核對牌面、座位及其彩池投注與本頁所示是否相符，並點算牌副。',
      ),
      trilingual(
        'All is right: verify it. Another person approves it where the page says so, after comparing the eight characters.',
        'Está tudo certo: verifique. Outra pessoa aprova, se a página o pedir, depois de comparar os oito caracteres.',
        '如屬實，按「核實」；如頁面要求，由另一人核對八個字符後批准。',
      ),
      trilingual(
        'The win is false, or belongs to another seat: reverse the award. Do not verify it first.',
        'Não é verdade, ou não é deste lugar: anule o prémio. Não o verifique antes.',
        '如不屬實或座位有誤，撤銷獎項，不要先核實。',
      ),
    ],
  },
  pay: {
    title: said.pay,
    manual: ['claim-unpaid', 'win-waits'],
    dealerSays: trilingual(
      'The win is verified and is paid at the desk.',
      'O prémio está verificado e é pago na caixa.',
      '獎項已核實，請到出納處領取。',
    ),
    steps: [
      trilingual(
        'Take the slip, and type its number. It goes into the cashier’s file; the guest’s name does not go into this system.',
        'Receba o talão e escreva o seu número. O número vai para o processo da caixa; o nome do cliente não entra neste sistema.',
        '收取派彩單並輸入其編號。編號記入出納檔案；客人姓名不得輸入本系統。',
      ),
      trilingual(
        'Sign the payment, and hand over the money once the page says that it is done.',
        'Assine o pagamento e entregue o dinheiro quando a página disser que está feito.',
        '簽署支付，待頁面顯示已完成後才交付款項。',
      ),
      trilingual(
        'A slip pays once. If the money has already been handed over, still sign the payment, but hand over nothing more.',
        'Cada talão paga uma só vez. Se o dinheiro já foi entregue, assine na mesma e não entregue nada.',
        '每張派彩單只付一次。如款項先前已付，仍須簽署，但不得再付。',
      ),
    ],
  },
  reverse: {
    title: said.reverse,
    manual: ['false-win'],
    dealerSays: trilingual(
      'The cards did not make that hand; the prize is not paid.',
      'As cartas não formam essa combinação; o prémio não é pago.',
      '牌面不構成該牌型，不派發獎金。',
    ),
    steps: [
      trilingual(
        'Do this only if nobody has the money. Call the cashier first: a slip can be paid until the award is reversed.',
        'Só se ninguém tem o dinheiro. Avise antes a caixa: o talão vale até o prémio ser anulado.',
        '僅限無人已收款時。先通知出納：撤銷之前派彩單仍可兌付。',
      ),
      trilingual(
        'All seats of the award are reversed at once, and this cannot be undone. A seat that did win is granted again.',
        'Anulam-se todos os lugares do prémio, e não se pode desfazer. Um lugar que ganhou recebe-o de novo por atribuição.',
        '整個獎項的所有座位一併撤銷，無法復原。確實中獎的座位須另行裁定派彩。',
      ),
      trilingual(
        'Write the number of the recording into the reason. The pool and the signs rise as soon as it is done.',
        'Escreva o número da gravação no motivo. O fundo e os painéis sobem assim que estiver feito.',
        '在原因中寫明錄影編號。完成後彩池及顯示屏金額即時回升。',
      ),
    ],
  },
  suspended: {
    title: said.suspended,
    manual: ['suspended'],
    dealerSays: trilingual(
      'The jackpot takes no bets at present; the game continues.',
      'De momento o jackpot não aceita apostas; o jogo continua.',
      '彩池暫停接受投注，遊戲照常進行。',
    ),
    steps: [
      trilingual(
        'Give back a stake that is on the table before the cards are dealt: it is not in the pool and wins nothing.',
        'A aposta que lá estiver é devolvida antes das cartas: não está no fundo e não ganha nada.',
        '已放下的投注須在派牌前退回：不計入彩池，亦不會中獎。',
      ),
      trilingual(
        'Rounds that are open still settle, and their wins wait here as usual.',
        'As rondas abertas terminam, e os seus prémios aguardam aqui como sempre.',
        '進行中的局照常結算，其獎項如常在此等候。',
      ),
      trilingual(
        'Ask who suspended it whether the reason still holds. Then resume it.',
        'Pergunte a quem suspendeu se o motivo ainda existe. Depois retome.',
        '向暫停者查明原因是否仍存在，然後恢復。',
      ),
    ],
  },
  silence: {
    title: said.tableSilent,
    manual: ['table-silent', 'service-down', 'stuck', 'kafka-down', 'redis-down'],
    dealerSays: trilingual(
      'No jackpot bets at this table for now; the game continues.',
      'Por agora, sem apostas no jackpot nesta mesa; o jogo continua.',
      '此檯暫不接受彩池投注，遊戲照常進行。',
    ),
    steps: [
      trilingual(
        'Ask the pit whether the table is closed. A closed table is not a fault.',
        'Pergunte à sala se a mesa está fechada. Uma mesa fechada não é avaria.',
        '向場區查詢該檯是否已關閉。關閉的賭檯並非故障。',
      ),
      trilingual(
        'If it plays, stop its jackpot bets at once. A bet that the ledger has not received is not in the jackpot.',
        'Está a jogar: pare já as apostas no jackpot. Uma aposta que o sistema não recebeu não conta.',
        '如仍在進行，立即停止其彩池投注。系統未收到的投注不計入彩池。',
      ),
      trilingual(
        'Have the table’s controller restarted. It sends what it has kept, and nothing twice.',
        'Mande reiniciar o controlador da mesa. Ele envia o que guardou, e nada em duplicado.',
        '重新啟動該檯控制器。它會補送已保存的資料，不會重複。',
      ),
      trilingual(
        'If all tables or the ledger are silent, call the operators of the system. Nobody pays a win by hand.',
        'Todas as mesas, ou o próprio sistema: chame os operadores. Ninguém paga prémios à mão.',
        '如所有賭檯或系統均無回應，通知系統操作員。不得手動派彩。',
      ),
    ],
  },
} as const satisfies Record<string, Guide>;

/** Returns the guides of a page of the manual; all guides if no page is given. */
export function guidesOf(manual: string | undefined): (keyof typeof guides)[] {
  const names = Object.keys(guides) as (keyof typeof guides)[];
  return names.filter(
    (name) => manual === undefined || (guides[name] as Guide).manual.includes(manual),
  );
}

/** The steps to do, next to their act or alarm. */
export function guidePart(reader: Reader, name: keyof typeof guides, isOpen = false): Markup {
  const own = (words: Words): string => tell(reader, words);
  const { title, manual, dealerSays, steps }: Guide = guides[name];
  const [page] = manual;
  const items = steps.map((step) => html`<li>${own(step)}</li>`);
  const open = isOpen ? html` open` : undefined;
  return html`<details class="guide" ${open}>
    <summary>${own(said.whatToDo)} · ${own(title)}</summary>
    <p>${own(heads.dealerSays)} <q>${own(dealerSays)}</q></p>
    <ol>
      ${items}
    </ol>
    <p>
      <a href="${manualPath(page)}">${own(heads.manual)}: <span lang="en">${page}</span></a>
    </p>
  </details>`;
}
