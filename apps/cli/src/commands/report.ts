import { group } from '../command.js';
import { reportKinds } from '../report/kinds.js';
import { reportCheckCommand } from './report/check.js';
import { reportCommandOf } from './report/kind.js';

export const reportCommand = group('report', 'what accounting and a regulator read', [
  ...Object.values(reportKinds).map(reportCommandOf),
  reportCheckCommand,
]);
