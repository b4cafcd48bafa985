// @ts-check
/** Asks a broker for its cluster's metadata, without a client library. */
import { connect } from 'node:net';

const metadataKey = 3;

/** The last version of the request without compact encodings; Kafka 4 still answers it. */
const metadataVersion = 4;

/**
 * Reads the cluster's id. An open port is not enough: only a cluster with a live broker can create
 * topics.
 * @param {number} port
 * @returns {Promise<string | undefined>} the id of the cluster; undefined while it is not ready
 */
export function clusterIdAt(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let reply = Buffer.alloc(0);
    socket.setTimeout(2_000, () => socket.destroy());
    socket.once('connect', () => socket.write(metadataRequest()));
    socket.on('data', (chunk) => {
      reply = Buffer.concat([reply, chunk]);
      if (reply.length < 4 || reply.length < 4 + reply.readInt32BE(0)) return;
      resolve(readClusterId(reply));
      socket.destroy();
    });
    socket.once('error', () => {});
    socket.once('close', () => resolve(undefined));
  });
}

/** Makes a request for the brokers alone, without topics. */
export function metadataRequest() {
  const clientId = Buffer.from('stack');
  const body = Buffer.alloc(10 + clientId.length + 5);
  body.writeInt16BE(metadataKey, 0);
  body.writeInt16BE(metadataVersion, 2);
  body.writeInt32BE(1, 4);
  body.writeInt16BE(clientId.length, 8);
  clientId.copy(body, 10);
  const size = Buffer.alloc(4);
  size.writeInt32BE(body.length);
  return Buffer.concat([size, body]);
}

/**
 * @param {Buffer} reply size, correlation id, throttle time, brokers, cluster id, ...
 * @returns {string | undefined}
 */
export function readClusterId(reply) {
  let at = 12;
  const brokers = reply.readInt32BE(at);
  at += 4;
  for (let broker = 0; broker < brokers; broker += 1) {
    at += 4;
    at += 2 + reply.readInt16BE(at);
    at += 4;
    at += 2 + Math.max(0, reply.readInt16BE(at));
  }
  const length = reply.readInt16BE(at);
  if (brokers < 1 || length < 0) return undefined;
  return reply.toString('utf8', at + 2, at + 2 + length);
}
