import type { AwardActData } from '../act-data.js';
import type { SignedBefore } from '../signed-since.js';
import { receiptLooks } from './payment.js';

type PaymentMade = AwardActData<'award.paid'>;
const paid = (award: string, seat: number, receipt: string): PaymentMade => {
  return { award, seat, slip: 1, method: 'cash', amount: 100, receipt };
};
const before: SignedBefore<PaymentMade> = {
  ...{ offset: 7, recordedAtMs: 0, subject: 'main', isProposed: false },
  data: paid('main/T1/1/5', 2, 'C-9'),
};

test.each([
  ['another award', paid('main/T1/2/6', 2, 'C-9'), 1],
  ['another seat of one cheque', paid('main/T1/1/5', 3, 'C-9'), 0],
  ['the same seat, sent again', paid('main/T1/1/5', 2, 'C-9'), 0],
  ['another receipt', paid('main/T1/2/6', 2, 'C-10'), 0],
])('one receipt for two payments is asked about: %s', (_, now, count) => {
  const looks = receiptLooks([before], now, 'UTC');
  expect(looks).toHaveLength(count);
  for (const look of looks) expect(look).toContain('main/T1/1/5 has this receipt');
});
