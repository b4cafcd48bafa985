import { group } from '../command.js';
import { adjustCommand } from './adjust.js';
import { proposeApplyCommand } from './apply.js';
import { expireCommand } from './expire.js';
import { grantCommand } from './grant.js';
import { receiveCommand } from './receive.js';
import { resetTableCommand } from './reset-table.js';
import { resumeCommand } from './resume.js';
import { retireCommand } from './retire.js';
import { reverseCommand } from './reverse.js';
import { takeOverCommand } from './take-over.js';
import { unblockTableCommand } from './unblock-table.js';
import { verifyAwardCommand } from './verify-award.js';

const acts = [
  resumeCommand,
  adjustCommand,
  takeOverCommand,
  retireCommand,
  receiveCommand,
  unblockTableCommand,
  resetTableCommand,
  verifyAwardCommand,
  reverseCommand,
  expireCommand,
  grantCommand,
];

/** Proposes an act, for others to approve. */
export const proposeCommand = group(
  'propose',
  'propose an act that others must approve (contract 4.5)',
  [...acts.map(({ proposed }) => proposed), proposeApplyCommand],
);
