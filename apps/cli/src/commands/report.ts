import { group } from '../command.js';
import { reportKinds } from '../report/kinds.js';
import { reportCheckCommand } from './report/check.js';
import { reportCommandOf } from './report/kind.js';

export const reportCommand = group('report', 'reports for accounting and a regulator', [
  ...Object.values(reportKinds).map(reportCommandOf),
  reportCheckCommand,
]);
