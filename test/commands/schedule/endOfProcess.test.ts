// @module-tag slow
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type DeliveryJson,
  deliveriesIn,
  startDeliveredService,
} from '../../support/employers/deliveredService.js';
import type { SampleService } from '../../support/employers/sampleService.js';
import { isBuilt, startChild, until } from '../../support/programs/childExport.js';
import { startMailServer } from '../../support/servers/mailServer.js';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** The time that an office machine gives a service to stop. */
const PATIENCE_MS = 9000;
const OFFICE = '{ office: { to: mail, recipients: clerk@example.com, when: both } }';

/** Accepts connections and never responds. */
async function silentServer(): Promise<{ port: number; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port, sockets };
}

async function serviceWith(port: number, deliveries = OFFICE, more = ''): Promise<SampleService> {
  const mail = `mail: { from: "Payroll <payroll@example.com>", owner: office@example.com, smtp: { host: 127.0.0.1, port: ${port}, tls: none, timeoutSeconds: 600 } }`;
  const service = await startDeliveredService(port, deliveries, undefined, more, mail);
  opened.push(service.stop);
  return service;
}

/** Starts a command, asks it to stop after an event, and returns its status and duration. */
async function askedToEnd(service: SampleService, argv: readonly string[], moment: () => boolean) {
  const child = startChild(service, argv);
  await until(moment, child);
  const since = Date.now();
  child.process.kill('SIGTERM');
  const { status, stderr } = await child.ended;
  return { status, stderr, tookMs: Date.now() - since };
}

async function statesOf(service: SampleService): Promise<readonly DeliveryJson[]> {
  const { stdout } = await service.run(['history', '--json']);
  return deliveriesIn(await service.run(['send', JSON.parse(stdout).runs[0].runId, '--dry-run', '--json']));
}

// The built program is missing only if vitest runs without a build.
describe.skipIf(!isBuilt)('a program that is asked to stop (skipped if dist is not built)', () => {
  test('leaves a mail server that never greets within seconds; nothing was sent', async () => {
    const { port, sockets } = await silentServer();
    const service = await serviceWith(port);
    const end = await askedToEnd(service, ['export', '2026-10', '--deliver'], () => sockets.size > 0);
    expect(end.tookMs).toBeLessThan(PATIENCE_MS);
    expect(end.status).toBe(130);
    expect((await statesOf(service)).map(({ state }) => state)).toEqual(['failed']);
  }, 60_000);

  test('leaves a mail server that does not answer DATA, and records that the mail may have arrived', async () => {
    const server = await startMailServer('keeps-silent-after-data');
    opened.push(server.close);
    const service = await serviceWith(server.port);
    const end = await askedToEnd(service, ['export', '2026-10', '--deliver'], () => server.mails.length > 0);
    expect(end.tookMs).toBeLessThan(PATIENCE_MS);
    expect((await statesOf(service)).map(({ state }) => state)).toEqual(['unknown']);
  }, 60_000);

  test('leaves an SFTP server that never answers', async () => {
    const { port, sockets } = await silentServer();
    const office = `{ office: { to: sftp, host: 127.0.0.1, port: ${port}, user: payroll, key: key, knownHosts: known, path: /in, when: both } }`;
    const service = await serviceWith(9, office);
    const end = await askedToEnd(service, ['export', '2026-10', '--deliver'], () => sockets.size > 0);
    expect(end.tookMs).toBeLessThan(PATIENCE_MS);
    expect((await statesOf(service)).map(({ state }) => state)).toEqual(['failed']);
  }, 60_000);

  test('"schedule run" stops cleanly during a stalled mail, and continues there later', async () => {
    const server = await startMailServer('keeps-silent-after-data');
    opened.push(server.close);
    const now = new Date(Date.now() - 60_000);
    const line = `${now.getUTCMinutes()} ${now.getUTCHours()} * * *`;
    const schedule = `schedule: { daily: { cron: "${line}", zone: Etc/UTC, period: 2026-10, deliver: [office] } }`;
    const service = await serviceWith(server.port, OFFICE, schedule);
    const end = await askedToEnd(
      service,
      ['schedule', 'run', '--log', 'json'],
      () => server.mails.length > 0,
    );
    expect(end.tookMs).toBeLessThan(PATIENCE_MS);
    expect(end.status).toBe(0);
    expect(JSON.parse(end.stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({ event: 'stopped' });
    expect((await statesOf(service)).map(({ state }) => state)).toEqual(['unknown']);
  }, 60_000);

  test('"schedule run" stops at once while it waits', async () => {
    const service = await serviceWith(9, '{}', 'schedule: { yearly: { cron: "0 6 1 1 *", zone: Etc/UTC } }');
    let isReady = false;
    const child = startChild(service, ['schedule', 'run', '--log', 'json']);
    child.process.stderr?.on('data', (chunk: Buffer) => {
      isReady ||= chunk.toString().includes('"idle"');
    });
    await until(() => isReady, child);
    const since = Date.now();
    child.process.kill('SIGTERM');
    expect((await child.ended).status).toBe(0);
    expect(Date.now() - since).toBeLessThan(3000);
  }, 60_000);
});
