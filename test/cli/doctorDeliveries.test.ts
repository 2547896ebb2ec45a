import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { startMailServer } from '../delivery/mailServer.js';
import { hasSshServer, startSshServer } from '../delivery/sshServer.js';
import { startDeliveredService } from './deliveredService.js';
import type { SampleService } from './sampleService.js';

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
  test('logs in to the mail server, and sends nothing', async () => {
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
          message: expect.stringMatching(/127\.0\.0\.1 takes mails as payroll; .*payroll@example\.com/),
        },
      ],
    });
    chmodSync(join(service.cwd, 'right'), 0o600);
    writeFileSync(join(service.cwd, 'right'), 'wrong');
    const wrong = await findingsOf(service, 'mail');
    expect(wrong).toMatchObject({ status: 7, findings: [{ status: 'problem', code: 'DELIVERY_FAILED' }] });
    expect(wrong.findings[0]?.remedy).toMatch(/user and password/);
    expect(server.mails).toEqual([]);
  });

  test('says that the mail server is not there, and that "mail" is missing', async () => {
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
            /deliveries\.office sends mail, and the configuration has no "mail"/,
          ),
        },
      ],
    });
  });

  test('looks at folders, and at the keys of who opens files', async () => {
    const service = await serviceWith(
      9,
      '{ archive: { to: folder, path: archive }, lost: { to: folder, path: nowhere }, closed: { to: folder, path: archive, encrypt: { publicKey: none.asc } } }',
      '',
    );
    const { findings } = await findingsOf(service, 'deliveries');
    expect(findings.map(({ status, message }) => `${status} ${message.split(':')[0]}`)).toEqual([
      'ok archive',
      'problem deliveries.lost',
      'problem encrypt.publicKey',
    ]);
    expect(readdirSync(join(service.cwd, 'archive'))).toEqual([]);
  });

  test.runIf(hasSshServer())('logs in to the SFTP server, and sees its folders', async () => {
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
  });
});
