// @module-tag slow
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type AddressOf, startDeliveredService } from '../../support/employers/deliveredService.js';
import type { SampleService } from '../../support/employers/sampleService.js';
import { startMailServer } from '../../support/servers/mailServer.js';
import { hasSshServer, startSshServer } from '../../support/servers/sshServer.js';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly message: string;
  readonly remedy: string | null;
  readonly code: string | null;
}

async function serviceWith(port: number, deliveries: string, mail?: string): Promise<SampleService> {
  const service = await startDeliveredService(port, deliveries, undefined, '', mail);
  opened.push(service.stop);
  return service;
}

async function findingsOf(
  service: SampleService,
  check: string,
): Promise<{ status: number; findings: Finding[] }> {
  const run = await service.run(['doctor', '--json']);
  const { findings }: { findings: Finding[] } = JSON.parse(run.stdout);
  return { status: run.status, findings: findings.filter((finding) => finding.check === check) };
}

describe('doctor', () => {
  test('logs in to the mail server, and sends nothing', { tags: 'slow' }, async () => {
    const server = await startMailServer('takes', {
      authOptional: false,
      onAuth: ({ password }, _session, done) =>
        password === 'right' ? done(null, { user: 'x' }) : done(new Error('no')),
    });
    opened.push(server.close);
    const mail = (password: string) =>
      `mail: { from: payroll@example.com, owner: office@example.com, smtp: { host: 127.0.0.1, port: ${server.port}, tls: none, user: payroll, password: { file: ${password} } } }`;
    const service = await serviceWith(
      server.port,
      '{ office: { to: mail, recipients: clerk@example.com } }',
      mail('right'),
    );
    for (const name of ['right', 'wrong']) writeFileSync(join(service.cwd, name), name, { mode: 0o600 });
    expect(await findingsOf(service, 'mail')).toMatchObject({
      status: 0,
      findings: [
        {
          status: 'ok',
          message: expect.stringMatching(/127\.0\.0\.1 accepts mail as payroll; .*payroll@example\.com/),
        },
      ],
    });
    chmodSync(join(service.cwd, 'right'), 0o600);
    writeFileSync(join(service.cwd, 'right'), 'wrong');
    const wrong = await findingsOf(service, 'mail');
    expect(wrong).toMatchObject({ status: 7, findings: [{ status: 'problem', code: 'DELIVERY_FAILED' }] });
    expect(wrong.findings[0]?.remedy).toMatch(/user name and password/);
    expect(server.mails).toEqual([]);
  });

  test('says that the mail server is not available, and that "mail" is missing', async () => {
    const gone = await startMailServer();
    await gone.close();
    const office = '{ office: { to: mail, recipients: clerk@example.com } }';
    expect(await findingsOf(await serviceWith(gone.port, office), 'mail')).toMatchObject({
      status: 7,
      findings: [{ status: 'problem', message: expect.stringMatching(/cannot be reached/) }],
    });
    expect(await findingsOf(await serviceWith(gone.port, office, ''), 'mail')).toMatchObject({
      findings: [
        {
          status: 'warning',
          message: expect.stringMatching(
            /The delivery "office" sends mail, but the configuration has no `mail`/,
          ),
        },
      ],
    });
  });

  test('checks folders, and the keys of recipients who decrypt files', async () => {
    const service = await serviceWith(
      9,
      '{ archive: { to: folder, path: archive }, lost: { to: folder, path: nowhere }, closed: { to: folder, path: archive, encrypt: { publicKey: none.asc } } }',
      '',
    );
    const { findings } = await findingsOf(service, 'deliveries');
    expect(findings.map(({ status, message }) => `${status} ${message.split(':')[0]}`)).toEqual([
      'ok archive',
      'problem The delivery "lost"',
      'problem encrypt.publicKey',
    ]);
    expect(readdirSync(join(service.cwd, 'archive'))).toEqual([]);
  });

  test.runIf(hasSshServer())(
    'logs in to the SFTP server, and finds its folders',
    { tags: 'slow' },
    async () => {
      const { target, folder, stop } = await startSshServer();
      opened.push(stop);
      mkdirSync(join(folder, 'in', 'payroll'));
      const sftp = (path: string, known = target.knownHosts) =>
        `{ to: sftp, host: 127.0.0.1, port: ${target.port}, user: ${target.user}, key: ${target.key}, knownHosts: ${known}, path: ${path} }`;
      writeFileSync(join(folder, 'empty'), '');
      const deliveries = `{ good: ${sftp(join(folder, 'in', 'payroll'))}, lost: ${sftp('/nowhere')}, strange: ${sftp('/in', join(folder, 'empty'))} }`;
      const { findings } = await findingsOf(await serviceWith(9, deliveries, ''), 'deliveries');
      expect(findings.map(({ status }) => status)).toEqual(['ok', 'problem', 'problem']);
      expect(findings[2]?.message).toMatch(/not in known_hosts.*SHA256:/);
      expect(readdirSync(join(folder, 'in', 'payroll'))).toEqual([]);
    },
  );
});

