import { group } from '../command.js';
import { addKeys } from './keys/add.js';
import { listKeys } from './keys/list.js';
import { makeKey } from './keys/new.js';
import { revokeKey } from './keys/revoke.js';
import { setRoot } from './keys/root.js';

/** Who may sign. */
export const keys = group('keys', 'keys that sign commands', [
  makeKey,
  addKeys,
  revokeKey,
  setRoot,
  listKeys,
]);
