import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ACCEPT,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../support/employers/sampleService.js';
import { MAIN } from '../support/programs/builtProgram.js';
import { isBuilt } from '../support/programs/childExport.js';
import { filesBelow, formsOf } from '../support/programs/secrets.js';

const SECRET = `s3"c'r&t<é>%20+/=\\ $(id) 日本;|~`;
/** In the first and last name of everybody. */
const MARK = 'Zqxmark';
const DAY = '2026-10-06..2026-10-06';
/** A part of a secret that was cut is a secret as well. */
const PART = 10;
const CONFIGURATION = `
deliveries: { archive: { to: folder, path: inbox, templates: [pay-lines] } }
schedule: { monthly: { cron: "0 6 3 * *", period: last-month, final: true, deliver: [archive] } }
templates: [pay-lines, monthly-hours, review]`;

interface Said {
  readonly argv: readonly string[];
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe.skipIf(!isBuilt)(
  'a secret of odd characters, and people with marked names',
  { tags: 'slow' },
  () => {
    let service: SampleService;
    let temporary = '';
    let metrics = '';
    const said: Said[] = [];
    const seenArguments = new Set<string>();

    beforeAll(async () => {
      const employers = (await sampleOfDays('2026-10-05', '2026-10-07')).map((employer) => ({
        ...employer,
        integrations: (employer.integrations ?? []).map((each) => ({ ...each, clientSecret: SECRET })),
        records: {
          ...employer.records,
          employees: [...(employer.records.employees ?? [])].map((each, at) => ({
            ...each,
            firstName: `${MARK}F${at}`,
            lastName: `${MARK}L${at} O’Neil`,
          })),
        },
      }));
      service = await startSampleService({ employers, limits: { enabled: false } }, CONFIGURATION);
      temporary = join(service.cwd, '..', `tmp-of-${Date.now()}`);
      for (const folder of [temporary, join(service.cwd, 'inbox')]) mkdirSync(folder, { mode: 0o700 });
      await runAll();
      metrics = await metricsOfSchedule();
    }, 600_000);
    afterAll(() => service?.stop());

    const env = () => ({
      ...process.env,
      ...service.env,
      PAYTALLY_SANDBOX_SECRET: SECRET,
      TMPDIR: temporary,
      SQLITE_TMPDIR: temporary,
    });

    /** As a user who lets everybody read all files. */
    const start = (argv: readonly string[]) =>
      spawn('/bin/sh', ['-c', 'umask 000; exec "$0" "$@"', process.execPath, MAIN, ...argv], {
        cwd: service.cwd,
        env: env(),
        stdio: ['ignore', 'pipe', 'pipe'],
      });

    async function run(argv: readonly string[]): Promise<Said> {
      const child = start(argv);
      let [stdout, stderr] = ['', ''];
      child.stdout.on('data', (data: Buffer) => {
        stdout += data;
      });
      child.stderr.on('data', (data: Buffer) => {
        stderr += data;
      });
      const look = setInterval(noteArguments, 20);
      const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
      clearInterval(look);
      const end = { argv, status, stdout, stderr };
      said.push(end);
      return end;
    }

    function noteArguments(): void {
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
        try {
          seenArguments.add(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
        } catch {
          // It has ended.
        }
      }
    }

    async function runAll(): Promise<void> {
      const final = await run([
        'export',
        '2026-10-05..2026-10-05',
        '--final',
        ...ACCEPT,
        '--json',
        '--verbose',
      ]);
      expect(final.status, final.stderr).toBe(0);
      const runId: string = JSON.parse(final.stdout).runs[0].runId;
      writeFileSync(join(service.cwd, 'register.csv'), 'employeeNumber,payCode,hours\n101,WORK,8\n');
      const lines: readonly (readonly string[])[] = [
        ['export', DAY, '--verbose'],
        ['check', DAY, '--json', '--verbose'],
        ['explain', DAY, '--employee', `${MARK}L1 O’Neil`],
        ['corrections', '2026-10-05..2026-10-05', '--json'],
        ['history'],
        ['history', 'pack', '2026-10'],
        ['verify'],
        ['rerun', runId, '--out', 'again'],
        ['diff', runId, runId],
        ['send', 'last'],
        ['status', '--json'],
        ['schedule', 'list', '--count', '3'],
        ['schedule', 'print', '--out', 'units'],
        ['schedule', 'run', '--due'],
        ['monitor', '--once', '--json'],
        ['employees', 'list'],
        ['employees', 'sync'],
        ['templates', 'new', 'mine', '--from', 'pay-lines'],
        ['templates', 'check', './mine'],
        ['rules', 'check'],
        ['config', 'show', '--employer', 'bakery'],
        ['doctor', '--verbose'],
        ['inspection', '2026-10'],
        ['person', '00101'],
        ['compare-register', '2026-10-05..2026-10-05', '--register', 'register.csv'],
        ['backup', 'saved.sqlite', '--check'],
        ['restore', 'saved.sqlite'],
        ['purge', '--before', '2026-10-06'],
        ['init', '--sandbox', '--no-check'],
        ['export', 'nonsense'],
        ['export', DAY, '--template', 'nowhere'],
      ];
      for (const argv of lines) await run(argv);
      // A service that refuses, and one that is not there.
      service.sandbox.faults.set({ rules: [{ kind: 'revoke' }] });
      await run(['export', DAY, '--verbose']);
      service.sandbox.faults.set({ rules: [{ kind: 'contentType', body: SECRET }] });
      await run(['export', DAY, '--verbose']);
      service.sandbox.faults.clear();
    }

    async function metricsOfSchedule(): Promise<string> {
      const child = start(['schedule', 'run', '--listen', '127.0.0.1:0']);
      try {
        let text = '';
        const address = await new Promise<string>((resolve, reject) => {
          const look = (data: Buffer) => {
            text += data;
            const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
            if (url !== undefined) resolve(url);
          };
          child.stdout.on('data', look);
          child.stderr.on('data', look);
          child.on('close', () => reject(new Error(text)));
        });
        return await (await fetch(`${address}/metrics`)).text();
      } finally {
        // Its files are read next, so it must have ended.
        const ended = once(child, 'close');
        child.kill('SIGTERM');
        await ended;
      }
    }

    test('no command ends with a bug', () => {
      expect(said.filter(({ status }) => status === 1 || status === null)).toEqual([]);
      expect(said.filter(({ status }) => status === 0).length).toBeGreaterThan(20);
    });

    test('the secret is in no output, file, archive, argument or metric, plain, encoded or cut', () => {
      const forms = formsOf(SECRET);
      const parts = forms.flatMap((form) => [form.slice(0, PART), form.slice(-PART)]);
      const places = [
        ...said.map(({ argv, stdout, stderr }) => ({ name: argv.join(' '), text: stdout + stderr })),
        ...filesBelow(service.cwd),
        ...filesBelow(temporary),
        { name: 'arguments', text: [...seenArguments].join('\n') },
        { name: 'metrics', text: metrics },
      ];
      const leaks = places.filter(({ text }) =>
        parts.some((part) => text.includes(part) || text.includes(Buffer.from(part).toString('latin1'))),
      );
      expect(leaks.map(({ name }) => name)).toEqual([]);
    });

    test('names are in no argument, metric, file name or temporary file', () => {
      const own = [...seenArguments].filter((text) => text.includes(MARK) && !text.includes('--employee'));
      expect(own).toEqual([]);
      expect(metrics).toContain('paytally_');
      expect(metrics).not.toContain(MARK);
      const names = readdirSync(service.cwd, { recursive: true, encoding: 'utf8' });
      expect(names.filter((name) => name.includes(MARK))).toEqual([]);
      expect(readdirSync(temporary)).toEqual([]);
    });

    test('every file is readable by its owner alone, whatever the umask', () => {
      const given = ['paytally.yaml', 'employees-bakery.csv', 'register.csv', 'inbox'];
      // A template and the files of a service are for others to read, and not to change.
      const othersMay = (name: string) => (/^(mine|units)\b/.test(name) ? 0o022 : 0o077);
      const open = readdirSync(service.cwd, { recursive: true, encoding: 'utf8' })
        .filter((name) => !given.includes(name))
        .filter((name) => (statSync(join(service.cwd, name)).mode & othersMay(name)) !== 0);
      expect(open).toEqual([]);
    });
  },
);
