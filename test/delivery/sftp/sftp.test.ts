import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { NamedContent } from '../../../src/delivery/outgoingFile.js';
import { inspectServerFiles } from '../../../src/delivery/sftp/sftp.js';
import type { SftpTarget } from '../../../src/delivery/sftp/sftpTarget.js';
import { parseFileSizes, sftpArguments } from '../../../src/delivery/sftp/systemSftp.js';
import { serverAttempt } from '../../support/servers/serverAttempt.js';
import {
  hasOwnMounts,
  hasSshServer,
  type SshServer,
  startCutter,
  startSshServer,
} from '../../support/servers/sshServer.js';

const servers: SshServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function server(...given: Parameters<typeof startSshServer>): Promise<SshServer> {
  const started = await startSshServer(...given);
  servers.push(started);
  return started;
}

const FILES: readonly NamedContent[] = [
  { name: 'bakery_2026-10_datev-lodas.txt', content: Buffer.from('Zoë;480\r\n') },
  { name: 'größe [2] "x".csv', content: Buffer.alloc(100_000, 'a') },
];

async function outcome(target: SftpTarget, files = FILES): Promise<string> {
  return (await serverAttempt(target, files)).outcome;
}

describe.skipIf(!hasSshServer())('an OpenSSH server', () => {
  test('receives complete files under their names, and no other files', { tags: 'slow' }, async () => {
    const { target, folder } = await server();
    const { outcome, staged } = await serverAttempt(target, FILES);
    expect(outcome).toBe('sent');
    expect(readdirSync(join(folder, 'in')).sort()).toEqual([
      'bakery_2026-10_datev-lodas.txt',
      'größe [2] _x_.csv',
    ]);
    expect(readFileSync(join(folder, 'in', 'bakery_2026-10_datev-lodas.txt'), 'utf8')).toBe('Zoë;480\r\n');
    expect(await inspectServerFiles(target, staged)).toEqual(['named', 'named']);
    // Different content of the same size is a different file.
    writeFileSync(staged[0]?.path ?? '', 'Zoë;960\r\n');
    rmSync(staged[1]?.path ?? '');
    expect(await inspectServerFiles(target, staged)).toEqual(['missing', 'missing']);
    writeFileSync(staged[0]?.temporary ?? '', 'Zo');
    expect(await inspectServerFiles(target, staged)).toEqual(['staged', 'missing']);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('receives files through a staging folder, and replaces existing ones', { tags: 'slow' }, async () => {
    const { target, folder } = await server();
    writeFileSync(join(folder, 'in', FILES[0]?.name ?? ''), 'old');
    expect(await outcome({ ...target, stage: join(folder, 'stage') })).toBe('sent');
    expect(readdirSync(join(folder, 'stage'))).toEqual([]);
    expect(readFileSync(join(folder, 'in', FILES[0]?.name ?? ''), 'utf8')).toBe('Zoë;480\r\n');
  });

  test('with an unknown key receives no files, and its fingerprint is shown', async () => {
    const { target, folder } = await server();
    const empty = join(folder, 'empty');
    writeFileSync(empty, '');
    expect(await outcome({ ...target, knownHosts: empty })).toMatch(
      /^failed: .*not in known_hosts.*ED25519 SHA256:\S{40}/,
    );
    expect(readdirSync(join(folder, 'in'))).toEqual([]);
    expect(readFileSync(empty, 'utf8')).toBe('');
  });

  test('with a changed key receives no files', { tags: 'slow' }, async () => {
    const [{ target, folder }, other] = [await server(), await server()];
    const line = readFileSync(join(other.folder, 'host.pub'), 'utf8').split(' ').slice(0, 2).join(' ');
    const known = join(folder, 'changed');
    writeFileSync(known, `[127.0.0.1]:${target.port} ${line}\n`);
    expect(await outcome({ ...target, knownHosts: known })).toMatch(
      /^failed: .*does not match the one in known_hosts/,
    );
    expect(readdirSync(join(folder, 'in'))).toEqual([]);
  });

  test('that does not accept the client key', { tags: 'slow' }, async () => {
    const [{ target }, other] = [await server(), await server()];
    expect(await outcome({ ...target, key: other.target.key })).toMatch(/^failed: .*does not accept the key/);
    expect(await outcome({ ...target, key: 'no-such-key' })).toMatch(/^failed: The key file no-such-key/);
  });

  test('that does not allow renaming keeps no files', { tags: 'slow' }, async () => {
    const { target, folder } = await server({ sftp: '-P rename,posix-rename' });
    expect(await outcome(target)).toMatch(/^failed: /);
    expect(readdirSync(join(folder, 'in'))).toEqual([]);
  });

  test('that disconnects in the middle of a file keeps no file of that name', { tags: 'slow' }, async () => {
    const { target, folder } = await server({ wrapper: 'ulimit -f 64;' });
    expect(await outcome(target)).toMatch(/^failed: /);
    expect(readdirSync(join(folder, 'in')).filter((name) => !name.startsWith('.'))).toEqual([]);
  });

  test('behind a connection cut in mid-file keeps no file of that name', { tags: 'slow' }, async () => {
    const { target, folder } = await server();
    const cutter = await startCutter(target.port, 60_000);
    const known = join(folder, 'cut');
    writeFileSync(
      known,
      readFileSync(join(folder, 'known_hosts'), 'utf8').replace(/\d+\]?:\d+|\]:\d+/, `]:${cutter.port}`),
    );
    expect(await outcome({ ...target, port: cutter.port, knownHosts: known })).toMatch(/^failed: /);
    expect(readdirSync(join(folder, 'in')).filter((name) => !name.startsWith('.'))).toEqual([]);
    cutter.stop();
    // The same delivery arrives once the connection is back.
    expect(await outcome(target)).toBe('sent');
  });

  test.runIf(hasOwnMounts())(
    'with a full disk keeps no files, and the message says so',
    { tags: 'slow' },
    async () => {
      const { target, inside, folder } = await server({ diskKilobytes: 64 });
      expect(await outcome(target)).toMatch(/^failed: .*free space/);
      expect(readdirSync(inside(join(folder, 'in')))).toEqual([]);
      expect(await outcome(target, FILES.slice(0, 1))).toBe('sent');
      expect(readdirSync(inside(join(folder, 'in')))).toEqual([FILES[0]?.name]);
    },
  );

  test('without the folder', { tags: 'slow' }, async () => {
    const { target } = await server();
    expect(await outcome({ ...target, path: '/nowhere/at all' })).toMatch(/^failed: /);
  });

  test('with spaces and quotes in its folder names', { tags: 'slow' }, async () => {
    const { target, folder } = await server();
    const path = join(folder, 'in', 'für "uns" *');
    mkdirSync(path);
    const { outcome, staged } = await serverAttempt({ ...target, path }, FILES);
    expect(outcome).toBe('sent');
    expect(await inspectServerFiles({ ...target, path }, staged)).toEqual(['named', 'named']);
    expect(readdirSync(path)).toHaveLength(2);
  });

  test('that is not available', async () => {
    const gone = await startSshServer();
    await gone.stop();
    expect(await outcome(gone.target)).toMatch(/^failed: paytally cannot write a copy/);
    expect(await outcome({ ...gone.target, localFolder: tmpdir() })).toMatch(/^failed: /);
  });
});

describe('sftp', () => {
  const target = {
    host: '::1',
    port: 2022,
    user: 'payroll',
    key: '/k',
    knownHosts: '/a b',
    localFolder: '/tmp',
    path: '/in',
    stage: undefined,
    direct: false,
    timeoutMs: 9000,
  };

  test('is run without prompts and without trusting new hosts', () => {
    const args = sftpArguments(target);
    expect(args).toEqual(
      expect.arrayContaining([
        'BatchMode=yes',
        'StrictHostKeyChecking=yes',
        'UserKnownHostsFile="/a b"',
        'payroll@[::1]',
      ]),
    );
  });

  test('its file lists are parsed', () => {
    const printed =
      'sftp> ls -ln "/in/a b.csv"\n-rw-r--r--    1 0        0            1234 Nov 21 23:00 /in/a b.csv\nd---------    1 0 0 5 Nov 21 23:00 /in/d\n';
    expect([...parseFileSizes(printed)]).toEqual([['/in/a b.csv', 1234]]);
  });
});
