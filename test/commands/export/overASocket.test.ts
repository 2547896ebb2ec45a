// @module-tag slow
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ATTRIBUTIONS } from '../../../src/domain/time/attribution.js';
import { tzdataVersion } from '../../../src/domain/time/tzdata.js';
import { findEmployeeDaysOracle } from '../../oracle/employeeDaysOracle.js';
import {
  SAMPLE_DATA,
  type SampleService,
  startSampleService,
} from '../../support/employers/sampleService.js';

const oracle = findEmployeeDaysOracle(tzdataVersion);
const EXPORT = ['export', '2026-10', '--template', 'employee-days'];

let service: SampleService;
beforeAll(async () => {
  service = await startSampleService();
});
afterAll(() => service.stop());

describe('export over a real socket', () => {
  test.skipIf(oracle === undefined).each(ATTRIBUTIONS)(
    'attribution %s matches the oracle byte for byte',
    async (attribution) => {
      const own = await startSampleService({}, `attribution: ${attribution}`);
      try {
        const { status, stdout, stderr } = await own.run([...EXPORT, '--json', '--accept', 'ZONE_UNCLEAR']);
        expect(stderr).not.toContain('BUG');
        expect(status).toBe(0);
        const [run] = JSON.parse(stdout).runs;
        const expected = oracle?.days({
          folder: join(SAMPLE_DATA, 'bakery'),
          from: '2026-10-01',
          to: '2026-10-31',
          attribution,
          mapping: join(own.cwd, 'employees-bakery.csv'),
        });
        expect(run.control).toEqual(expected?.control);
        expect(readFileSync(run.files[0].path, 'utf8')).toBe(expected?.csv);
      } finally {
        await own.stop();
      }
    },
  );

  test('--json follows the documented format', async () => {
    const { stdout } = await service.run([...EXPORT, '--json', '--out', 'json']);
    const [run, ...others] = JSON.parse(stdout).runs;
    expect(others).toEqual([]);
    const path = join(service.cwd, 'json', 'draft', 'bakery_2026-10_employee-days.csv');
    const bytes = readFileSync(path);
    expect(run).toMatchObject({
      runId: expect.stringMatching(/^\d{8}T\d{6}-[0-9a-f]{6}$/),
      employer: 'bakery',
      period: { from: '2026-10-01', to: '2026-10-31' },
      state: 'draft',
      tzdata: tzdataVersion,
      requests: expect.any(Number),
    });
    expect(run.files).toEqual([
      {
        path,
        template: 'employee-days',
        rows: bytes.toString('utf8').trimEnd().split('\n').length - 1,
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      },
    ]);
    const { excluded, ...totals } = run.control;
    const sum = (key: 'entries' | 'minutes') =>
      excluded.reduce((total: number, part: Record<string, number>) => total + (part[key] ?? 0), 0);
    expect(totals.fetchedEntries).toBe(totals.exportedEntries + sum('entries'));
    expect(totals.fetchedMinutes).toBe(totals.exportedMinutes + sum('minutes'));
    expect(run.exceptions.OPEN_ENTRY).toBeGreaterThan(0);
  });

  test('stdout has only the result, without control characters', async () => {
    const { status, stdout, stderr } = await service.run([...EXPORT, '--out', 'plain']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^bakery: 2026-10 \(2026-10-01 to 2026-10-31\), draft\n/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/);
  });

  test('--quiet leaves stderr empty', async () => {
    const { stderr } = await service.run([...EXPORT, '--quiet', '--out', 'quiet']);
    expect(stderr).toBe('');
  });

  test('files are private', async () => {
    await service.run([...EXPORT, '--out', 'private/deep']);
    const folder = join(service.cwd, 'private', 'deep', 'draft');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600]);
  });

  test('the same input gives the same bytes', async () => {
    const args = [
      'export',
      '2026-10',
      '--template',
      'employee-days',
      '--template',
      'monthly-hours',
      '--json',
    ];
    const digests = async (out: string): Promise<string[]> => {
      const { stdout } = await service.run([...args, '--out', out]);
      return JSON.parse(stdout).runs[0].files.map((file: { sha256: string }) => file.sha256);
    };
    expect(await digests('first')).toEqual(await digests('second'));
  });

  test('--dry-run and check write nothing at all', async () => {
    const own = await startSampleService();
    try {
      const before = readdirSync(own.cwd, { recursive: true });
      expect((await own.run([...EXPORT, '--dry-run'])).status).toBe(0);
      expect((await own.run(['check', '2026-10'])).status).toBe(0);
      expect(readdirSync(own.cwd, { recursive: true })).toEqual(before);
    } finally {
      await own.stop();
    }
  });

  test('--dry-run plans the same bytes that export writes', async () => {
    const planned = JSON.parse(
      (await service.run([...EXPORT, '--dry-run', '--json', '--out', 'same'])).stdout,
    );
    const written = JSON.parse((await service.run([...EXPORT, '--json', '--out', 'same'])).stdout);
    expect(planned.runs[0].files).toEqual(written.runs[0].files);
  });

  test('open entries block a final run, with status 5 and nothing written', async () => {
    const { status, stdout, stderr } = await service.run([
      ...EXPORT,
      '--final',
      '--json',
      '--out',
      'blocked',
    ]);
    expect(status).toBe(5);
    const { error } = JSON.parse(stdout);
    expect(error).toMatchObject({
      code: 'EXPORT_BLOCKED',
      remedy: expect.stringContaining('--accept OPEN_ENTRY='),
    });
    expect(stderr).toContain('EXPORT_BLOCKED');
    expect(existsSync(join(service.cwd, 'blocked'))).toBe(false);
  });

  test('a final run succeeds once every blocking exception is accepted with a reason', async () => {
    const accept = ['OPEN_ENTRY', 'OVERLAP', 'UNREVIEWED'].flatMap((code) => ['--accept', `${code}=known`]);
    const { status, stdout } = await service.run([
      ...EXPORT,
      '--final',
      '--json',
      '--out',
      'final',
      ...accept,
    ]);
    expect({ status, state: JSON.parse(stdout).runs?.[0]?.state }).toEqual({ status: 0, state: 'final' });
  });
});

