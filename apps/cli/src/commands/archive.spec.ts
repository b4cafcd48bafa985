import { archiveCommand } from './archive.js';
import { WrittenLedger } from '../../../../libs/proof/src/archive/testing/written-ledger.js';
import { capturedShell } from '../testing/captured-shell.js';
import { Terminal } from '../terminal/terminal.js';
import type { Connections } from '../servers/connections.js';

it('archive says aloud that it begins a new archive, and not that it goes on with one', async () => {
  const ledger = new WrittenLedger();
  const run = async (until: string): Promise<string> => {
    const env = { COMMAND_ROOT: ledger.path('root.jwks'), COMMAND_KEY: ledger.path('key.jwk') };
    const terminal = new Terminal(capturedShell());
    const connections = { ...ledger.live, env, terminal } as unknown as Connections;
    return (await archiveCommand.run(connections, { to: ledger.archive, until })).lines;
  };
  const begun =
    /^Started a new archive: .*000001\.manifest\.json is its first manifest\. .*wrong folder\.\n/;
  try {
    ledger.log.configure('main');
    expect(await run(ledger.commit().checkpoint('one'))).toMatch(begun);
    ledger.log.bet('main', 'T1', '1', 1);
    expect(await run(ledger.commit().checkpoint('second'))).not.toMatch(/new archive/);
  } finally {
    ledger.remove();
  }
});
