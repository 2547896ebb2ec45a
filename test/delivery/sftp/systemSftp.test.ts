import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { NamedContent } from '../../../src/delivery/outgoingFile.js';
import { systemSftpSteps } from '../../../src/delivery/sftp/systemSftp.js';
import { serverAttempt } from '../../support/servers/serverAttempt.js';
import {
  hasOwnMounts,
  type SshServer,
  startCutter,
  startSshServer,
} from '../../support/servers/sshServer.js';

const FILE: NamedContent = { name: 'bakery_2026-10_datev-lodas.txt', content: Buffer.from('Zoë;480\r\n') };
const LARGE: NamedContent = { name: 'large.csv', content: Buffer.alloc(400_000, 'a') };
const STAT = 'stat,lstat,fstat';
const LIST = 'opendir,readdir';
const RENAME = 'rename,posix-rename';

const servers: SshServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

async function dropBox(options: Parameters<typeof startSshServer>[0] = {}): Promise<SshServer> {
  const server = await startSshServer({ isDropBox: true, ...options });
  servers.push(server);
  return server;
}

const inboxOf = ({ folder }: SshServer) => join(folder, 'in');

describe.skipIf(!hasOwnMounts())('a drop box', { tags: 'slow' }, () => {
  test.each([
    ['whose folder can only be written', ''],
    ['that forbids renaming', `-P ${RENAME}`],
    ['that forbids asking for a file', `-P ${STAT}`],
    ['that forbids listing', `-P ${LIST}`],
    ['that forbids all but uploading', `-P ${RENAME},${STAT},${LIST},remove,setstat,fsetstat,mkdir`],
  ])('%s receives a direct upload whole, and nothing else', async (_name, sftp) => {
    const server = await dropBox({ sftp });
    const target = { ...server.target, direct: true };
    const { outcome, staged } = await serverAttempt(target, [FILE]);
    expect([outcome, staged]).toEqual(['sent', []]);
    expect(readdirSync(inboxOf(server))).toEqual([FILE.name]);
    expect(readFileSync(join(inboxOf(server), FILE.name))).toEqual(FILE.content);
    expect((await serverAttempt(target, [LARGE])).outcome).toBe('sent');
    expect(readFileSync(join(inboxOf(server), LARGE.name))).toEqual(LARGE.content);
    expect(await systemSftpSteps(target).reach()).toMatchObject({ failure: undefined });
    expect(readdirSync(server.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test.each([
    ['that forbids asking for a file', `-P ${STAT}`],
    ['that forbids all but uploading and removing', `-P ${RENAME},${STAT},${LIST}`],
  ])('%s: an upload that is not direct fails, leaves nothing, and says what to set', async (_name, sftp) => {
    const server = await dropBox({ sftp });
    const { outcome } = await serverAttempt(server.target, [FILE]);
    expect(outcome).toMatch(/^failed: .*(Permission denied|Operation unsupported).*"direct: true"/);
    expect(outcome).not.toContain('fetched');
    expect(readdirSync(inboxOf(server))).toEqual([]);
  });

  test('that does not let this account write: failed, with what the server said', async () => {
    const server = await dropBox();
    chmodSync(inboxOf(server), 0o755);
    for (const direct of [true, false]) {
      const { outcome } = await serverAttempt({ ...server.target, direct }, [FILE]);
      expect(outcome).toMatch(/^failed: .*Permission denied/);
      expect(outcome).not.toContain('fetched');
    }
    expect(readdirSync(inboxOf(server))).toEqual([]);
  });

  test('that keeps its files: a name that is there already is failed, with what the server said', async () => {
    const server = await dropBox();
    writeFileSync(join(inboxOf(server), FILE.name), 'earlier', { mode: 0o600 });
    const { outcome } = await serverAttempt({ ...server.target, direct: true }, [FILE]);
    expect(outcome).toMatch(/^failed: .*Permission denied/);
    expect(readFileSync(join(inboxOf(server), FILE.name), 'utf8')).toBe('earlier');
  });

  test('whose disk fills up during the upload: unknown, with what the server said', async () => {
    const server = await dropBox({ diskKilobytes: 64 });
    chmodSync(server.inside(inboxOf(server)), 0o733);
    const { outcome } = await serverAttempt({ ...server.target, direct: true }, [LARGE]);
    expect(outcome).toMatch(/^unknown: .*large\.csv.*write remote .*Failure/);
    expect(outcome).not.toContain('fetched');
  });

  test('whose connection is cut during the upload: unknown; before it: failed', async () => {
    const server = await dropBox();
    for (const [bytes, expected] of [
      [60_000, /^unknown: .*large\.csv/],
      [300, /^failed: /],
    ] as const) {
      const cutter = await startCutter(server.target.port, bytes);
      const known = join(server.folder, `cut-${bytes}`);
      const hosts = readFileSync(join(server.folder, 'known_hosts'), 'utf8');
      writeFileSync(known, hosts.replace(/\]:\d+/, `]:${cutter.port}`));
      const target = { ...server.target, direct: true, port: cutter.port, knownHosts: known };
      expect((await serverAttempt(target, [LARGE])).outcome).toMatch(expected);
      cutter.stop();
    }
  });

  test('with a password receives a direct upload, and says why it refuses one', async () => {
    const server = await dropBox({ password: 'p"ä ss', sftp: `-P ${RENAME},${STAT},${LIST}` });
    const { key: _key, knownHosts: _known, localFolder: _folder, ...place } = server.target;
    const { Secret } = await import('../../../src/runtime/secrets/secret.js');
    const target = {
      ...place,
      direct: true,
      password: new Secret('p"ä ss'),
      fingerprint: server.fingerprint,
    };
    expect((await serverAttempt(target, [FILE])).outcome).toBe('sent');
    expect(readFileSync(join(inboxOf(server), FILE.name))).toEqual(FILE.content);
    chmodSync(inboxOf(server), 0o755);
    expect((await serverAttempt(target, [LARGE])).outcome).toMatch(/^failed: .*Permission denied/);
  });
});
