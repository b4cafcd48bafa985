import { createServer, type Server } from 'node:net';
import { firstPort, freePort, isFree, lastPort, reachedAt } from './ports.mjs';

test('no outgoing connection gets such a port, and no port is given twice', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()));
  expect(new Set(ports).size).toBe(20);
  for (const port of ports) {
    expect(port).toBeGreaterThanOrEqual(firstPort);
    expect(port).toBeLessThan(lastPort);
  }
});

test('a port with a listener is not free', async () => {
  const port = await freePort();
  const server = await new Promise<Server>((resolve) => {
    const listening = createServer().listen(port, '127.0.0.1', () => resolve(listening));
  });
  expect(await isFree(port)).toBe(false);
  await new Promise((resolve) => server.close(resolve));
  expect(await isFree(port)).toBe(true);
});

test('a server that listens everywhere is reached at an address of this machine', () => {
  expect(reachedAt('192.168.1.5')).toBe('192.168.1.5');
  expect(reachedAt('::1')).toBe('[::1]');
  expect(reachedAt('0.0.0.0')).toMatch(/^\d+(\.\d+){3}$/);
  expect(reachedAt('0.0.0.0')).not.toBe('0.0.0.0');
});
