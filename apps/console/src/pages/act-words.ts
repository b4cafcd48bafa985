import { actNames, stepNames, trilingual, type Words } from '#papers';
import { said } from './words.js';

export const seatStateNames = {
  locked: trilingual('to be verified', 'por verificar', '待核實'),
  verified: trilingual('to be paid', 'por pagar', '待支付'),
  paid: trilingual('paid', 'pago', '已支付'),
  expired: trilingual('expired', 'caducado', '逾期失效'),
  reversed: trilingual('reversed', 'anulado', '已撤銷'),
  awarded: trilingual('paid at the table', 'pago na mesa', '已於賭檯支付'),
} as const satisfies Record<string, Words>;

const actTypeNames: Readonly<Record<string, Words>> = {
  ...actNames,
  'jackpot.suspended': said.suspend,
  'jackpot.resumed': said.resume,
  'pool.adjusted': trilingual('Adjustment', 'Ajuste', '調整'),
  'jackpot.configured': trilingual('Configuration', 'Configuração', '設定'),
  'jackpot.retired': said.retire,
  'transfer.received': said.receive,
  'table.blocked': said.block,
  'table.unblocked': said.unblock,
  'table.reset': said.reset,
  'day.closed': said['close-day'],
  'keys.set': said.people,
  'act.withdrawn': said.withdraw,
};

/** Returns the name of an act; its type if it has no name here. */
export function actName(type: string): Words {
  return actTypeNames[type] ?? trilingual(type, type, type);
}

/** Returns the name of the step: proposed, approved or withdrawn. */
export function stepName(type: string): Words {
  if (type === 'act.proposed') return stepNames.proposed;
  return type === 'act.approved' ? stepNames.approved : actName(type);
}
