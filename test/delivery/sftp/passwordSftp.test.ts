// @module-tag slow
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { NamedContent } from '../../../src/delivery/outgoingFile.js';
import { inspectServerFiles } from '../../../src/delivery/sftp/sftp.js';
import type { PasswordTarget } from '../../../src/delivery/sftp/sftpTarget.js';
import { Secret } from '../../../src/runtime/secrets/secret.js';
import { serverAttempt } from '../../support/servers/serverAttempt.js';
import {
  hasOwnMounts,
  type SshOptions,
  type SshServer,
  startCutter,
  startSshServer,
} from '../../support/servers/sshServer.js';
import { isInstalled, withoutPackage, withPackage } from '../optionalPackage.js';

const servers: SshServer[] = [];
afterEach(async () => {
  withPackage('ssh2-sftp-client');
  for (const server of servers.splice(0)) await server.stop();
});

const PASSWORD = 'Grüße 2026!';
const FILES: readonly NamedContent[] = [
  { name: 'bakery_2026-10_datev-lodas.txt', content: Buffer.from('Zoë;480\r\n') },
  { name: 'größe [2].csv', content: Buffer.alloc(100_000, 'a') },
];

async function outcome(target: PasswordTarget, files = FILES): Promise<string> {
  return (await serverAttempt(target, files)).outcome;
}

const NOWHERE: PasswordTarget = {
  host: '127.0.0.1',
  port: 9,
  user: 'payroll',
  password: new Secret(PASSWORD),
  fingerprint: undefined,
  path: '/in',
  stage: undefined,
  direct: false,
  timeoutMs: 20_000,
};

const isThere = await isInstalled('ssh2-sftp-client');

test('without the package the error says how to install it', async () => {
  withoutPackage('ssh2-sftp-client');
  expect(await outcome(NOWHERE)).toMatch(/^failed: .*ssh2-sftp-client.*not installed.*npm install/);
});

describe.runIf(isThere && hasOwnMounts())('an OpenSSH server with a password', () => {
  async function server(
    options: SshOptions = {},
  ): Promise<{ target: PasswordTarget; folder: string; given: SshServer }> {
    const given = await startSshServer({ password: PASSWORD, ...options });
    servers.push(given);
    const { fingerprint, folder } = given;
    const { host, port, user, path } = given.target;
    return { given, folder, target: { ...NOWHERE, host, port, user, path, fingerprint } };
  }

  test('receives complete files under their names, and replaces existing ones', async () => {
    const { target, folder } = await server();
    expect(await outcome(target)).toBe('sent');
    const { outcome: over, staged } = await serverAttempt({ ...target, stage: join(folder, 'stage') }, FILES);
    expect(over).toBe('sent');
    expect(readdirSync(join(folder, 'in')).sort()).toEqual(FILES.map(({ name }) => name));
    expect(readdirSync(join(folder, 'stage'))).toEqual([]);
    expect(readFileSync(join(folder, 'in', FILES[0]?.name ?? ''), 'utf8')).toBe('Zoë;480\r\n');
    expect(await inspectServerFiles(target, staged)).toEqual(['named', 'named']);
    writeFileSync(staged[0]?.path ?? '', 'Zoë;960\r\n');
    expect(await inspectServerFiles(target, staged)).toEqual(['missing', 'named']);
  });

  test('with an unknown key receives neither file nor password, and its fingerprint is shown', async () => {
    const { target, folder, given } = await server();
    const said = await outcome({ ...target, fingerprint: undefined });
    expect(said).toMatch(/^failed: .*is not known\. Nothing was sent/);
    expect(said).toContain(given.fingerprint);
    const changed = await outcome({ ...target, fingerprint: `SHA256:${'A'.repeat(43)}` });
    expect(changed).toMatch(/^failed: .*does not match "fingerprint"/);
    expect(readdirSync(join(folder, 'in'))).toEqual([]);
  });

  test('with a wrong password', async () => {
    const { target } = await server();
    const said = await outcome({ ...target, password: new Secret('wrong-one') });
    expect(said).toMatch(/^failed: .*does not accept the password of payroll/);
    expect(said).not.toContain('wrong-one');
  });

  test('that does not allow renaming keeps no files', async () => {
    const { target, folder } = await server({ sftp: '-P rename,posix-rename' });
    expect(await outcome(target)).toMatch(/^failed: /);
    expect(readdirSync(join(folder, 'in'))).toEqual([]);
  });

  test('without the folder, or without permission to write there', async () => {
    const { target, folder } = await server();
    expect(await outcome({ ...target, path: '/nowhere/at all' })).toMatch(/^failed: /);
    writeFileSync(join(folder, 'mine'), '');
    expect(await outcome({ ...target, path: folder })).toMatch(/^failed: .*[Pp]ermission denied/);
  });

  test('behind a connection that drops in the middle of a file keeps no file of that name', async () => {
    const { target, folder } = await server();
    const cutter = await startCutter(target.port, 60_000);
    expect(await outcome({ ...target, port: cutter.port })).toMatch(/^failed: /);
    cutter.stop();
    expect(readdirSync(join(folder, 'in')).filter((name) => !name.startsWith('.'))).toEqual([]);
  });

  test('that does not answer is abandoned at its timeout, or when the program is stopped', async () => {
    const { target } = await server();
    const late = new AbortController();
    const printed = vi.spyOn(console, 'log');
    setTimeout(() => late.abort(), 300);
    const silent = await startCutter(target.port, 0);
    const [early, asked] = await Promise.all([
      outcome({ ...target, port: silent.port, timeoutMs: 500 }),
      outcome({ ...target, port: silent.port, signal: late.signal }),
    ]);
    silent.stop();
    // Output of the package would otherwise be mixed with the result of the command.
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
    expect([early, asked]).toEqual([expect.stringMatching(/^failed: /), expect.stringMatching(/^failed: /)]);
  });
});
