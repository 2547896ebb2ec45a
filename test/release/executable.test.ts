// @module-tag slow
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildExecutables } from '../../release/executable/build.js';
import { nodeOf } from '../../release/executable/nodeOf.js';
import { ownTarget, TARGETS } from '../../release/executable/targets.js';
import { startDeliveredService } from '../support/employers/deliveredService.js';
import { ACCEPT, type SampleService, startSampleService } from '../support/employers/sampleService.js';
import { closeBrowser, hasBrowser, openPage } from '../support/programs/browser.js';
import { PROJECT } from '../support/programs/runPaytally.js';
import { type MailServer, startMailServer } from '../support/servers/mailServer.js';
import { usePostgres } from '../support/servers/postgresCase.js';
import { withoutPostgres } from '../support/servers/postgresServer.js';
import { hasOwnMounts, hasSshServer, startSshServer } from '../support/servers/sshServer.js';

const NODES = join(PROJECT, 'node_modules/.cache/paytally-nodes');

/** Whether Node.js for this computer is in the cache or in a registry. */
function hasNode(): boolean {
  const own = TARGETS[ownTarget()];
  try {
    if (own !== undefined) nodeOf(own, NODES);
    return own !== undefined;
  } catch (error) {
    console.warn(`skipped: no Node.js to build an executable with (${String(error)})`);
    return false;
  }
}

interface Ran {
  readonly status: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe.runIf(hasNode())('the executable, in folders without anything else', () => {
  const out = mkdtempSync(join(tmpdir(), 'paytally-executable-'));
  const home = mkdtempSync(join(tmpdir(), 'paytally-home-'));
  const opened: (() => Promise<unknown> | unknown)[] = [];
  let program = '';

  beforeAll(async () => {
    [program = ''] = await buildExecutables({ root: PROJECT, out, targets: [ownTarget()], nodes: NODES });
  }, 300_000);
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });
  afterAll(async () => {
    await closeBrowser();
    for (const folder of [out, home]) rmSync(folder, { recursive: true, force: true });
  });

  const empty = () => mkdtempSync(join(tmpdir(), 'paytally-empty-'));
  /** Without a PATH: it can find no other program, and no node. */
  const run = (argv: readonly string[], cwd: string, env: SampleService['env'] = {}) =>
    new Promise<Ran>((done) => {
      execFile(program, argv, { cwd, env: { HOME: home, ...env } }, (error, stdout, stderr) =>
        done({ status: error === null ? 0 : (error.code ?? null), stdout, stderr }),
      );
    });
  const start = async (argv: readonly string[], cwd: string): Promise<string> => {
    const child = spawn(program, argv, { cwd, env: { HOME: home }, stdio: ['ignore', 'pipe', 'inherit'] });
    opened.push(() => ended(child));
    return new Promise((done, fail) => {
      child.once('exit', (code) => fail(new Error(`ended with ${code}`)));
      child.stdout.once('data', (line: Buffer) => done(line.toString().trim()));
    });
  };
  const served = async (configuration = '') => {
    const service = await startSampleService({}, configuration);
    opened.push(service.stop);
    return service;
  };

