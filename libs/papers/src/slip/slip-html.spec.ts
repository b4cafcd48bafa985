import { slipHtml } from './slip-html.js';
import { slipOf } from './slip.js';
import { paidAward, reversedAward, tablePaidAward, verifiedAward } from './testing/sample.js';

const pageOf = (sample: ReturnType<typeof verifiedAward>) => slipHtml(slipOf(3, sample.sources()));

test.each([
  ['payable', verifiedAward()],
  ['paid', paidAward()],
  ['void', reversedAward()],
  ['record of a', tablePaidAward()],
])('the page of a %s slip loads nothing and runs nothing', (_, sample) => {
  const page = pageOf(sample);
  expect(page).not.toMatch(
    /<(script|link|img|iframe|form|base|object)|https?:|url\((?!data:font)|@import| on\w+=/i,
  );
  expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'; font-src data:");
});

// clause 36
test('the page has the amount in digits and in the words of three languages', () => {
  const page = pageOf(verifiedAward());
  expect(page).toContain('<p class="amount">MOP 1,003,885.00</p>');
  expect(page).toContain('one million three thousand eight hundred and eighty-five patacas');
  expect(page).toContain('um milhão e três mil oitocentas e oitenta e cinco patacas');
  expect(page).toContain('澳門元壹佰萬零叁仟捌佰捌拾伍元正');
  expect(page).toContain('A♠ K♠ Q♠');
});

test('what was reversed has its mark over the page, and a slip that is or was to be paid none', () => {
  expect(pageOf(reversedAward())).toMatch(/<div class="mark".*<span>VOID<\/span>/);
  expect(pageOf(verifiedAward())).not.toContain('class="mark"');
  expect(pageOf(paidAward())).not.toContain('class="mark"');
});

test('a record of what the table paid has its mark over the page, and nothing to be signed', () => {
  const page = pageOf(tablePaidAward());
  expect(page).toMatch(/<div class="mark".*RECORD.*REGISTO.*記錄/);
  expect(page).toContain('PAID AT THE TABLE · PAGO NA MESA · 已於賭檯支付');
  expect(page).toContain('A tesouraria nada paga contra este registo.');
  expect(page).not.toMatch(/Payment slip|Cashier|Signatures|TO BE PAID/);
});

// clause 37
test('the page says in three languages what the verifier has seen and how it was paid', () => {
  const page = pageOf(paidAward());
  expect(page).toContain('<dd>counted · contado · 已點算</dd>');
  expect(page).toContain('<dd>recording 4-1187</dd>');
  expect(page).toContain('<dd>Cheque · 支票</dd>');
  expect(pageOf(reversedAward())).toContain('False claim · Declaração falsa de prémio · 虛假申領');
});

test('a paid page says so with the time', () => {
  const page = pageOf(paidAward());
  expect(page).toContain('<b>PAID · PAGO · 已支付</b> <span>2026-11-21 12:09:00 GMT+8</span>');
  expect(page).toContain('MOP 43,885.01');
  expect(page).toContain('<b>MOP 959,999.99</b>');
});

test('a text that somebody else has written cannot become markup', () => {
  const evil = '<script>alert("1")</script>&\u202e';
  const sources = verifiedAward({ round: evil }).sources({
    house: evil,
    configuration: {
      name: { en: evil },
      zone: 'UTC',
      approvals: { 'award.verified': [{ from: 0, by: [], notice: evil }] },
    },
  });
  const page = slipHtml(slipOf(3, sources));
  expect(page).not.toMatch(/<script|\u202e/);
  expect(page.match(/&lt;script&gt;alert\(&quot;1&quot;\)&lt;\/script&gt;&amp;/g)).toHaveLength(5);
});
