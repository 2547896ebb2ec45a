// @module-tag slow
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleService, sampleOfDays, startSampleService } from '../support/employers/sampleService.js';
import { ACCEPTED } from '../support/employers/scheduleBench.js';
import { isBuilt } from '../support/programs/childExport.js';
import { PROJECT } from '../support/programs/runPaytally.js';
import { type MailServer, startMailServer } from '../support/servers/mailServer.js';
import { parseMail } from '../support/servers/parseMail.js';
import { hasOwnMounts, type SshServer, startSshServer } from '../support/servers/sshServer.js';
import { blocks, documents } from './markdown.js';

const DOCUMENT = documents().find(({ path }) => path === 'docs/administrator.md');
if (DOCUMENT === undefined) throw new Error('docs/administrator.md is gone');
const SHELL = blocks(DOCUMENT, 'sh');
const PROMPT = blocks(DOCUMENT, 'bat');
/** The configuration of the guide. */
const CONFIGURATION = blocks(DOCUMENT, 'yaml').find((body) => body.includes('workforce.example.com')) ?? '';

let service: SampleService;
let mails: MailServer;
let ssh: SshServer;

beforeAll(async () => {
  const employers = await sampleOfDays('2026-10-29', '2026-10-30');
  service = await startSampleService({ employers, limits: { enabled: false } });
  mails = await startMailServer('takes', {
    onAuth: (_auth, _session, done) => done(null, { user: 'payroll' }),
  });
  if (hasOwnMounts()) ssh = await startSshServer();
});
afterAll(async () => {
  await service.stop();
  await mails.close();
  await ssh?.stop();
});

/** The guide's configuration with the addresses of this computer, and with the sample's exceptions set to warnings. */
function configurationHere(): string {
  const [smtp, sftp] = [
    `host: 127.0.0.1, port: ${mails.port}, tls: none`,
    `host: 127.0.0.1, port: ${ssh?.target.port ?? 22}`,
  ];
  const { employerId, clientId } =
    /employerId: (?<employerId>\S+)\n\s+clientId: (?<clientId>\S+)/.exec(
      readFileSync(join(PROJECT, 'samples', 'paytally.yaml'), 'utf8'),
    )?.groups ?? {};
  return `${CONFIGURATION.replace('https://workforce.example.com', service.sandbox.baseUrl)
    .replace('0e6f1c5e-0000-4000-8000-000000000000', employerId ?? '')
    .replace('clientId: bakery-payroll', `clientId: ${clientId}`)
    .replace('host: smtp.example.com', smtp)
    .replace('host: sftp.example.com, user: payroll', `${sftp}, user: root`)
    .replace('path: /in', `path: ${ssh ? join(ssh.folder, 'in') : '/in'}`)}
exceptions: { ${ACCEPTED.map((code) => `${code}: warn`).join(', ')} }
`;
}

/** A program that adds the column of addresses to the mapping file in its folder. */
function columnAdder(folder: string): string {
  const path = join(folder, 'column.mjs');
  writeFileSync(
    path,
    `import { readFileSync, writeFileSync } from 'node:fs';
const [header, ...rows] = readFileSync('employees.csv', 'utf8').trimEnd().split(/\\r?\\n/);
const delimiter = header.includes(';') ? ';' : ',';
writeFileSync('employees.csv', [header + delimiter + 'managerEmail', ...rows.map((row) => row + delimiter + 'anna@example.com')].join('\\r\\n') + '\\r\\n');
`,
  );
  return path;
}

/** Manual steps between the commands: writing files, and installing a key on the server. */
function byHand(folder: string): Readonly<Record<string, string>> {
  const column = columnAdder(folder);
  writeFileSync(join(folder, 'paytally.yaml'), configurationHere());
  return {
    'install -m 600 -o payroll -g payroll /dev/null secrets/smtp': `printf %s "$PAYTALLY_SANDBOX_SECRET" > secrets/bakery; printf %s secret > secrets/smtp`,
    'ssh-keygen -l -f known_hosts': `cat secrets/sftp.pub >> ${ssh.folder}/authorized_keys; cp ${folder}/paytally.yaml .`,
    'runuser -u payroll -- paytally employees sync': `node ${column}`,
  };
}

