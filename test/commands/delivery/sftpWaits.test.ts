import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';
import { hasSshServer, startSshServer } from '../../support/servers/sshServer.js';

/* A server shows which files payroll has not fetched yet. */

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function openServer(): Promise<{ readonly bench: FolderBench; readonly path: string }> {
  const ssh = await startSshServer();
  opened.push(ssh.stop);
  const { port, user, key, knownHosts, path } = ssh.target;
  const bench = openFolderBench(
    `templates: [pay-lines]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
deliveries: { office: { to: sftp, host: 127.0.0.1, port: ${port}, user: ${user}, key: ${key}, knownHosts: ${knownHosts}, path: ${path}, fileName: "PAY.csv" } }
`,
    { 'emp.csv': 'employeeId,employeeNumber\nann,101\n' },
  );
  opened.push(bench.close);
  bench.entries(
    entryRow('e1', 'ann', '2026-10-07', '08:00', '16:00'),
    entryRow('e2', 'ann', '2026-10-14', '08:00', '15:00'),
  );
  return { bench, path };
}

test.skipIf(!hasSshServer())(
  'a prescribed name waits until the earlier file is fetched',
  { tags: 'slow' },
  async () => {
    const { bench, path } = await openServer();
    const week = (days: string) => bench.run('2026-10-20T06:00:00Z', 'export', days, '--final', '--deliver');
    const stateOf = (json: { runs: { deliveries: { state: string }[] }[] }) =>
      json.runs[0]?.deliveries[0]?.state;
    const first = await week('2026-10-05..2026-10-11');
    expect(stateOf(first.json), first.stderr).toBe('sent');
    const one = readFileSync(join(path, 'PAY.csv'), 'utf8');
    const second = await week('2026-10-12..2026-10-18');
    expect(stateOf(second.json), second.stderr).toBe('pending');
    expect(readFileSync(join(path, 'PAY.csv'), 'utf8')).toBe(one);
    rmSync(join(path, 'PAY.csv'));
    const { runId } = second.json.runs[0];
    expect(stateOf(await bench.done('2026-10-20T07:00:00Z', 'send', runId))).toBe('sent');
    expect(readFileSync(join(path, 'PAY.csv'), 'utf8')).not.toBe(one);
    expect(stateOf(await bench.done('2026-10-20T08:00:00Z', 'send', runId, '--again', 'office'))).toBe(
      'sent',
    );
  },
);
