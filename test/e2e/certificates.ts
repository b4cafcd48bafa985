import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificates {
  /** The private CA, for NODE_EXTRA_CA_CERTS. */
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
  /** Key and certificate in one file, in the form of Kafka's PEM key store. */
  readonly store: string;
}

/**
 * Writes a private CA, and its certificate for 127.0.0.1 and localhost, as files into the folder.
 */
export function makeCertificates(folder: string): Certificates {
  const at = (name: string): string => join(folder, name);
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  };
  const elliptic = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const ca = ['-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=casino test CA'];
  openssl('req', '-x509', ...elliptic, ...ca, '-days', '2');
  const server = ['-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=127.0.0.1'];
  openssl('req', ...elliptic, ...server);
  writeFileSync(at('san.cnf'), 'subjectAltName=IP:127.0.0.1,DNS:localhost\n');
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'san.cnf'];
  openssl('x509', '-req', '-in', 'server.csr', ...signing, '-out', 'server.pem', '-days', '2');
  const text = (name: string): string => readFileSync(at(name), 'utf8');
  writeFileSync(at('store.pem'), text('server.key') + text('server.pem'));
  return {
    ca: at('ca.pem'),
    certificate: at('server.pem'),
    key: at('server.key'),
    store: at('store.pem'),
  };
}
