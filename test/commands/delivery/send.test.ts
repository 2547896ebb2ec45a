import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { shortly, startDeliveredService } from '../../support/employers/deliveredService.js';
import type { SampleService } from '../../support/employers/sampleService.js';
import { type MailServer, type Misbehaviour, startMailServer } from '../../support/servers/mailServer.js';
import { parseMail } from '../../support/servers/parseMail.js';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const DELIVERIES = `{
  managers: { to: mail, templates: [employee-days], recipients: { column: managerEmail }, attach: true, when: both },
  office: { to: mail, recipients: clerk@example.com, when: both },
  archive: { to: folder, path: archive, when: both } }`;

let mood: (recipient: string) => Misbehaviour = () => 'takes';

async function bench(deliveries = DELIVERIES): Promise<{ server: MailServer; service: SampleService }> {
  mood = () => 'takes';
  const server = await startMailServer((recipient) => mood(recipient));
  opened.push(server.close);
  const service = await startDeliveredService(server.port, deliveries);
  opened.push(service.stop);
  return { server, service };
}

async function exported(service: SampleService, ...more: string[]): Promise<string> {
  const run = await service.run(['export', '2026-10', '--json', ...more]);
  return JSON.parse(run.stdout).runs[0].runId;
}

/** Mails to recipients; mails to the owner are separate. */
function counted({ mails }: MailServer): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { recipients } of mails) counts[recipients.join()] = (counts[recipients.join()] ?? 0) + 1;
  return counts;
}

