import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { DatabaseSync } from '#sqlite';
import { deliveriesIn, shortly, startDeliveredService } from '../../support/employers/deliveredService.js';
import type { SampleService } from '../../support/employers/sampleService.js';
import { hasSshServer, startSshServer } from '../../support/servers/sshServer.js';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** No server listens there, and no mail is sent. */
const NO_PORT = 1;
const FILE = 'bakery_2026-10_employee-days.csv';
const MANIFEST = `${FILE}.manifest.json`;

async function serviceWith(deliveries: string): Promise<SampleService> {
  const service = await startDeliveredService(NO_PORT, deliveries);
  opened.push(service.stop);
  return service;
}

interface DeliveredRun {
  readonly runId: string;
  readonly sha256: string;
}

async function exported(service: SampleService, ...more: string[]): Promise<DeliveredRun> {
  const { stdout } = await service.run(['export', '2026-10', '--json', ...more]);
  const { runId, files } = JSON.parse(stdout).runs[0];
  return { runId, sha256: files[0].sha256 };
}

describe('a manifest', () => {
  test('is written before its file, names run and digest, and is the same each time', async () => {
    const service = await serviceWith(
      '{ archive: { to: folder, path: archive, manifest: true, when: both } }',
    );
    const { runId, sha256 } = await exported(service, '--deliver');
    const inbox = join(service.cwd, 'archive');
    expect(readdirSync(inbox).sort()).toEqual([FILE, MANIFEST]);
    const text = readFileSync(join(inbox, MANIFEST), 'utf8');
    expect(JSON.parse(text)).toEqual({ runId, file: FILE, sha256 });
    // The last change of an inode here is its renaming.
    const namedAt = (name: string) => statSync(join(inbox, name), { bigint: true }).ctimeNs;
    expect(namedAt(MANIFEST)).toBeLessThanOrEqual(namedAt(FILE));
    await service.run(['send', runId, '--again', 'archive']);
    expect(readFileSync(join(inbox, MANIFEST), 'utf8')).toBe(text);
    expect(readdirSync(inbox)).toHaveLength(2);
  });

  test('of an encrypted file has the digest of its content, which no attempt changes', async () => {
    const service = await serviceWith(
      '{ archive: { to: folder, path: archive, manifest: true, encrypt: { password: { env: CLOSED }, zip: true }, when: both } }',
    );
    const env = { ...service.env, CLOSED: 'Grüße 2026!' };
    const made = await service.run(['export', '2026-10', '--deliver', '--json'], { env });
    const { runId, files } = JSON.parse(made.stdout).runs[0];
    const inbox = join(service.cwd, 'archive');
    const name = `${FILE}.zip`;
    const text = () => readFileSync(join(inbox, `${name}.manifest.json`), 'utf8');
    expect(JSON.parse(text())).toEqual({ runId, file: name, sha256: files[0].sha256 });
    const [before, bytes] = [text(), readFileSync(join(inbox, name))];
    await service.run(['send', runId, '--again', 'archive'], { env });
    expect(text()).toBe(before);
    expect(readFileSync(join(inbox, name)).equals(bytes)).toBe(false);
  });

  test('is omitted unless requested', async () => {
    const service = await serviceWith('{ archive: { to: folder, path: archive, when: both } }');
    await exported(service, '--deliver');
    expect(readdirSync(join(service.cwd, 'archive'))).toEqual([FILE]);
  });

  test.skipIf(!hasSshServer())('is sent to a server too', { tags: 'slow' }, async () => {
    const ssh = await startSshServer();
    opened.push(ssh.stop);
    const { port, user, key, knownHosts, path } = ssh.target;
    const service = await serviceWith(
      `{ office: { to: sftp, host: 127.0.0.1, port: ${port}, user: ${user}, key: ${key}, knownHosts: ${knownHosts}, path: ${path}, manifest: true, when: both } }`,
    );
    const { runId, sha256 } = await exported(service, '--deliver');
    expect(readdirSync(path).sort()).toEqual([FILE, MANIFEST]);
    expect(JSON.parse(readFileSync(join(path, MANIFEST), 'utf8'))).toEqual({ runId, file: FILE, sha256 });
  });
});

