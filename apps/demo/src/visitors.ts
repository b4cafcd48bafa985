import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '#contract';
import { getJackpots } from './api.js';
import type { KeyFiles } from './keys.js';
import type { Programs } from './programs.js';

const lookEveryMs = 1_000;
/** Time for the manager to read the act before approving it. */
const approvedAfterMs = 4_000;
/** Roles of a visitor; the demo's manager is the second person. */
const roles = 'operate,adjust,pay';

/** The addresses that visitors need. */
export interface VisitorPlaces {
  /** Address of the console, as browsers name it. */
  readonly room: string;
  /** Address of the ledger service. */
  readonly api: string;
  readonly host: string;
  readonly port: number;
}

/**
 * Lets people at a browser take part: an address gives each of them an invitation, their passkeys
 * are put in force, and the demo's manager approves their proposals.
 */
export class Visitors {
  private readonly doors: Server;
  private port = 0;
  private invited = 0;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<unknown> = Promise.resolve();
  private isBusy = false;
  /** Number of lines of the console's log already read. */
  private linesRead = 0;
  /** Time at which each proposal was first seen, epoch ms; Infinity once it is approved. */
  private readonly proposals = new Map<string, number>();
  private readonly inForce: string[] = [];
  private haveCome = false;

  private constructor(
    private readonly programs: Programs,
    private readonly keys: KeyFiles,
    private readonly places: VisitorPlaces,
  ) {
    this.doors = createServer((_, response) => void this.invite(response));
  }

  /** Waits for visitors until `end`. */
  static async begin(programs: Programs, keys: KeyFiles, places: VisitorPlaces): Promise<Visitors> {
    const visitors = new Visitors(programs, keys, places);
    const { port, host } = places;
    visitors.port = await listenAt(visitors.doors, port, host);
    visitors.timer = setInterval(() => {
      if (visitors.isBusy) return;
      visitors.isBusy = true;
      // A service that does not answer is asked again; the screen's health line says so.
      visitors.looking = visitors
        .look()
        .catch(() => undefined)
        .finally(() => (visitors.isBusy = false));
    }, lookEveryMs);
    return visitors;
  }

  /** Entry address of visitors. */
  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** Returns whether a visitor has made a passkey: the demo's own people leave the wins to them. */
  areThere(): boolean {
    return this.haveCome;
  }

  async end(): Promise<void> {
    clearInterval(this.timer);
    this.doors.closeAllConnections();
    this.doors.close();
    await this.looking;
  }

  private async invite(response: ServerResponse): Promise<void> {
    this.invited += 1;
    const kid = `visitor-${Date.now().toString(36)}-${this.invited}`;
    const person = ['--kid', kid, '--holder', kid, '--roles', roles];
    const invite = ['keys', 'invite', ...person, '--console', this.places.room, '--json'];
    const { output } = await this.programs.runCommand(invite);
    const { url } = (parseJson(Buffer.from(output)) ?? {}) as { url?: string };
    if (url === undefined) response.writeHead(503).end(output);
    else response.writeHead(302, { location: url, 'cache-control': 'no-store' }).end();
  }

  private async look(): Promise<void> {
    const made = this.keysMade();
    if (made.length > 0) this.haveCome = true;
    for (const key of made) await this.putInForce(key);
    if (this.inForce.length > 0) await this.approve();
  }

  /** Returns the passkeys that visitors have made, from the console's log. */
  private keysMade(): { readonly kid: string }[] {
    const log = readFileSync(join(this.programs.logFolder, 'console.log'), 'utf8');
    const lines = log.split('\n').slice(0, -1);
    const added = lines.slice(this.linesRead);
    this.linesRead = lines.length;
    return added.flatMap((line) => {
      const { event, key } = (parseJson(Buffer.from(line)) ?? {}) as MadeLine;
      return event === 'passkey-waits' && key ? key : [];
    });
  }

  private async putInForce(key: { readonly kid: string }): Promise<void> {
    const file = join(this.programs.logFolder, `${key.kid}.public.jwk`);
    writeFileSync(file, JSON.stringify(key));
    const add = ['keys', 'add', '--yes', file];
    const { code } = await this.programs.runCommand(add, { COMMAND_KEY: this.keys.rootKey });
    if (code === 0) this.inForce.push(key.kid);
  }

  private async approve(): Promise<void> {
    const { manager } = this.keys.people;
    for (const { id, proposals } of await getJackpots(this.places.api)) {
      for (const { proposal, holder } of proposals) {
        if (!this.inForce.includes(holder)) continue;
        const name = `${id} ${proposal}`;
        const seenAtMs = this.proposals.get(name) ?? Date.now();
        this.proposals.set(name, seenAtMs);
        if (Date.now() - seenAtMs < approvedAfterMs) continue;
        this.proposals.set(name, Infinity);
        const approve = ['approve', id, String(proposal), '--yes'];
        const env = { COMMAND_KEY: manager.privateKey };
        const { code, output } = await this.programs.runCommand(approve, env);
        if (code === 0) continue;
        const why = output.trim().split('\n').at(-1) ?? '';
        this.programs.tell(`The manager did not approve proposal ${proposal} of ${id}: ${why}`);
      }
    }
  }
}

/** A line of the console's log about a passkey that waits (contract 9.5). */
interface MadeLine {
  readonly event?: string;
  readonly key?: { readonly kid: string };
}

/**
 * Listens at the port, or at any other if a demo that started at the same time has taken it.
 * @returns the port.
 */
async function listenAt(server: Server, port: number, host: string): Promise<number> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || port === 0) throw error;
    return listenAt(server, 0, host);
  }
  return (server.address() as AddressInfo).port;
}