describe('send', () => {
  test('retries failed deliveries, and never those already sent', { tags: 'slow' }, async () => {
    const { server, service } = await bench();
    mood = (recipient) => (recipient.startsWith('anna') ? 'greylists' : 'takes');
    const runId = await exported(service, '--deliver');
    expect(counted(server)).toEqual({
      'ben@example.com': 1,
      'clerk@example.com': 1,
      'office@example.com': 1,
    });
    const still = await service.run(['send', runId, '--json']);
    expect(still.status).toBe(7);
    expect(counted(server)).toEqual({
      'ben@example.com': 1,
      'clerk@example.com': 1,
      'office@example.com': 1,
    });
    mood = () => 'takes';
    const run = await service.run(['send', runId, '--json']);
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(shortly(run).map((line) => line.split(' ').at(-1))).toEqual(['sent', 'sent', 'sent', 'sent']);
    expect(counted(server)).toEqual({
      'anna@example.com': 1,
      'ben@example.com': 1,
      'clerk@example.com': 1,
      'office@example.com': 2,
    });
    const works = parseMail(server.mails.at(-1)?.content ?? Buffer.of());
    expect(works.subject).toBe('bakery 2026-10: deliveries succeeded');
    await service.run(['send', runId]);
    expect(server.mails).toHaveLength(5);
  });

  test('a delivery that may have arrived waits for a person’s decision', async () => {
    const { server, service } = await bench();
    mood = (recipient) => (recipient.startsWith('ben') ? 'hangs-up-after-data' : 'takes');
    const runId = await exported(service, '--deliver');
    mood = () => 'takes';
    const left = await service.run(['send', runId, '--json']);
    expect(left.status).toBe(7);
    expect(shortly(left)[1]).toBe('managers ben@example.com unknown');
    expect(counted(server)['ben@example.com']).toBe(1);
    const again = await service.run(['send', runId, '--again', 'managers', '--json']);
    expect(again.status).toBe(0);
    expect(counted(server)).toMatchObject({
      'ben@example.com': 2,
      'anna@example.com': 2,
      'clerk@example.com': 1,
    });
    const ids = server.mails
      .filter(({ recipients }) => recipients[0] === 'ben@example.com')
      .map(({ content }) => parseMail(content).messageId);
    expect(new Set(ids).size).toBe(1);
  });

  test('a dry run lists recipients and their files, also for runs exported without delivery, and sends nothing', async () => {
    const { server, service } = await bench();
    const runId = await exported(service);
    const run = await service.run(['send', runId, '--dry-run', '--json']);
    expect(run.status).toBe(0);
    const open = [
      'managers anna@example.com pending',
      'managers ben@example.com pending',
      'office clerk@example.com pending',
      `archive ${join(service.cwd, 'archive')} pending`,
    ];
    expect(shortly(run)).toEqual(open);
    expect(shortly(await service.run(['send', runId, '--dry-run', '--json']))).toEqual(open);
    expect(server.mails).toEqual([]);
    expect(shortly(await service.run(['send', runId, '--json']))).toEqual(
      open.map((line) => line.replace('pending', 'sent')),
    );
    expect(shortly(await service.run(['send', runId, '--dry-run', '--json']))).toHaveLength(4);
  });

  test('later sends a run that was exported without delivery, one delivery or all of them', async () => {
    const { server, service } = await bench(
      '{ office: { to: mail, recipients: clerk@example.com, when: both }, archive: { to: folder, path: archive, when: both } }',
    );
    const runId = await exported(service);
    expect(shortly(await service.run(['send', runId, '--to', 'archive', '--json']))).toHaveLength(1);
    expect(readdirSync(join(service.cwd, 'archive'))).toEqual(['bakery_2026-10_employee-days.csv']);
    expect(server.mails).toEqual([]);
    expect(shortly(await service.run(['send', runId, '--json']))).toHaveLength(2);
    expect(server.mails).toHaveLength(1);
  });

  test.each([
    ['a draft', []],
    [
      'a final',
      [
        '--final',
        ...[
          'UNREVIEWED',
          'DST_SUSPECT',
          'OPEN_ENTRY',
          'SHIFT_NO_ENTRY',
          'ENTRY_NO_SHIFT',
          'INVALID_RECORD',
          'OVERLAP',
          'LONG_ENTRY',
        ].flatMap((code) => ['--accept', `${code}=r`]),
      ],
    ],
  ])(
    'a %s run exported without delivery gets its files for each recipient later, without the service',
    async (_, more) => {
      const { server, service } = await bench();
      const exportedRun = JSON.parse((await service.run(['export', '2026-10', '--json', ...more])).stdout)
        .runs[0];
      const whole = readFileSync(exportedRun.files[0].path, 'utf8').trimEnd().split('\n');
      await service.sandbox.stop();
      const run = await service.run(['send', exportedRun.runId, '--to', 'managers', '--json']);
      expect(run.status).toBe(0);
      expect(counted(server)).toEqual({ 'anna@example.com': 1, 'ben@example.com': 1 });
      const rows = server.mails.flatMap(({ content }) => {
        const csv = Buffer.from(parseMail(content).attachments[0]?.base64 ?? '', 'base64').toString();
        const [header, ...own] = csv.trimEnd().split('\n');
        expect(header).toBe(whole[0]);
        return own;
      });
      expect(rows.sort()).toEqual(whole.slice(1).sort());
    },
  );

  test('an address that was wrong: said where it fails, and put right without exporting again', {
    tags: 'slow',
  }, async () => {
    const { server, service } = await bench();
    mood = (recipient) => (/clerk|ben/.test(recipient) ? 'refuses-recipient' : 'takes');
    const runId = await exported(service, '--deliver');
    expect(counted(server)).toEqual({ 'anna@example.com': 1, 'office@example.com': 1 });
    const settings = join(service.cwd, 'paytally.yaml');
    writeFileSync(settings, readFileSync(settings, 'utf8').replace('clerk@example.com', 'carla@example.com'));
    const mapping = join(service.cwd, 'employees-bakery.csv');
    writeFileSync(mapping, readFileSync(mapping, 'utf8').replace('"ben@example.com"', '"dora@example.com"'));
    const failed = await service.run(['send', runId]);
    expect(failed.status).toBe(7);
    expect(failed.stderr).toContain(
      `office would go to clerk@example.com, the address of the time when the run was made. Today it is carla@example.com. To send it there, run: \`paytally send ${runId} --to-current\``,
    );
    mood = () => 'takes';
    const planned = await service.run(['send', runId, '--to-current', '--dry-run', '--json']);
    expect(shortly(planned)).toContain('office carla@example.com pending');
    const run = await service.run(['send', runId, '--to-current', '--json']);
    expect(run.status).toBe(0);
    expect(shortly(run).sort()).toEqual([
      `archive ${join(service.cwd, 'archive')} sent`,
      ...['anna', 'ben', 'dora'].map((name) => `managers ${name}@example.com sent`),
      'office carla@example.com sent',
    ]);
    const sent = counted(server);
    expect(sent).toMatchObject({ 'anna@example.com': 1, 'carla@example.com': 1, 'dora@example.com': 1 });
    expect(sent['clerk@example.com']).toBeUndefined();
    // What waited for Ben has only the rows of those who still are his.
    const rowsFor = (name: string) =>
      server.mails
        .filter(({ recipients }) => recipients.includes(`${name}@example.com`))
        .flatMap(({ content }) => {
          const csv = Buffer.from(parseMail(content).attachments[0]?.base64 ?? '', 'base64').toString();
          return csv.trimEnd().split('\n').slice(1);
        });
    const rows = ['anna', 'ben', 'dora'].map(rowsFor);
    expect(new Set(rows.flat()).size).toBe(rows.flat().length);
    expect(rows[2]?.length).toBeGreaterThan(0);
    const again = await service.run(['send', runId, '--to-current', '--json']);
    expect(shortly(again)).toEqual(shortly(run));
    expect(counted(server)).toEqual(sent);
  });

  test('a missing address stops all deliveries, also later', async () => {
    const { server, service } = await bench();
    const runId = await exported(service);
    const path = join(service.cwd, 'employees-bakery.csv');
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"ben@example.com"', '""'));
    const run = await service.run(['send', runId, '--json']);
    expect(run.status).toBe(5);
    expect(JSON.parse(run.stdout).error.code).toBe('RECIPIENT_INVALID');
    expect(server.mails).toEqual([]);
    expect(readdirSync(join(service.cwd, 'archive'))).toEqual([]);
  });

  test('a file that no longer belongs to the run is not sent', async () => {
    const { service } = await bench('{ archive: { to: folder, path: archive, when: both } }');
    const runId = await exported(service);
    const path = join(service.cwd, 'out', 'draft', 'bakery_2026-10_employee-days.csv');
    writeFileSync(path, `${readFileSync(path, 'utf8')}forged\n`);
    const run = await service.run(['send', runId, '--json']);
    expect(run.status).toBe(7);
    expect(JSON.parse(run.stdout).runs[0].deliveries[0].problem).toMatch(/has changed since this run/);
    rmSync(path);
    expect(
      JSON.parse((await service.run(['send', runId, '--json'])).stdout).runs[0].deliveries[0].problem,
    ).toMatch(/cannot be read/);
    expect(readdirSync(join(service.cwd, 'archive'))).toEqual([]);
  });

  test('a missing folder fails alone, and the delivery succeeds once it is back', async () => {
    const { server, service } = await bench();
    rmSync(join(service.cwd, 'archive'), { recursive: true });
    const runId = await exported(service, '--deliver');
    expect(counted(server)).toMatchObject({ 'anna@example.com': 1, 'office@example.com': 1 });
    mkdirSync(join(service.cwd, 'archive'));
    expect((await service.run(['send', runId, '--json'])).status).toBe(0);
    expect(readdirSync(join(service.cwd, 'archive'))).toHaveLength(1);
  });

  test.each([
    [['send', 'no-such-run'], 'RUN_UNKNOWN'],
    [['send', 'RUN', '--to', 'offise'], 'DELIVERY_UNKNOWN'],
  ])('%j: %s', async (argv, code) => {
    const { service } = await bench();
    const runId = await exported(service);
    const run = await service.run([...argv.map((word) => (word === 'RUN' ? runId : word)), '--json']);
    expect(run.status).toBe(2);
    expect(JSON.parse(run.stdout).error.code).toBe(code);
  });
});
