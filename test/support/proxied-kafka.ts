import { ServerProxy } from '#testing/server-proxy';
import { freePort } from '../../tools/stack/ports.mjs';
import { OwnServer } from './own-stack.js';

/** A Kafka of one test that some of its clients reach through a proxy. */
export interface ProxiedKafka {
  readonly kafka: Awaited<ReturnType<typeof OwnServer.kafka>>;
  readonly proxy: ServerProxy;
  /** The proxy, in the form of KAFKA_BROKERS. */
  readonly proxied: string;
}

/** Starts a Kafka with a second listener, which gives its clients the address of the proxy. */
export async function startProxiedKafka(): Promise<ProxiedKafka> {
  const [open, behind, controller] = [await freePort(), await freePort(), await freePort()];
  const proxy = new ServerProxy(behind);
  const proxied = await proxy.start();
  const listeners = [
    `PLAINTEXT://127.0.0.1:${open}`,
    `PROXIED://127.0.0.1:${behind}`,
    `CONTROLLER://127.0.0.1:${controller}`,
  ];
  const kafka = await OwnServer.kafka(open, {
    listeners: listeners.join(','),
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${open},PROXIED://${proxied}`,
    'controller.quorum.voters': `1@127.0.0.1:${controller}`,
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,PROXIED:PLAINTEXT',
  });
  return { kafka, proxy, proxied };
}
