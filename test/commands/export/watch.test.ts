import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '../../../src/createContext.js';
import {
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';
import { PROJECT } from '../../support/programs/runPaytally.js';

let service: SampleService;
beforeAll(async () => {
  const employers = await sampleOfDays('2026-10-29', '2026-10-30');
  service = await startSampleService(
    { employers, limits: { enabled: false } },
    'logFile: runs.log\noutputMode: group\n',
  );
});
afterAll(() => service.stop());

const FINAL = ['check', '2026-10-29..2026-10-30', '--final'];

describe('check --watch', () => {
  test('checks again while the data block the run, and ends once they do not', async () => {
    const real = createContext({
      env: {},
      cwd: service.cwd,
      streams: { stdout: process.stdout, stderr: process.stderr },
      signal: new AbortController().signal,
      packageFolder: PROJECT,
    });
    const waited: number[] = [];
    const stop = new AbortController();
    const clock = {
      ...real.clock,
      sleep: async (durationMs: number, signal: AbortSignal) => {
        if (durationMs < 10_000) return real.clock.sleep(durationMs, signal);
        waited.push(durationMs);
        if (waited.length === 2) stop.abort();
        signal.throwIfAborted();
      },
    };
    const args = [...FINAL, '--watch', '--every', '15'];
    const { status, stdout } = await service.run(args, { context: { clock, signal: stop.signal } });
    expect({ status, waited }).toEqual({ status: 130, waited: [15_000, 15_000] });
    expect(stdout.match(/^UNREVIEWED \(blocks final runs\)/gm)).toHaveLength(2);
  });

  test('ends if the days are already final: no correction changes that', { tags: 'slow' }, async () => {
    const accept = ['OPEN_ENTRY', 'UNREVIEWED', 'OVERLAP'].flatMap((code) => ['--accept', `${code}=agreed`]);
    const employers = await sampleOfDays('2026-10-29', '2026-10-30');
    const own = await startSampleService({ employers, limits: { enabled: false } });
    try {
      const final = await own.run(['export', ...FINAL.slice(1), ...accept]);
      expect(final.status).toBe(0);
      const { status, stderr } = await own.run([...FINAL, '--watch']);
      expect(status).toBe(5);
      expect(stderr).toContain('ALREADY_FINAL');
      expect(stderr).not.toContain('Checking again');
    } finally {
      await own.stop();
    }
  });

  test.each([['--json'], ['--every', '5'], ['--every', 'soon']])('is refused with %s %s', async (...more) => {
    expect((await service.run([...FINAL, '--watch', ...more])).status).toBe(2);
  });
});

describe('a check of data that stops a final run', () => {
  test('prints the whole list before its verdict, and the verdict does not refer to check', async () => {
    const { status, stdout, stderr } = await service.run(FINAL);
    expect(status).toBe(5);
    const json = JSON.parse((await service.run([...FINAL, '--json'])).stdout);
    const { findings } = json.error;
    expect(findings.length).toBeGreaterThan(1);
    for (const { employee } of findings) if (employee !== null) expect(stdout).toContain(employee);
    expect(stderr).toContain("EXPORT_BLOCKED: This period can't be finalised yet: ");
    expect(stderr).not.toContain('paytally check');
    expect(json.runs).toMatchObject([
      { employer: 'bakery', state: 'failed', period: { from: '2026-10-29', to: '2026-10-30' } },
    ]);
  });
});

describe('files and log', () => {
  test('each run adds a line without personal data; a group can read the files if configured', async () => {
    const args = ['export', '2026-10-29..2026-10-30', '--template', 'employee-days', '--json'];
    const { stdout } = await service.run(args);
    const [run] = JSON.parse(stdout).runs;
    const [file] = run.files;
    const draftFolder = dirname(file.path);
    if (process.platform !== 'win32') {
      expect(statSync(file.path).mode & 0o777).toBe(0o640);
      for (const made of [draftFolder, dirname(draftFolder)]) expect(statSync(made).mode & 0o777).toBe(0o750);
    }
    const log = join(service.cwd, 'runs.log');
    expect(existsSync(log)).toBe(true);
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      runId: run.runId,
      employer: 'bakery',
      state: 'draft',
      files: [{ path: file.path, sha256: file.sha256 }],
    });
    expect(lines.map((line) => JSON.parse(line).code)).toContain('EXPORT_BLOCKED');
  });

  test('doctor tries a template that is not configured', async () => {
    const { stdout } = await service.run(['doctor', '--template', 'datev-lodas', '--json']);
    const { findings } = JSON.parse(stdout);
    const texts = findings.map(({ message }: { message: string }) => message).join('\n');
    expect(texts).toContain('datev-lodas');
    expect(texts).not.toContain('monthly-hours');
  });
});
