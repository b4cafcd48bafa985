// @ts-check
/**
 * Jest's Node environment, in which a suite that leaves something open fails under its own name: a
 * socket, a server, a child process or a timer would keep the process from ending. After a failed
 * test it does not check: Jest would report the open handle instead of the failure.
 */
import { Server, Socket } from 'node:net';
import { TestEnvironment } from 'jest-environment-node';

/** Maximum time for closing: a socket stays until its server closes it too, a busy one late. */
const usualLimitMs = 20_000;

// The process opens its own pipes when they are first asked for.
void [process.stdin, process.stdout, process.stderr];

export default class ClosingEnvironment extends TestEnvironment {
  /**
   * @param {ConstructorParameters<typeof TestEnvironment>[0]} config
   * @param {ConstructorParameters<typeof TestEnvironment>[1]} context
   */
  constructor(config, context) {
    super(config, context);
    const { closingLimitMs = usualLimitMs } = config.projectConfig.testEnvironmentOptions;
    this.limitMs = Number(closingLimitMs);
    this.hasFailed = false;
  }

  /** @param {{ name: string, test?: { errors: unknown[] } }} event */
  handleTestEvent({ name, test }) {
    if (name === 'hook_failure' || (name === 'test_done' && test?.errors.length)) {
      this.hasFailed = true;
    }
  }

  /** @override */
  async setup() {
    this.before = open();
    this.handlesBefore = new Set(handles());
    await super.setup();
  }

  /** @override */
  async teardown() {
    if (this.hasFailed) return super.teardown();
    const deadlineMs = Date.now() + this.limitMs;
    let left = added(this.before ?? [], open());
    while (left.length > 0 && Date.now() < deadlineMs) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      left = added(this.before ?? [], open());
    }
    await super.teardown();
    if (left.length === 0) return;
    throw new Error(
      `The suite leaves open: ${[...left, ...sockets(this.handlesBefore)].join(', ')}.`,
    );
  }
}

/** Returns the kinds of resources that keep this process alive now, one entry for each resource. */
function open() {
  return process.getActiveResourcesInfo().filter((kind) => !passing.has(kind));
}

/** @returns {unknown[]} the sockets, servers and pipes of this process */
function handles() {
  // @ts-expect-error Node has it, and does not document it.
  return process._getActiveHandles();
}

/**
 * Returns the other end of each new socket and the address of each new server, to identify the
 * owner.
 * @param {ReadonlySet<unknown>} [before]
 */
function sockets(before) {
  return handles().flatMap((handle) => {
    if (before?.has(handle)) return [];
    if (handle instanceof Server) return `a server at ${JSON.stringify(handle.address())}`;
    if (!(handle instanceof Socket) || handle.remotePort === undefined) return [];
    const { localPort, remotePort, destroyed, connecting } = handle;
    return `a socket from ${localPort} to ${remotePort} (${JSON.stringify({ destroyed, connecting })})`;
  });
}

/** Work that ends by itself. */
const passing = new Set(['CloseReq', 'FSReqCallback', 'FSReqPromise', 'GetAddrInfoReqWrap']);

/**
 * Returns the items that are present now and were not before.
 * @param {string[]} before @param {string[]} now
 */
function added(before, now) {
  const rest = [...before];
  return now.filter((kind) => {
    const index = rest.indexOf(kind);
    if (index !== -1) rest.splice(index, 1);
    return index === -1;
  });
}
