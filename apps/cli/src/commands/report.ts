import { group } from '../command.js';
import { reportDayCommand } from './report/day.js';

/** What accounting reads. */
export const reportCommand = group('report', 'what accounting reads', [reportDayCommand]);
