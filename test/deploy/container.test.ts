// @module-tag slow
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getuid } from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type SampleService, startSampleService } from '../support/employers/sampleService.js';
import { PROJECT } from '../support/programs/runPaytally.js';
import { type MailServer, startMailServer } from '../support/servers/mailServer.js';
import { type PostgresServer, startPostgres, withoutPostgres } from '../support/servers/postgresServer.js';
import { type Image, replay } from './replay.js';

const USER = 10_001;
const DEPLOY = join(PROJECT, 'deploy');
const compose = parse(readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8'), { merge: true });

/** Only root can become the image's user. */
describe.skipIf(getuid?.() !== 0)(
  'the image, whose steps are replayed here (none was built: no registry)',
  () => {
    let under = '';
    let image: Image;

    beforeAll(() => {
      under = mkdtempSync(join(tmpdir(), 'paytally-image-'));
      chmodSync(under, 0o755);
      image = replay(join(DEPLOY, 'Dockerfile'), under);
    }, 300_000);
    afterAll(() => rmSync(under, { recursive: true, force: true }));

    const run = (cwd: string, ...argv: readonly string[]) => {
      const [command = '', ...args] = [...image.entry, ...argv];
      return spawnSync(command, args, {
        cwd,
        uid: USER,
        gid: USER,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, ...image.env },
      });
    };
    const ownFolder = () => {
      const folder = mkdtempSync(join(under, 'data-'));
      chownSync(folder, USER, USER);
      return folder;
    };

    test('has the program, its dependencies and the drivers, and no tools for building or installing', () => {
      const packages = readdirSync(join(image.root, 'app', 'node_modules'));
      expect(packages).toEqual(
        expect.arrayContaining(['pg', 'graphile-worker', 'aws4fetch', 'undici', 'zod']),
      );
      for (const name of ['typescript', 'vitest', '@biomejs', 'esbuild', 'playwright-core', 'exceljs'])
        expect(packages).not.toContain(name);
      expect(existsSync(join(image.root, 'app', 'src'))).toBe(
        existsSync(join(image.root, 'app', 'src', 'ui')),
      );
      expect(existsSync(join(image.root, 'usr/local/bin/npm'))).toBe(false);
      expect(image.user).toBe(`${USER}:${USER}`);
    });

    test('runs demo and export as another user, who cannot change the program', async () => {
      expect(run(image.folder, 'demo', '--quiet')).toMatchObject({ status: 0, stderr: '' });
      expect(readdirSync(join(image.folder, 'paytally-demo', 'draft'))).toContain(
        'bakery_2026-10_employee-days.csv',
      );
      const touched = execFileSync('find', [join(image.root, 'app'), '-user', String(USER)], {
        encoding: 'utf8',
      });
      expect(touched).toBe('');
    });

    describe.skipIf(withoutPostgres)('with the files of a trial setup', () => {
      let postgres: PostgresServer;
      let service: SampleService;
      let mailbox: MailServer;
      let folder = '';
      const children: ChildProcess[] = [];

      beforeAll(async () => {
        [postgres, service, mailbox] = await Promise.all([
          startPostgres(),
          startSampleService(),
          startMailServer(),
        ]);
        postgres.sql(`CREATE ROLE payroll LOGIN; CREATE DATABASE paytally OWNER payroll`);
        folder = ownFolder();
        const files = join(folder, 'files');
        mkdirSync(files);
        chownSync(files, USER, USER);
        const text = readFileSync(join(DEPLOY, 'try', 'paytally.yaml'), 'utf8')
          .replace('http://127.0.0.1:4010', service.sandbox.baseUrl)
          .replace('port: 1025', `port: ${mailbox.port}`)
          .replace('/files', files);
        writeFileSync(join(folder, 'paytally.yaml'), text);
      }, 60_000);
      afterAll(async () => {
        for (const child of children) child.kill('SIGKILL');
        await Promise.all([service?.stop(), mailbox?.close()]);
        postgres?.stop();
      });

      const env = () => ({
        PATH: process.env.PATH,
        ...image.env,
        ...compose.services['worker-1'].environment,
        DB_HOST: new URL(postgres.url).host,
        DB_PASSWORD: 'anything',
      });

      /** A process of the image, and its output. */
      const start = (...argv: readonly string[]) => {
        const [command = '', ...args] = [...image.entry, ...argv];
        const child = spawn(command, args, { cwd: folder, uid: USER, gid: USER, env: env() });
        children.push(child);
        const said = { stdout: '', stderr: '' };
        for (const name of ['stdout', 'stderr'] as const)
          child[name].on('data', (data: Buffer) => {
            said[name] += data.toString();
          });
        return { child, said, ended: new Promise<number | null>((resolve) => child.on('close', resolve)) };
      };

      test('a draft is made, its files are kept, and it is mailed', async () => {
        const { said, ended } = start('export', '2026-10', '--deliver', '--json');
        expect(await ended, said.stderr).toBe(0);
        const [{ runId, deliveries }] = JSON.parse(said.stdout).runs;
        expect(deliveries).toMatchObject([{ name: 'office', state: 'sent' }]);
        expect(mailbox.mails).toHaveLength(1);
        expect(readdirSync(join(folder, 'files', 'runs', runId)).length).toBeGreaterThan(0);
      }, 120_000);

      test.each(['worker-1', 'worker-2'])(
        '%s starts, becomes ready, and stops within 10 seconds',
        async (name) => {
          const argv: readonly string[] = compose.services[name].command;
          const { child, said, ended } = start(...argv.map((each) => each.replace(/:946\d$/, ':0')));
          const told = () => `${child.exitCode} ${said.stdout} ${said.stderr}`;
          const url = await first(
            () => /(http:\/\/127\.0\.0\.1:\d+)/.exec(said.stderr + said.stdout)?.[1],
            told,
          );
          const isReady = () =>
            fetch(`${url}/readyz`).then(
              ({ ok }) => ok || undefined,
              () => undefined,
            );
          await first(isReady, told);
          const began = Date.now();
          child.kill('SIGTERM');
          expect(await ended, told()).toBe(0);
          expect(Date.now() - began).toBeLessThan(10_000);
        },
        120_000,
      );
    });
  },
);

/** The first answer to a request, within a minute. */
async function first<T>(ask: () => T | undefined | Promise<T | undefined>, told: () => string): Promise<T> {
  for (let tries = 0; tries < 300; tries += 1) {
    const said = await ask();
    if (said !== undefined) return said;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(told());
}
