/** contract 4.2. */
export const ROLES = [
  'keys',
  'configure',
  'operate',
  'adjust',
  'approve',
  'surveil',
  'pay',
  'close',
  'table',
];