describe('reports in advance what would stop a delivery', () => {
  const MAIL =
    'mail: { from: payroll@example.com, owner: office@example.com, smtp: { host: 127.0.0.1, port: 9, tls: none } }';
  /** The sample has the most recent days. */
  const NOW = Date.parse('2026-10-31T12:00:00Z');
  const ofDeliveries = async (
    deliveries: string,
    more = '',
    addressOf: AddressOf = () => 'boss@example.com',
    files: Readonly<Record<string, string>> = {},
  ) => {
    const service = await startDeliveredService(9, deliveries, addressOf, more, MAIL);
    opened.push(service.stop);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(service.cwd, name), text);
    const run = await service.run(['doctor', '--json'], { nowMs: NOW });
    const { findings }: { findings: Finding[] } = JSON.parse(run.stdout);
    return findings.filter(({ status }) => status !== 'ok');
  };
  const said = (findings: readonly Finding[], check: string) =>
    findings
      .filter((finding) => finding.check === check)
      .map(({ status, code, message, remedy }) => [status, code, message, remedy].join(' | '));

  test('the template of a delivery that is not in the list of templates', async () => {
    const findings = await ofDeliveries('{ office: { to: folder, path: archive, templates: [lexware] } }');
    expect(said(findings, 'templates')).toEqual([
      expect.stringMatching(
        /problem \| EXPORT_BLOCKED \| lexware needs the payroll system's codes, and `payCodes` is empty/,
      ),
    ]);
    const unknown = await ofDeliveries(
      '{ drafts: { to: folder, path: archive, when: draft, templates: [monthly-hour] } }',
    );
    expect(said(unknown, 'templates')).toEqual([expect.stringMatching(/TEMPLATE_NOT_FOUND/)]);
  });

  test('an address column that the mapping file lacks', async () => {
    const findings = await ofDeliveries(
      '{ managers: { to: mail, recipients: { column: boss }, attach: true } }',
    );
    expect(said(findings, 'deliveries')).toEqual([
      expect.stringMatching(
        /problem \| MAPPING_INVALID \| The delivery "managers" uses the column "boss", which .*employees-bakery\.csv does not have\. \| Add the column/,
      ),
    ]);
  });

  test('an employee who worked recently and has no address is a problem; others are a warning', async () => {
    const column = '{ managers: { to: mail, recipients: { column: managerEmail }, attach: true } }';
    const [now, later] = said(
      await ofDeliveries(column, '', (index) => (index % 2 === 0 ? 'no address' : '')),
      'deliveries',
    );
    expect(now).toMatch(
      /^problem \| RECIPIENT_INVALID \| The delivery managers would fail\. These recipients have worked recently/,
    );
    expect(now).toMatch(/\([0-9a-f-]{36}\) has "no address", which is not an email address/);
    expect(now).toMatch(/column "managerEmail" of .*employees-bakery\.csv/);
    expect(later).toMatch(
      /^warning \| {2}\| The delivery managers will fail once these recipients have worked/,
    );
    expect(said(await ofDeliveries(column), 'deliveries')).toEqual([]);
  });

  test('address files for establishments and teams', async () => {
    const places = '{ places: { to: mail, recipients: { establishments: places.csv } } }';
    expect(said(await ofDeliveries(places), 'deliveries')).toEqual([
      expect.stringMatching(
        /problem \| MAPPING_INVALID \| paytally cannot read the recipients file .*places\.csv/,
      ),
    ]);
    const nobody = { 'places.csv': 'establishment;recipient\nNowhere;a@example.com\n' };
    expect(said(await ofDeliveries(places, '', undefined, nobody), 'deliveries')[0]).toMatch(
      /RECIPIENT_INVALID .*\n.* has no address/,
    );
  });

  test('file names that cannot be told apart, and mail texts that cannot be read', async () => {
    const findings = await ofDeliveries(
      '{ alike: { to: folder, path: archive, fileName: "{{ key }}", templates: [employee-days, pay-lines] }, broken: { to: mail, recipients: clerk@example.com, text: "{{ period" } }',
    );
    expect(said(findings, 'deliveries')).toEqual([
      expect.stringMatching(
        /CONFIG_INVALID \| deliveries\.alike\.fileName: .* and .* would both be named bakery\.csv/,
      ),
      expect.stringMatching(/CONFIG_INVALID \| "text" of delivery broken cannot be read/),
    ]);
  });

  test('schedules that name no delivery, or one for other runs', { tags: 'slow' }, async () => {
    const archive = '{ archive: { to: folder, path: archive } }';
    const monthly = (more: string) => `schedule: { monthly: { workday: 3, ${more} } }`;
    expect(said(await ofDeliveries(archive, monthly('deliver: [archve]')), 'deliveries')).toEqual([
      expect.stringMatching(/CONFIG_INVALID \| bakery, schedule "monthly": there is no delivery "archve"/),
    ]);
    expect(said(await ofDeliveries(archive, monthly('deliver: [archive]')), 'deliveries')).toEqual([
      expect.stringMatching(
        /^warning .*schedule "monthly" creates drafts, but the delivery "archive" is for finals only/,
      ),
    ]);
    expect(
      said(await ofDeliveries(archive, monthly('final: true, deliver: [archive]')), 'deliveries'),
    ).toEqual([]);
    expect(said(await ofDeliveries(archive, monthly('period: nonsense')), 'deliveries')).toEqual([
      expect.stringMatching(/PERIOD_INVALID \| bakery: schedule\.monthly\.period/),
    ]);
  });
});
