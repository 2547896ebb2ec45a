import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { EmployerData } from '../../src/sandbox/sandboxData.js';
import { startSandbox } from '../../src/sandbox/startSandbox.js';
import { type Misbehaviour, startMailServer } from '../delivery/mailServer.js';
import { parseMail } from '../delivery/parseMail.js';
import { shortly, startDeliveredService } from './deliveredService.js';
import { ACCEPT, AFTER, sampleData, sampleOfDays, startSampleService } from './sampleService.js';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const PERIOD = '2026-10-05..2026-10-07';

test('corrections reach the recipients of the finals, also on a retry', { tags: 'slow' }, async () => {
  let mood: Misbehaviour = 'takes';
  const server = await startMailServer(() => mood);
  opened.push(server.close);
  const employers = await sampleOfDays('2026-10-05', '2026-10-07');
  const mail = `mail: { from: a@example.com, owner: o@example.com, smtp: { host: 127.0.0.1, port: ${server.port}, tls: none } }`;
  const deliveries =
    'deliveries: { archive: { to: folder, path: archive }, office: { to: mail, recipients: clerk@example.com, attach: true } }';
  const service = await startSampleService({ employers }, `templates: [pay-lines]\n${mail}\n${deliveries}`);
  opened.push(service.stop);
  mkdirSync(join(service.cwd, 'archive'));
  const nowMs = AFTER;
  const final = await service.run(['export', PERIOD, '--final', ...ACCEPT, '--deliver', '--json'], { nowMs });
  expect(final.status).toBe(0);
  const [employer] = employers;
  const entries = employer?.records['time-entries'] as unknown as {
    id: string;
    status: string;
    employeeId: string | null;
    workDate: string;
    workedMinutes: number | null;
  }[];
  const target = entries.find(
    ({ status, employeeId, workedMinutes, workDate }) =>
      status === 'Completed' &&
      employeeId !== null &&
      (workedMinutes ?? 0) > 100 &&
      workDate === '2026-10-06',
  );
  const changed = entries.filter(({ id }) => id !== target?.id);
  const records = { ...employer?.records, 'time-entries': changed };
  const sandbox = await startSandbox({
    ...(await sampleData()),
    employers: [{ ...employer, records }] as unknown as EmployerData[],
  });
  opened.push(() => sandbox.stop());
  const env = { ...service.env, PAYTALLY_SANDBOX_URL: sandbox.baseUrl };
  mood = 'greylists';
  const run = await service.run(['corrections', PERIOD, '--final', ...ACCEPT, '--deliver', '--json'], {
    nowMs,
    env,
  });
  expect(run.status).toBe(7);
  const [correction] = JSON.parse(run.stdout).runs;
  expect(
    correction.deliveries.map(({ name, state }: { name: string; state: string }) => `${name} ${state}`),
  ).toEqual(['archive sent', 'office failed']);
  expect(readdirSync(join(service.cwd, 'archive')).sort()).toEqual([
    `bakery_${PERIOD}_pay-lines.csv`,
    `bakery_${PERIOD}_pay-lines_corrections-1.csv`,
  ]);
  mood = 'takes';
  const later = await service.run(['schedule', 'run', '--due', '--json'], { nowMs: nowMs + 600_000, env });
  expect(later.status).toBe(0);
  const clerk = server.mails.filter(({ recipients }) => recipients[0] === 'clerk@example.com');
  expect(clerk).toHaveLength(2);
  expect(clerk.map(({ content }) => parseMail(content).subject)).toEqual([
    `bakery: hours ${PERIOD}`,
    `bakery: corrections ${PERIOD}`,
  ]);
  const { runs } = JSON.parse((await service.run(['history', '--json'], { nowMs, env })).stdout);
  const digests = runs.map(({ digest }: { digest: string }) => digest).reverse();
  // The mail wraps long lines.
  const texts = clerk.map(({ content }) => content.toString('utf8').replace(/=\r?\n/g, ''));
  expect(texts.map((text) => digests.findIndex((digest: string) => text.includes(digest)))).toEqual([0, 1]);
});

test('each recipient gets the correction rows of its people, and no others', async () => {
  const server = await startMailServer();
  opened.push(server.close);
  const managers = 'managers: { to: mail, recipients: { column: managerEmail }, attach: true }';
  const service = await startDeliveredService(
    server.port,
    `{ ${managers}, archive: { to: folder, path: archive } }`,
  );
  opened.push(service.stop);
  const run = (command: string) =>
    service.run([command, '2026-10-29..2026-10-30', '--final', ...ACCEPT, '--deliver', '--json'], {
      nowMs: AFTER,
    });
  expect((await run('export')).status).toBe(0);
  appendFileSync(join(service.cwd, 'paytally.yaml'), 'minimumPaid: { day: 1440, code: TOP }\n');
  server.mails.length = 0;
  const corrected = await run('corrections');
  expect([...shortly(corrected)].sort()).toEqual([
    `archive ${join(service.cwd, 'archive')} sent`,
    'managers anna@example.com sent',
    'managers ben@example.com sent',
  ]);
  const name = 'bakery_2026-10-29..2026-10-30_pay-lines_corrections-1.csv';
  const whole = rowsIn(readFileSync(join(service.cwd, 'archive', name), 'utf8'));
  const mailed = server.mails.map(({ recipients, content }) => {
    const [attached] = parseMail(content).attachments;
    expect(attached?.name).toBe(name);
    return {
      to: recipients[0],
      rows: rowsIn(Buffer.from(attached?.base64 ?? '', 'base64').toString('utf8')),
    };
  });
  const managerOf = addressesIn(readFileSync(join(service.cwd, 'employees-bakery.csv'), 'utf8'));
  expect(mailed).toHaveLength(2);
  for (const { to, rows } of mailed) {
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual(whole.filter((row) => managerOf.get(row.split(',')[0] ?? '') === to));
  }
  expect(mailed.flatMap(({ rows }) => rows).sort()).toEqual([...whole].sort());
});

const rowsIn = (text: string): string[] => text.trimEnd().split('\n').slice(1);

function addressesIn(mapping: string): ReadonlyMap<string, string> {
  const rows = mapping.trimEnd().split(/\r?\n/).slice(1);
  return new Map(
    rows.map((row) => [row.split(/[;,]/)[0] ?? '', /"([^"]*)"\s*$/.exec(row)?.[1] ?? ''] as const),
  );
}
