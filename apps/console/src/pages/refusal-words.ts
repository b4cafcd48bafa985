import { WouldBeRefused } from '#acts';
import type { ExceptionReason } from '#contract';
import { trilingual, type Words } from '#papers';
import { HttpException } from '@nestjs/common';
import { html, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { shownFailure } from './shown-failure.js';

/** Short names of the ledger's refusals; the sentence next to each has the details. */
export const refusalNames: Partial<Record<ExceptionReason, Words>> = {
  'bad-signature': trilingual('The signature is not good', 'A assinatura não é válida', '簽署無效'),
  'sequence-ahead': trilingual(
    'The clock of this key is ahead',
    'A hora desta chave está adiantada',
    '此密鑰的時間超前',
  ),
  'command-repeated': trilingual(
    'This was signed already',
    'Isto já tinha sido assinado',
    '此內容已簽署過',
  ),
  'command-expired': trilingual('It came too late', 'Chegou tarde de mais', '已超過有效時間'),
  'not-permitted': trilingual(
    'This key does not have the role',
    'Esta chave não tem a função necessária',
    '此密鑰沒有所需職責',
  ),
  'invalid-command': trilingual(
    'What was entered is not valid',
    'O que foi introduzido não serve',
    '輸入內容不適用',
  ),
  'unknown-jackpot': trilingual('No such jackpot', 'Esse jackpot não existe', '沒有此累進大獎'),
  'jackpot-retired': trilingual('The jackpot has ended', 'O jackpot terminou', '累進大獎已結束'),
  'needs-approval': trilingual(
    'One person alone may not do this',
    'Uma só pessoa não o pode fazer',
    '不得由一人單獨進行',
  ),
  'unknown-proposal': trilingual(
    'This proposal is not waiting',
    'Essa proposta já não está pendente',
    '沒有此待批准提案',
  ),
  'proposal-expired': trilingual('The proposal has expired', 'A proposta caducou', '提案已過期'),
  'proposal-differs': trilingual(
    'The log has a different proposal at this place',
    'O registo tem outra proposta nesse lugar',
    '記錄中為另一提案',
  ),
  'same-person': trilingual(
    'This person has taken part already',
    'Esta pessoa já interveio',
    '此人已經參與',
  ),
  'too-many-proposals': trilingual(
    'Too many proposals wait',
    'Há demasiadas propostas pendentes',
    '待批准提案過多',
  ),
  'unknown-award': trilingual('No such award', 'Esse prémio não existe', '沒有此獎項'),
  'award-state': trilingual(
    'The award is not in the right state for this',
    'O estado do prémio não o permite',
    '獎項狀態不允許此操作',
  ),
  'award-final': trilingual('The award is final', 'O prémio já é definitivo', '獎項已成定局'),
  'amount-differs': trilingual('The amount differs', 'O montante é outro', '金額不符'),
  'day-closed': trilingual('The day is closed', 'O dia está fechado', '該博彩日已結束'),
  'jackpot-busy': trilingual(
    'The jackpot cannot end yet',
    'O jackpot ainda não pode terminar',
    '累進大獎尚不能結束',
  ),
  'unknown-table': trilingual('No such table', 'Essa mesa não existe', '沒有此賭檯'),
  'ledger-range': trilingual(
    'An account would be outside its limits',
    'Uma conta sairia dos limites',
    '帳目將超出範圍',
  ),
};

const nothingSent = trilingual('Nothing was sent.', 'Nada foi enviado.', '並未送出任何內容。');
const lookFirst = trilingual(
  'It may be done already. Check before you do it again.',
  'Pode já estar feito. Veja antes de repetir.',
  '可能已完成。重複操作前請先查看。',
);

/** Returns a short error in the reader's language, for use before the full sentence in English. */
export function failureLead({ language }: Pick<Reader, 'language'>, error: unknown): string {
  // A refused request: its sentence is for the maker of the page.
  if (language === 'en' || error instanceof HttpException) return '';
  const reason = error instanceof WouldBeRefused ? refusalNamed(error.refusal) : undefined;
  const sent = (shownFailure(error).mayBeSent ? lookFirst : nothingSent)[language];
  return reason ? `${reason[language]}${language === 'pt' ? '. ' : '。'}${sent}` : sent;
}

/** A refusal of the ledger, with its name in the language of the reader. */
export function refusalPart(reader: Reader, refusal: string): Markup {
  const name = reader.language === 'en' ? undefined : refusalNamed(refusal);
  return html`<p class="warning" role="alert">
    ${name && html`<b>${tell(reader, name)}</b><br />`}<span lang="en">${refusal}</span>
  </p>`;
}

/** @param refusal `<reason>: <detail>`, as the ledger writes it. */
function refusalNamed(refusal: string): Words | undefined {
  const [, reason] = /^([a-z-]+): /.exec(refusal) ?? [];
  const found = Object.entries(refusalNames).find(([name]) => name === reason);
  return found?.[1];
}
