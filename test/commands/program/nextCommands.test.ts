import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandLine } from '../../../src/cli/nextCommand.js';
import {
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

let service: SampleService;
beforeAll(async () => {
  const employers = await sampleOfDays('2026-10-05', '2026-10-06');
  service = await startSampleService({ employers, limits: { enabled: false } });
});
afterAll(() => service.stop());

const DAYS = '2026-10-05..2026-10-06';
const ACCEPTED = [
  '--accept',
  'UNREVIEWED=agreed by phone',
  '--accept',
  'OPEN_ENTRY=later',
  '--accept',
  'OVERLAP=seen',
];
const FILES = ['--template', 'employee-days'];

/** A suggested command line, split into words. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

function nextIn(stderr: string): string | undefined {
  return /^Next: (?:npx )?paytally (.*)$/m.exec(stderr)?.[1];
}

describe('a command suggests the next one', () => {
  test('from a draft to a final, its corrections, its history: each suggested command works unchanged', {
    tags: 'slow',
  }, async () => {
    const draft = await service.run(['export', DAYS, ...FILES, ...ACCEPTED]);
    const final = nextIn(draft.stderr);
    expect(final).toContain('--final');
    const made = await service.run(wordsOf(final ?? ''));
    expect({ status: made.status, stderr: made.stderr }).toMatchObject({ status: 0 });
    const [, later = ''] = /^If hours change later, run: (?:npx )?paytally (.*)$/m.exec(made.stderr) ?? [];
    expect((await service.run(wordsOf(later))).status).toBe(0);

    const listed = await service.run(['history']);
    const one = await service.run(wordsOf(nextIn(listed.stderr) ?? ''));
    expect(one.stdout).toContain('SHA-256');
    expect((await service.run(wordsOf(nextIn(one.stderr) ?? ''))).status).toBe(0);
  });

  test('history of a period lists its runs; for another period or none it suggests a run', {
    tags: 'slow',
  }, async () => {
    const found = await service.run(['history', '2026-10', '--json']);
    expect(JSON.parse(found.stdout).runs.length).toBeGreaterThan(0);
    expect(JSON.parse((await service.run(['history', '2025-10', '--json'])).stdout).runs).toEqual([]);
    expect((await service.run(['history', '2026-1'])).stderr).toContain('RUN_UNKNOWN');
  });

  test('not in JSON, nor if only the result is wanted', async () => {
    for (const option of ['--json', '--quiet']) {
      const { stdout, stderr } = await service.run(['check', DAYS, ...ACCEPTED, option]);
      expect(stdout + stderr).not.toContain('Next:');
    }
  });

  test('a draft with open items ends with its verdict and the command that lists them', async () => {
    const config = readFileSync(join(service.cwd, 'paytally.yaml'), 'utf8');
    const strict = `exceptions: { UNKNOWN_EMPLOYEE: block-final }\n${config}`;
    writeFileSync(join(service.cwd, 'strict.yaml'), strict);
    const run = ['export', '2026-10', '--employer', 'bakery', ...FILES, '--config', 'strict.yaml'];
    const { stdout, stderr } = await service.run(run);
    expect(stdout.split('\n').slice(-3, -1)).toEqual(['', expect.stringMatching(/^Not ready to pay: /)]);
    expect(nextIn(stderr)).toBe(
      'check 2026-10 --employer bakery --template employee-days --config strict.yaml',
    );
  });
});

describe('a refusal says what to type', () => {
  test.each<[words: string[], says: string]>([
    [['review', '2026-10'], 'paytally export 2026-10 --template review'],
    [['monthly-hours'], 'paytally export last-month --template monthly-hours'],
    [['export', DAYS, '--template', 'control-slip'], '--template datev-lodas --template control-slip'],
  ])('%j', async (words, says) => {
    const { status, stderr } = await service.run(words);
    expect(status).toBe(2);
    expect(stderr).toContain(says);
  });

  test.each<[flags: string[], says: string]>([
    [['--base-url', 'http://127.0.0.1:9'], 'Leave out --base-url'],
    [['--preset', 'belgium'], 'Leave out --preset'],
  ])('init of a later employer with %j, and the file is unchanged', async (flags, says) => {
    const path = join(service.cwd, 'paytally.yaml');
    const before = readFileSync(path, 'utf8');
    const who = ['--key', 'second', '--employer-id', 'x', '--client-id', 'y', '--secret-env', 'NONE'];
    const { status, stderr } = await service.run(['init', '--no-check', ...who, ...flags]);
    expect({ status, says: stderr.includes(says) }).toEqual({ status: 2, says: true });
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  test('init of a later employer uses the language of its country if the common language is another', async () => {
    const path = join(service.cwd, 'paytally.yaml');
    const before = readFileSync(path, 'utf8');
    const who = ['--key', 'third', '--employer-id', 'x', '--client-id', 'y', '--secret-env', 'NONE'];
    try {
      await service.run(['init', '--no-check', ...who, '--country', 'DE'], {
        env: { ...service.env, NONE: 'a-secret-of-no-use' },
      });
      const added = readFileSync(path, 'utf8').split('third:')[1] ?? '';
      expect(added).toContain('language: de');
      expect(added).toContain('locale: de-DE');
    } finally {
      writeFileSync(path, before);
    }
  });
});

test.each<[words: string[], line: string]>([
  [['check', '2026-10'], 'paytally check 2026-10'],
  [['export', '2026-10', '--accept', 'A=by phone'], 'paytally export 2026-10 --accept "A=by phone"'],
  [['export', '2026-10', '--accept', 'A="so"'], 'paytally export 2026-10 --accept \'A="so"\''],
])('%j is quoted for the shell', (words, line) => {
  expect(commandLine(words, {})).toBe(line);
});