describe('failures', () => {
  const ROWS: readonly [name: string, argv: readonly string[], status: number, code: string][] = [
    ['a period that does not exist', ['export', '2026-13'], 2, 'PERIOD_INVALID'],
    ['no period', ['export'], 2, 'USAGE'],
    ['no command', [], 2, 'USAGE'],
    ['an unknown command', ['exprot', '2026-10'], 2, 'USAGE'],
    ['an unknown option', ['export', '2026-10', '--templat', 'x'], 2, 'USAGE'],
    ['an unknown template', ['export', '2026-10', '--template', 'emploee-days'], 2, 'TEMPLATE_NOT_FOUND'],
    ['an unknown employer', ['export', '2026-10', '--employer', 'bank'], 2, 'EMPLOYER_UNKNOWN'],
    ['an unknown exception', ['export', '2026-10', '--accept', 'NO_SUCH=x'], 2, 'USAGE'],
    ['a final run without a reason', ['export', '2026-10', '--final', '--accept', 'OVERLAP'], 2, 'USAGE'],
    ['a final run that reads once', ['export', '2026-10', '--final', '--read', 'once'], 2, 'USAGE'],
    ['a missing configuration', ['export', '2026-10', '--config', 'nowhere.yaml'], 2, 'CONFIG_NOT_FOUND'],
    ['an option given twice', ['export', '2026-10', '--out', 'a', '--out', 'b'], 2, 'USAGE'],
    [
      'an output folder that is a file',
      ['export', '2026-10', '--out', 'paytally.yaml'],
      6,
      'OUTPUT_NOT_WRITTEN',
    ],
  ];
  test.each(ROWS)('%s', async (_, argv, status, code) => {
    const plain = await service.run(argv);
    expect({ status: plain.status, said: plain.stderr, stdout: plain.stdout }).toEqual({
      status,
      said: expect.stringContaining(code),
      stdout: '',
    });
    expect(plain.stderr).toContain('What to do:');
    const json = await service.run([...argv, '--json']);
    expect(JSON.parse(json.stdout).error).toMatchObject({ code, message: /./, remedy: /./ });
  });
});
