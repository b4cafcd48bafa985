import { authorityOfLedger, houseTime, invitationText, writeInvitation } from '#acts';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { renderUnicodeCompact } from 'uqr';
import { connected } from '../../command.js';
import { openSigner } from '../../keys/open-signer.js';
import { jsonOption } from '../../options/common.js';
import { readRoles } from '../../options/roles.js';

/**
 * Invites a person to make a passkey on their own device. Sends nothing and puts nothing in force:
 * the key waits until `keys add` puts it in force.
 * @throws UserError if a name or a role is wrong, or COMMAND_KEY may not invite.
 */
export const inviteCommand = connected(
  () =>
    new Command('invite')
      .description('print an address at which a person makes a passkey (role keys)')
      .requiredOption('--kid <id>', 'name that their key gets')
      .requiredOption('--holder <name>', 'the person; all keys of one person have the same holder')
      .requiredOption('--roles <roles>', 'as for `keys new`, separated by commas')
      .requiredOption(
        '--console <address>',
        'address of the control room, as typed in a browser',
        readAddress,
      )
      .addOption(jsonOption()),
  async (connections, { kid, holder, roles: given, console: address, json = false }) => {
    const roles = readRoles(given);
    const { env, terminal } = connections;
    const signer = openSigner(env.COMMAND_KEY, terminal);
    const authority = await authorityOfLedger(connections);
    signer.assertMay('keys', authority);
    const { text, expires } = invitationText({ kid, holder, roles }, authority);
    const invitation = writeInvitation(text, signer.sign(authority.ledger ?? '', text));
    const url = `${address}/enrol#${invitation}`;
    const facts = { kid, holder, roles, expires, url };
    const code = json ? '' : renderUnicodeCompact(url, { border: 2 });
    const lines = `${holder} opens this address on their own device, once, until ${houseTime(expires, 'UTC')}:\n\n${url}\n\n${code}\n\nThen their key waits under People, with its file for \`keys add\`.\n`;
    return { facts, lines };
  },
);

function readAddress(given: string): string {
  const address = given.replace(/\/+$/, '');
  if (/^(https:\/\/|http:\/\/localhost)[^\s/#?]*$/.test(address)) return address;
  throw new InvalidArgumentError('It is an address such as https://jackpot.casino.example.');
}