/** Programs that replace what a test computer lacks: the registry, the server's name, and systemd. */
function standIns(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const programs = {
    paytally: `exec node ${join(PROJECT, 'dist', 'src', 'main.js')} "$@"`,
    npm: `[ "$*" = "install --global paytally" ]`,
    'ssh-keyscan': `[ "$*" = sftp.example.com ] && echo '${readFileSync(join(ssh.folder, 'known_hosts'), 'utf8').trim()}'`,
    // Finds and enables the units. Starting them would need a computer that runs systemd.
    systemctl: `case "$*" in daemon-reload) ;; "enable --now "*) exec /usr/bin/systemctl --root=/ enable "$3" ;; *) exit 1 ;; esac`,
  };
  for (const [name, line] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  chmodSync(folder, 0o755);
  return bin;
}

describe('the commands of docs/administrator.md', () => {
  const guide = SHELL.filter((body) => !body.includes('paytally sandbox'));

  test('are six blocks, in the order of the guide', () => {
    expect(guide).toHaveLength(6);
    expect(SHELL.length - guide.length).toBe(1);
  });

  // The system's lists of users and units are private copies that disappear with the test.
  test.runIf(isBuilt && hasOwnMounts())(
    'lead from an empty Linux server to the first mailed month',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'paytally-guide-'));
      const after = byHand(folder);
      const script = [
        'set -eE',
        `trap 'echo "FAILED: $BASH_COMMAND" >&2' ERR`,
        `cp -a /etc ${folder}/etc && mount --bind ${folder}/etc /etc`,
        'mount -t tmpfs tmpfs /srv',
        `export PATH=${standIns(folder)}:$PATH`,
        ...guide.flatMap((body) =>
          body
            .trimEnd()
            .split('\n')
            .flatMap((line) => [line, after[line] ?? 'true']),
        ),
        'systemd-analyze verify /etc/systemd/system/paytally.service /etc/systemd/system/paytally.timer',
        'grep -x "User=$(id -u payroll)" /etc/systemd/system/paytally.service',
        'test -L /etc/systemd/system/timers.target.wants/paytally.timer',
        'echo "reached the end"',
      ];
      const path = join(folder, 'guide.sh');
      writeFileSync(path, script.join('\n'));
      // Asynchronously, because the service and the mail server run in this process.
      const child = spawn('unshare', ['-m', 'bash', path], {
        env: { ...process.env, ...service.env, HOME: '/srv/payroll' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [stdout, stderr, status] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      const run = { stdout, stderr, status: status[0] };
      const said = run.status === 0 ? '' : `${run.stdout}${run.stderr}`;
      expect({ status: run.status, said }).toEqual({ status: 0, said: '' });
      expect(run.stdout).toContain('reached the end');
      expect(run.stdout).toMatch(/bakery +2026-10-01 to 2026-10-31 +sent/);
      expect(mails.mails.map(({ recipients }) => recipients[0])).toEqual(['anna@example.com']);
      const [attachment] = parseMail(mails.mails[0]?.content ?? Buffer.of()).attachments;
      expect(attachment?.name).toMatch(/timesheets\.xlsx$/);
      expect(existsSync(join(ssh.folder, 'in', 'bakery_2026-10_employee-days.csv'))).toBe(true);
    },
    240_000,
  );

  const windows = PROMPT.flatMap((body) => body.trimEnd().split('\n')).filter((line) =>
    line.startsWith('paytally '),
  );

  test('for Windows: the paytally commands succeed, one after the other', async () => {
    expect(windows.length).toBeGreaterThan(5);
    const own = await startSampleService({
      employers: await sampleOfDays('2026-10-29', '2026-10-30'),
      limits: { enabled: false },
    });
    const configuration = configurationHere().replace(
      /^ {2}office: .*$/m,
      '  office: { to: folder, path: archive }',
    );
    writeFileSync(join(own.cwd, 'paytally.yaml'), configuration);
    for (const name of ['secrets', 'archive']) mkdirSync(join(own.cwd, name));
    writeFileSync(join(own.cwd, 'secrets', 'bakery'), own.env.PAYTALLY_SANDBOX_SECRET ?? '', { mode: 0o600 });
    writeFileSync(join(own.cwd, 'secrets', 'smtp'), 'secret', { mode: 0o600 });
    for (const line of windows) {
      const run = await own.run(line.split(' ').slice(1));
      expect({ line, status: run.status, said: run.status === 0 ? '' : run.stderr }).toEqual({
        line,
        status: 0,
        said: '',
      });
      if (line === 'paytally employees sync') execFileSync('node', [columnAdder(own.cwd)], { cwd: own.cwd });
    }
    await own.stop();
    const xml = readFileSync(join(own.cwd, 'paytally.xml'));
    execFileSync('xmllint', ['--noout', '-'], { input: xml });
    expect(xml.toString()).toContain(`--config &#34;${join(own.cwd, 'paytally.yaml')}&#34;`);
  }, 120_000);

  test.runIf(isBuilt)(
    'the sandbox serves until it is stopped',
    async () => {
      const [line = ''] = SHELL.filter((body) => body.includes('paytally sandbox'));
      const args = line.trim().split(' ').slice(1);
      const child = spawn('node', [join(PROJECT, 'dist', 'src', 'main.js'), ...args], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          said += chunk.toString();
        });
      for (let tries = 0; tries < 300 && !/http:\/\/127/.test(said); tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 100));
      child.kill('SIGTERM');
      const status = await new Promise((resolve) => child.on('close', resolve));
      expect(said).toMatch(/http:\/\/127\.0\.0\.1:\d+/);
      expect(status === 0 || status === 130).toBe(true);
    },
    60_000,
  );
});
