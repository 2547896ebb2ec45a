import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Questions } from '../../../src/runtime/questions.js';
import { runPaytally } from '../../support/programs/runPaytally.js';
import { KIMAI_TOKEN, startKimai } from '../../support/servers/kimaiDouble.js';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function fresh(): string {
  const cwd = mkdtempSync(join(tmpdir(), 'paytally-init-'));
  folders.push(cwd);
  return cwd;
}

const NOW = Date.UTC(2026, 10, 3, 9);

test('init writes a configuration for a folder, which can be checked at once', async () => {
  const cwd = fresh();
  mkdirSync(join(cwd, 'hours'));
  writeFileSync(
    join(cwd, 'hours', 'entries.csv'),
    'employee,start,end\nAnn,2026-10-05T08:00,2026-10-05T16:00\n',
  );
  const init = await runPaytally(
    ['init', '--csv', 'hours', '--name', 'Bakery', '--country', 'BE', '--language', 'en'],
    {
      cwd,
      nowMs: NOW,
    },
  );
  expect(init.status, init.stderr).toBe(0);
  const written = readFileSync(join(cwd, 'paytally.yaml'), 'utf8');
  expect(written).toContain('csv: hours');
  expect(written).not.toMatch(/baseUrl|clientId/);
  expect(written).toContain('employerId: bakery');
  const check = await runPaytally(['check', '2026-10', '--json'], { cwd, nowMs: NOW });
  expect(JSON.parse(check.stdout).runs[0].control.exportedMinutes).toBe(480);
  expect(check.stderr).toContain('from CSV files in hours');
  const further = await runPaytally(
    ['init', '--csv', 'other', '--format', 'punches', '--name', 'Cafe', '--country', 'BE', '--no-check'],
    {
      cwd,
      nowMs: NOW,
    },
  );
  expect(further.status, further.stderr).toBe(0);
  expect(readFileSync(join(cwd, 'paytally.yaml'), 'utf8')).toContain('format: punches');
});

test('the zone of files is asked where the country does not tell it, and can be an option', async () => {
  const started = (more: readonly string[], questions?: Questions) => {
    const cwd = fresh();
    mkdirSync(join(cwd, 'hours'));
    const argv = ['init', '--csv', 'hours', '--name', 'Diner', '--country', 'US', '--no-check', ...more];
    const context = questions === undefined ? {} : { questions };
    return runPaytally(argv, { cwd, nowMs: NOW, context }).then((run) => ({ ...run, cwd }));
  };
  const writtenIn = (cwd: string) => readFileSync(join(cwd, 'paytally.yaml'), 'utf8');
  const given = await started(['--zone', 'America/Chicago']);
  expect(given.status, given.stderr).toBe(0);
  expect(writtenIn(given.cwd)).toContain('zone: America/Chicago');
  const wrong = await started(['--zone', 'Chicago']);
  expect([wrong.status, wrong.stderr.includes('America/Chicago')]).toEqual([2, true]);
  const answers = ['Denver', 'America/Denver'];
  const asked = await started([], {
    text: async (question, otherwise) =>
      question.startsWith('Time zone') ? (answers.shift() ?? '') : (otherwise ?? ''),
    secret: async () => '',
    choose: async (_, choices) => choices[0]?.value ?? '',
    confirm: async () => false,
  });
  expect(asked.status, asked.stderr).toBe(0);
  expect([answers, writtenIn(asked.cwd).includes('zone: America/Denver')]).toEqual([[], true]);
});

test('on a terminal, a folder is an answer to the first question', async () => {
  const cwd = fresh();
  mkdirSync(join(cwd, 'hours'));
  writeFileSync(
    join(cwd, 'hours', 'entries.csv'),
    'employee,start,end\nAnn,2026-10-05T08:00,2026-10-05T16:00\n',
  );
  const asked: string[] = [];
  const questions: Questions = {
    text: async (message, otherwise) => {
      asked.push(message);
      return message.startsWith('Where is your time') ? 'hours' : (otherwise ?? '');
    },
    secret: async () => 'not asked',
    choose: async (_, choices) =>
      choices.some(({ value }) => value === 'en') ? 'en' : (choices[0]?.value ?? ''),
    confirm: async () => false,
  };
  const init = await runPaytally(['init', '--name', 'Bakery', '--country', 'BE'], {
    cwd,
    nowMs: NOW,
    context: { questions },
  });
  expect(init.status, init.stderr).toBe(0);
  expect(readFileSync(join(cwd, 'paytally.yaml'), 'utf8')).toContain('csv: hours');
  expect(asked.join('\n')).not.toMatch(/secret|Client|Employer ID/);
});

test('init writes a configuration for Kimai, and stores its token', async () => {
  const users = [{ id: 1, username: 'admin', alias: 'Ada', enabled: true, timezone: 'Europe/Berlin' }];
  const kimai = await startKimai({ users, projects: [], activities: [], timesheets: [] });
  try {
    const cwd = fresh();
    const init = await runPaytally(
      ['init', '--kimai', kimai.url, '--name', 'Bakery', '--country', 'DE', '--language', 'en'],
      { cwd, nowMs: NOW, context: { readInput: async () => `${KIMAI_TOKEN}\n` } },
    );
    expect(init.status, init.stderr + init.stdout).toBe(0);
    expect(readFileSync(join(cwd, 'secrets', 'bakery'), 'utf8')).toBe(`${KIMAI_TOKEN}\n`);
    expect(readFileSync(join(cwd, 'paytally.yaml'), 'utf8')).not.toContain(KIMAI_TOKEN);
    const doctor = await runPaytally(['doctor'], { cwd, nowMs: NOW });
    expect(doctor.stdout).toMatch(/Kimai at 127\.0\.0\.1:\d+ answers Ada, who sees 1 user/);
    expect(existsSync(join(cwd, 'secrets', 'bakery'))).toBe(true);
  } finally {
    await kimai.stop();
  }
});
