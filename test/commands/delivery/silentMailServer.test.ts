// @module-tag slow
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type DeliveryJson,
  deliveriesIn,
  startDeliveredService,
} from '../../support/employers/deliveredService.js';
import type { SampleService } from '../../support/employers/sampleService.js';
import { isBuilt, startChild } from '../../support/programs/childExport.js';
import { startMailServer } from '../../support/servers/mailServer.js';

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

interface SilentServer {
  readonly port: number;
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

/** Accepts every connection and never responds; each is reported to the callback. */
async function startSilentServer(onConnection: () => void = () => undefined): Promise<SilentServer> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    onConnection();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const close = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  };
  return { port: address.port, connections: () => sockets.length, close };
}

const RECIPIENTS = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.com`);
const ALL = `{ all: { to: mail, recipients: [${RECIPIENTS.join(', ')}], when: both } }`;
const EXPORT = ['export', '2026-10', '--json'];

async function serviceWith(port: number, timeoutSeconds = 1): Promise<SampleService> {
  const mail = `mail: { from: payroll@example.com, owner: office@example.com, smtp: { host: 127.0.0.1, port: ${port}, tls: none, timeoutSeconds: ${timeoutSeconds} } }`;
  const service = await startDeliveredService(port, ALL, undefined, '', mail);
  opened.push(service.stop);
  return service;
}

const states = (deliveries: readonly DeliveryJson[]): string[] => deliveries.map(({ state }) => state);

describe('a mail server that accepts connections and never answers', () => {
  test('delays each run only once, notices included', async () => {
    const silent = await startSilentServer();
    const service = await serviceWith(silent.port);
    const run = await service.run([...EXPORT, '--deliver']);
    expect(run.status).toBe(7);
    expect(silent.connections()).toBe(1);
    const deliveries = deliveriesIn(run);
    expect(states(deliveries)).toEqual(RECIPIENTS.map(() => 'failed'));
    expect(new Set(deliveries.map(({ problem }) => problem)).size).toBe(1);
    expect(deliveries[0]?.problem).toContain('did not answer in time');
    expect(run.stderr).toContain('the notice to office@example.com could not be sent');
    const { runId } = JSON.parse(run.stdout).runs[0];
    await service.run(['send', runId]);
    expect(silent.connections()).toBe(2);
    await silent.close();
    const answering = await startMailServer('takes', {}, silent.port);
    opened.push(answering.close);
    expect(states(deliveriesIn(await service.run(['send', runId, '--json'])))).toEqual(
      RECIPIENTS.map(() => 'sent'),
    );
  });

  test('leaves a mail that it has received as unknown, and no other is started', async () => {
    const server = await startMailServer('keeps-silent-after-data');
    opened.push(server.close);
    const service = await serviceWith(server.port);
    const run = await service.run([...EXPORT, '--deliver']);
    expect(states(deliveriesIn(run))).toEqual(['unknown', ...RECIPIENTS.slice(1).map(() => 'failed')]);
    expect(server.mails).toHaveLength(1);
    expect(server.connections()).toBe(1);
  });

  test('that disconnects on one recipient still receives the others', async () => {
    const server = await startMailServer((recipient) =>
      recipient.startsWith('b') ? 'hangs-up-on-recipient' : 'takes',
    );
    opened.push(server.close);
    const run = await (await serviceWith(server.port)).run([...EXPORT, '--deliver']);
    expect(states(deliveriesIn(run)).filter((state) => state === 'sent')).toHaveLength(5);
  });

  test.skipIf(!isBuilt)(
    'delays all concurrent processes only once',
    async () => {
      let first = () => {};
      const isReached = new Promise<void>((resolve) => {
        first = resolve;
      });
      const silent = await startSilentServer(() => first());
      opened.push(silent.close);
      const service = await serviceWith(silent.port, 8);
      const ids: string[] = [];
      for (let run = 0; run < 3; run += 1)
        ids.push(JSON.parse((await service.run(EXPORT)).stdout).runs[0].runId);
      const [one = '', ...others] = ids;
      const leading = startChild(service, ['send', one]);
      await isReached;
      const waiting = await Promise.all(
        others.map((id) => startChild(service, ['send', id, '--json']).ended),
      );
      await leading.ended;
      for (const { stdout, stderr } of waiting) {
        // Otherwise they started too late to wait for the first.
        expect(stderr).toContain(
          'Another paytally process is sending from this store. Waiting for it to finish.',
        );
        expect(states(deliveriesIn({ status: 7, stdout, stderr }))).toEqual(RECIPIENTS.map(() => 'failed'));
      }
      expect(silent.connections()).toBe(1);
    },
    60_000,
  );
});
