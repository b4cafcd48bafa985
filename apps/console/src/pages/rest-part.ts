import { reversalRest, type ActFacts } from '#acts';
import { formatMicros, formatMinor, type AwardMessage } from '#contract';
import { trilingual, type Words } from '#papers';
import { html, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { said } from './words.js';

type AwardRest = AwardMessage['affects'][number];
type InexactAward = Pick<AwardMessage, 'currency' | 'affects' | 'id'>;

const kinds: Readonly<Record<AwardRest['what'], Words>> = {
  seed: trilingual(
    'the restart put more into the pool than the award took',
    'o reinício pôs no fundo mais do que o prémio tirou',
    '重新起算注入彩池的金額多於該獎所取',
  ),
  ceiling: trilingual(
    'the ceiling has cut bets since',
    'desde então o limite cortou contribuições',
    '其後投注受上限所限',
  ),
  award: trilingual(
    'another award since: reverse the newest first',
    'outro prémio desde então: anule primeiro o mais recente',
    '其後另有獎項：請先撤銷最新一項',
  ),
  adjustment: trilingual(
    'an adjustment since, or an expired award',
    'um ajuste desde então, ou um prémio prescrito',
    '其後有調整或逾期獎項',
  ),
  configuration: trilingual(
    'another configuration since',
    'outra configuração desde então',
    '其後參數已變更',
  ),
  refund: trilingual(
    'a bet was given back since',
    'desde então foi devolvida uma aposta',
    '其後有投注退還',
  ),
};
const leaves = trilingual(
  'The reversal does not put everything right.',
  'A anulação não repõe tudo.',
  '撤銷並不能還原一切。',
);
const adjustThen = trilingual(
  'Adjust at once when it is done, and before anything else:',
  'Logo que esteja feita, e antes de tudo o resto, ajuste:',
  '完成後須即時調整，先於其他一切：',
);
const compare = trilingual(
  'Not all amounts can be computed: compare the awards, and decide.',
  'Nem todos os valores se podem calcular: compare os prémios e decida.',
  '部分金額無法計算：請核對各獎項後決定。',
);
const asOfReversal = trilingual(
  'As of its reversal: see first what has been adjusted since.',
  'À data da anulação: veja primeiro o que já foi ajustado.',
  '以撤銷時為準：請先查看其後的調整。',
);

/**
 * What a reversal leaves wrong, and the adjustments that put it right; nothing if it is exact.
 * @param isDone true for a reversal of before, after which people may have adjusted
 */
export function restPart(
  reader: Reader,
  reversed: InexactAward,
  { isDone }: { readonly isDone: boolean },
): Markup | undefined {
  const { affects, currency, id } = reversed;
  if (affects.length === 0) return undefined;
  const own = (words: Words): string => tell(reader, words);
  const { adjustments, isPartUnknown } = reversalRest(reversed);
  const reasons = affects.map(({ what, offset, more }) => {
    const amounts = more ? `: ${moreText(own, more, currency)}` : '';
    return html`<li>${own(kinds[what])} <small>${offset}</small>${amounts}</li>`;
  });
  const amounts = adjustments.map(
    ({ account, amount }) =>
      html`<li>
        ${own(said[account])}
        <b class="money">${withSign(formatMinor(amount, currency), amount > 0)}</b>
        <small>${own(said.reason)}: left by the reversal of ${id}</small>
      </li>`,
  );
  return html`<section class="looks">
    <h2>${own(leaves)}</h2>
    <ul>
      ${reasons}
    </ul>
    ${isPartUnknown ? html`<p>${own(compare)}</p>` : undefined}
    ${
      adjustments.length > 0
        ? html`<p>${own(isDone ? asOfReversal : adjustThen)}</p>
            <ul>
              ${amounts}
            </ul>`
        : undefined
    }
  </section>`;
}

/** Returns the differences from the accounts without the award: `+` is too much. */
function moreText(
  own: (words: Words) => string,
  more: NonNullable<AwardRest['more']>,
  currency: string,
): string {
  return (['pool', 'reserve', 'house'] as const)
    .flatMap((account) => {
      const micros = BigInt(more[account]);
      if (micros === 0n) return [];
      return `${own(said[account])} ${withSign(formatMicros(micros, currency), micros > 0n)}`;
    })
    .join(', ');
}

function withSign(money: string, isMore: boolean): string {
  return isMore ? `+${money}` : money;
}

/** What an act that reverses an award leaves wrong; nothing for another act. */
export function restOfAct(reader: Reader, { act, award }: ActFacts): Markup | undefined {
  if (act.type !== 'award.reversed' || !award) return undefined;
  return restPart(reader, award.award, { isDone: false });
}
