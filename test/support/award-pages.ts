/** The manual's pages about awards, which test/e2e/award-life types from end to end. */
export const awardPages: string[] = [
  ...['royal-flush', 'win-waits', 'claim-waiting', 'claim-unpaid', 'false-win', 'wrong-claim'],
  ...['missed-win', 'nobody-comes', 'people-acted'],
];
