import { group } from '../command.js';
import { adjust } from './adjust.js';
import { proposeApply } from './apply.js';
import { expire } from './expire.js';
import { grant } from './grant.js';
import { resetTable } from './reset-table.js';
import { resume } from './resume.js';
import { reverse } from './reverse.js';
import { unblockTable } from './unblock-table.js';
import { verifyAward } from './verify-award.js';

const acts = [resume, adjust, unblockTable, resetTable, verifyAward, reverse, expire, grant];

/** Proposes an act, for others to approve. */
export const propose = group('propose', 'propose an act that others must approve (contract 4.5)', [
  ...acts.map(({ proposed }) => proposed),
  proposeApply,
]);