/** The store as a process leaves it if killed before it can record that the file has its name. */
function killedAfterRename(
  { cwd }: SampleService,
  path: string,
  temporary: string,
  inode: number | null,
): void {
  const store = new DatabaseSync(join(cwd, '.paytally', 'store.sqlite'));
  store.exec(`UPDATE delivery SET state = 'sending'`);
  store
    .prepare(
      `INSERT INTO stagedFile (messageId, attempt, employerKey, name, temporary, path, bytes, sha256, isManifest, inode)
       SELECT messageId, attempts, employerKey, name, ?, ?, 5, 'ab', 0, ? FROM delivery`,
    )
    .run(temporary, path, inode);
  store.close();
}

describe('a file that was fetched before its process recorded its arrival', () => {
  test('from a folder: unknown, sent again only on request', async () => {
    const service = await serviceWith('{ archive: { to: folder, path: archive, when: both } }');
    const { runId } = await exported(service, '--deliver');
    const inbox = join(service.cwd, 'archive');
    killedAfterRename(service, join(inbox, FILE), join(inbox, '.paytally-1.part'), statSync(inbox).ino);
    rmSync(join(inbox, FILE));
    const run = await service.run(['send', runId, '--json']);
    expect(run.status).toBe(7);
    expect(shortly(run)).toEqual([`archive ${inbox} unknown`]);
    expect(deliveriesIn(run)[0]?.problem).toContain('--again');
    expect(readdirSync(inbox)).toEqual([]);
    expect((await service.run(['send', runId])).status).toBe(7);
    expect(readdirSync(inbox)).toEqual([]);
    expect((await service.run(['send', runId, '--again', 'archive'])).status).toBe(0);
    expect(readdirSync(inbox)).toEqual([FILE]);
  });

  test.skipIf(!hasSshServer())(
    'from a server: the same, and its temporary files there are removed',
    { tags: 'slow' },
    async () => {
      const ssh = await startSshServer();
      opened.push(ssh.stop);
      const { port, user, key, knownHosts, path } = ssh.target;
      const service = await serviceWith(
        `{ office: { to: sftp, host: 127.0.0.1, port: ${port}, user: ${user}, key: ${key}, knownHosts: ${knownHosts}, path: ${path}, when: both } }`,
      );
      const { runId } = await exported(service, '--deliver');
      const temporary = join(path, '.paytally-0123456789ab.part');
      killedAfterRename(service, join(path, FILE), temporary, null);
      rmSync(join(path, FILE));
      const run = await service.run(['send', runId, '--json']);
      expect(shortly(run).map((line) => line.split(' ').at(-1))).toEqual(['unknown']);
      expect(readdirSync(path)).toEqual([]);
      // The same with its temporary file still there: that proves that the file did not arrive.
      killedAfterRename(service, join(path, FILE), temporary, null);
      writeFileSync(temporary, '');
      expect((await service.run(['send', runId])).status).toBe(0);
      expect(readdirSync(path)).toEqual([FILE]);
    },
  );

  test.skipIf(!hasSshServer())(
    'from a server that cannot be reached: checked until it can',
    { tags: 'slow' },
    async () => {
      const ssh = await startSshServer();
      const { port, user, key, knownHosts, path } = ssh.target;
      const service = await serviceWith(
        `{ office: { to: sftp, host: 127.0.0.1, port: ${port}, user: ${user}, key: ${key}, knownHosts: ${knownHosts}, path: ${path}, when: both } }`,
      );
      const { runId } = await exported(service, '--deliver');
      killedAfterRename(service, join(path, FILE), join(path, '.paytally-0123456789ab.part'), null);
      await ssh.stop();
      const run = await service.run(['send', runId, '--json']);
      expect(shortly(run).map((line) => line.split(' ').at(-1))).toEqual(['unknown']);
      expect(deliveriesIn(run)[0]?.problem).toContain('could not check its folder yet');
    },
  );
});
