import { group } from '../command.js';
import { addKeysCommand } from './keys/add.js';
import { inviteCommand } from './keys/invite.js';
import { listKeysCommand } from './keys/list.js';
import { newKeyCommand } from './keys/new.js';
import { revokeKeyCommand } from './keys/revoke.js';
import { setRootCommand } from './keys/root.js';

export const keysCommand = group('keys', 'keys that sign commands', [
  newKeyCommand,
  inviteCommand,
  addKeysCommand,
  revokeKeyCommand,
  setRootCommand,
  listKeysCommand,
]);
