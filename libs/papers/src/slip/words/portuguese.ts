import { fractionInDigits, type SplitAmount } from './amount.js';

/**
 * `um milhão e três mil oitocentas e oitenta e cinco patacas`: as in Portugal and in the Boletim
 * Oficial of Macau, in the long scale. One, two and the hundreds agree with the counted noun:
 * patacas are feminine, milhões are not (`duzentas mil patacas`, `duzentos milhões de patacas`).
 * n2words does not have the feminine.
 */
export function portugueseAmount(amount: SplitAmount): string {
  const { currency, whole, fraction } = amount;
  const names = currencyNames.get(currency);
  const number = portugueseNumber(whole, names?.feminine ?? false);
  if (!names) {
    const rest = fraction === 0 ? '' : ` e ${fractionInDigits(amount)}`;
    return `${number} ${currency}${rest}`;
  }
  // `um milhão de patacas`, but `um milhão e uma patacas`.
  const of = whole > 0n && whole % 1_000_000n === 0n ? 'de ' : '';
  const units = `${number} ${of}${whole === 1n ? names.unit : names.units}`;
  if (fraction === 0) return units;
  const cents = portugueseNumber(BigInt(fraction), false);
  const rest = `${cents} ${fraction === 1 ? names.cent : names.cents}`;
  return whole === 0n ? rest : `${units} e ${rest}`;
}

const currencyNames = new Map([
  ['MOP', { unit: 'pataca', units: 'patacas', feminine: true, cent: 'avo', cents: 'avos' }],
  ['HKD', dollars('de Hong Kong')],
  ['USD', dollars('dos Estados Unidos')],
  ['EUR', { unit: 'euro', units: 'euros', feminine: false, cent: 'cêntimo', cents: 'cêntimos' }],
  ['JPY', { unit: 'iene', units: 'ienes', feminine: false, cent: '', cents: '' }],
]);

function dollars(whose: string) {
  const names = { unit: `dólar ${whose}`, units: `dólares ${whose}`, feminine: false };
  return { ...names, cent: 'cêntimo', cents: 'cêntimos' };
}

/**
 * A number before a noun of this gender. A group of three digits that is below a hundred or ends in
 * two zeros has `e` before it; another group follows milhões with a comma, and mil with nothing
 * (Cunha and Cintra, Nova Gramática do Português Contemporâneo, on numerals).
 */
function portugueseNumber(number: bigint, feminine: boolean): string {
  const millions = groupsOfSix(number);
  let words = '';
  for (const [index, group] of millions.entries()) {
    const scale = millions.length - 1 - index;
    const gender = scale === 0 && feminine;
    const thousands = Math.trunc(group / 1_000);
    const rest = group % 1_000;
    if (thousands > 0) words += linkBefore(thousands, words, ', ') + thousandsOf(thousands, gender);
    if (rest > 0) {
      words +=
        linkBefore(rest, words, thousands > 0 ? ' ' : ', ') + portugueseBelowThousand(rest, gender);
    }
    if (group > 0 && scale > 0) words += ` ${scales[scale]?.[group === 1 ? 0 : 1]}`;
  }
  return words === '' ? 'zero' : words;
}

/** A number in groups of six digits, highest first; empty for 0. */
function groupsOfSix(number: bigint): number[] {
  if (number === 0n) return [];
  return [...groupsOfSix(number / 1_000_000n), Number(number % 1_000_000n)];
}

/** The text between the words so far and those of a group of three digits. */
function linkBefore(group: number, words: string, otherwise: string): string {
  if (words === '') return '';
  return group < 100 || group % 100 === 0 ? ' e ' : otherwise;
}

const scales = [[], ['milhão', 'milhões'], ['bilião', 'biliões'], ['trilião', 'triliões']];

function thousandsOf(count: number, feminine: boolean): string {
  return count === 1 ? 'mil' : `${portugueseBelowThousand(count, feminine)} mil`;
}

function portugueseBelowThousand(number: number, feminine: boolean): string {
  if (number === 100) return 'cem';
  const hundred = hundreds[Math.trunc(number / 100)] as string;
  const rest = number % 100;
  const words = [
    feminine ? hundred.replace(/os$/, 'as') : hundred,
    ...(rest < 20
      ? [one(rest, feminine)]
      : [tens[Math.trunc(rest / 10)] as string, one(rest % 10, feminine)]),
  ];
  return words.filter((word) => word !== '').join(' e ');
}

function one(number: number, feminine: boolean): string {
  if (feminine && number === 1) return 'uma';
  if (feminine && number === 2) return 'duas';
  return belowTwenty[number] as string;
}

const belowTwenty = [
  ...['', 'um', 'dois', 'três', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove', 'dez', 'onze'],
  ...['doze', 'treze', 'catorze', 'quinze', 'dezasseis', 'dezassete', 'dezoito', 'dezanove'],
];

const tens = [
  ...['', '', 'vinte', 'trinta', 'quarenta', 'cinquenta', 'sessenta', 'setenta', 'oitenta'],
  'noventa',
];

const hundreds = [
  ...['', 'cento', 'duzentos', 'trezentos', 'quatrocentos', 'quinhentos', 'seiscentos'],
  ...['setecentos', 'oitocentos', 'novecentos'],
];