  test('prints its version, and no warning about experiments', async () => {
    const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
    expect(await run(['--version'], empty())).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('runs the demo, in each language', async () => {
    const cwd = empty();
    const { status, stdout, stderr } = await run(['demo'], cwd);
    expect({ status, stdout, stderr }).toMatchObject({
      status: 0,
      stderr: expect.not.stringMatching(/warning:/i),
    });
    expect(stdout).toContain('paytally init --sandbox');
    expect(stdout).not.toContain('npx');
    expect(readFileSync(join(cwd, 'paytally-demo/draft/bakery_2026-10_employee-days.csv'), 'utf8')).toMatch(
      /^employeeId,/,
    );
  });

  test('sets up the sandbox, and exports the month from it', async () => {
    const cwd = empty();
    expect((await run(['init', '--sandbox', '--quiet'], cwd)).status).toBe(0);
    const yaml = readFileSync(join(cwd, 'paytally.yaml'), 'utf8');
    expect(yaml).not.toContain('$schema');
    expect(await start(['sandbox', '--port', '0'], cwd)).toContain('http://127.0.0.1:');
  });

  test('writes the same files as the package: tables, workbooks, PDFs, XML, the review page', async () => {
    const service = await served();
    const templates = [
      'monthly-hours',
      'employee-days',
      'pay-lines',
      'timesheets',
      'timesheets-pdf',
      'review',
    ];
    expect((await run(['templates', 'new', 'mine', '--from', 'employee-days'], service.cwd)).status).toBe(0);
    const argv = [
      'export',
      '2026-10',
      '--json',
      '--template',
      './mine',
      ...templates.flatMap((name) => ['--template', name]),
    ];
    const ours = await service.run([...argv, '--out', 'ours']);
    const theirs = await run([...argv, '--out', 'theirs'], service.cwd, service.env);
    expect(theirs.status, theirs.stderr).toBe(0);
    const sums = ({ stdout }: { readonly stdout: string }) =>
      JSON.parse(stdout).runs[0].files.map(({ template, sha256 }: Record<string, string>) => [
        template,
        sha256,
      ]);
    expect(sums(theirs)).toEqual(sums(ours));
    expect(sums(theirs)).toHaveLength(templates.length + 1);
  });

  test('lists, copies and checks templates, with one’s own formats', async () => {
    const cwd = empty();
    expect((await run(['templates', 'list'], cwd)).stdout).toContain('datev-lodas');
    for (const base of ['paxml', 'datev-lodas']) {
      const copied = await run(['templates', 'new', `my-${base}`, '--from', base], cwd);
      expect(copied.status, copied.stderr).toBe(0);
      const checked = await run(['templates', 'check', `./my-${base}`], cwd);
      expect(checked.status, checked.stderr + checked.stdout).toBe(0);
    }
  });

  test('makes a final, verifies and explains it, and packs it for an inspector', async () => {
    const service = await served();
    const go = (...argv: readonly string[]) => run(argv, service.cwd, service.env);
    const final = await go('export', '2026-10', '--final', ...ACCEPT, '--json');
    expect(final.status, final.stderr).toBe(0);
    expect((await go('verify')).status).toBe(0);
    const pack = await go('inspection', '2026-10');
    expect(pack.status, pack.stderr).toBe(0);
    const corrections = await go('corrections', '2026-10', '--json');
    expect(JSON.parse(corrections.stdout).runs[0].lines).toEqual([]);
  });

  test('unpacks the native part of SQLite privately, and again if it was changed', async () => {
    const cache = join(home, '.cache/paytally');
    const [name = '', ...more] = readdirSync(cache);
    expect(more).toEqual([]);
    const path = join(cache, name);
    const bytes = readFileSync(path);
    chmodSync(path, 0o700);
    writeFileSync(path, Buffer.alloc(bytes.length, 1));
    const service = await served();
    expect((await run(['history'], service.cwd, service.env)).status).toBe(0);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test('sends mail', async () => {
    const mail: MailServer = await startMailServer(() => 'takes');
    opened.push(mail.close);
    const service = await startDeliveredService(
      mail.port,
      '{ office: { to: mail, recipients: clerk@example.com, attach: true, when: both } }',
    );
    opened.push(service.stop);
    const { status, stderr } = await run(['export', '2026-10', '--deliver'], service.cwd, service.env);
    expect(status, stderr).toBe(0);
    expect(mail.mails.flatMap(({ recipients }) => recipients)).toContain('clerk@example.com');
  });

  test.runIf(hasSshServer())('uploads with a key, using the system’s sftp', async () => {
    const server = await startSshServer();
    opened.push(server.stop);
    const { port, user, key, knownHosts, path } = server.target;
    const delivery = `deliveries: { office: { to: sftp, host: 127.0.0.1, port: ${port}, user: ${user}, key: ${key}, knownHosts: ${knownHosts}, path: ${path}, when: both } }`;
    const service = await served(delivery);
    const env = { ...service.env, PATH: '/usr/bin:/bin' };
    const { status, stderr } = await run(['export', '2026-10', '--deliver'], service.cwd, env);
    expect(status, stderr).toBe(0);
    expect(readdirSync(path).length).toBeGreaterThan(0);
  });

  test.runIf(hasOwnMounts())('uploads with a password, using a package that it includes', async () => {
    const server = await startSshServer({ password: 'secret words' });
    opened.push(server.stop);
    const { port, user, path } = server.target;
    const secret = '{ env: SFTP_PASSWORD }';
    const delivery = `deliveries: { office: { to: sftp, host: 127.0.0.1, port: ${port}, user: ${user}, password: ${secret}, fingerprint: "${server.fingerprint}", path: ${path}, when: both } }`;
    const service = await served(delivery);
    const env = { ...service.env, SFTP_PASSWORD: 'secret words' };
    const { status, stderr } = await run(['export', '2026-10', '--deliver'], service.cwd, env);
    expect(status, stderr).toBe(0);
    expect(readdirSync(server.inside(path)).length).toBeGreaterThan(0);
  });

  test.runIf(hasBrowser)('shows the window in a browser, which finds all files it needs', async () => {
    const service = await served();
    const child = spawn(program, ['ui', '--no-open', '--port', '0', '--json'], {
      cwd: service.cwd,
      env: { HOME: home, ...service.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    opened.push(() => ended(child));
    const { url } = JSON.parse(
      await new Promise<string>((done) => child.stdout.once('data', (line) => done(String(line)))),
    );
    const { page, complaints } = await openPage();
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
    });
    await page.goto(url);
    await page.getByText('Bakkerij').or(page.getByText('bakery')).first().waitFor({ timeout: 60_000 });
    expect({ complaints, refused }).toEqual({ complaints: [], refused: [] });
  });

  describe.skipIf(withoutPostgres)('with PostgreSQL', () => {
    const postgres = usePostgres();

    test('keeps its store there, and runs workers', async () => {
      const service = await served(`store: ${postgres().database()}`);
      const { status, stderr } = await run(['export', '2026-10'], service.cwd, service.env);
      expect(status, stderr).toBe(0);
      const worker = spawn(program, ['worker', '--listen', '127.0.0.1:0'], {
        cwd: service.cwd,
        env: { HOME: home, ...service.env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      opened.push(() => ended(worker));
      let said = '';
      for (const stream of [worker.stdout, worker.stderr])
        stream.on('data', (text: Buffer) => {
          said += text;
        });
      await delay(8_000);
      expect([worker.exitCode, said], said).toEqual([null, expect.not.stringMatching(/npm install|Error/)]);
    });
  });

  test('starts in less than 1.5 times the time of the package', async () => {
    const own = TARGETS[ownTarget()];
    if (own === undefined) return;
    const node = nodeOf(own, NODES).path;
    const cwd = empty();
    const timed = async (command: string, argv: readonly string[]) => {
      const began = performance.now();
      await new Promise((done) => execFile(command, argv, { cwd, env: { HOME: home } }, done));
      return performance.now() - began;
    };
    const [theirs, ours]: [number[], number[]] = [[], []];
    for (let round = 0; round < 9; round += 1) {
      theirs.push(await timed(node, [join(PROJECT, 'dist/src/main.js'), '--help']));
      ours.push(await timed(program, ['--help']));
    }
    expect(Math.min(...ours) / Math.min(...theirs)).toBeLessThan(1.5);
  });

  test('includes the licences of everything in it', () => {
    const text = readFileSync(`${program}.licences.txt`, 'utf8');
    for (const name of ['undici', 'pg', 'ssh2', 'exceljs', 'Node.js', 'libxml2-wasm'])
      expect(text).toContain(`\n${name}`);
    expect(existsSync(program)).toBe(true);
  });
});

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const over = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await over;
}
