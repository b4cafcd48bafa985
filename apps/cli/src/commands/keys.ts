import { group } from '../command.js';
import { addKeysCommand } from './keys/add.js';
import { listKeysCommand } from './keys/list.js';
import { newKeyCommand } from './keys/new.js';
import { revokeKeyCommand } from './keys/revoke.js';
import { setRootCommand } from './keys/root.js';

/** Who may sign. */
export const keysCommand = group('keys', 'keys that sign commands', [
  newKeyCommand,
  addKeysCommand,
  revokeKeyCommand,
  setRootCommand,
  listKeysCommand,
]);
