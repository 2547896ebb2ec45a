import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configOf } from '../../src/config/config.js';
import { loadConfig } from '../../src/config/load.js';
import type { Questions } from '../../src/questions.js';
import { type ProgramRun, type RunOptions, runPaytally } from './runPaytally.js';
import { SAMPLE_EMPLOYER, type SampleService, startSampleService } from './sampleService.js';

let service: SampleService;
beforeAll(async () => {
  service = await startSampleService();
});
afterAll(() => service.stop());

const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'paytally-init-'));
const secret = (): string => service.env.PAYTALLY_SANDBOX_SECRET ?? '';
const flags = (): string[] => [
  'init',
  ...['--base-url', service.sandbox.baseUrl, '--employer-id', SAMPLE_EMPLOYER],
  ...['--client-id', 'bakery-payroll', '--name', 'Bäckerei Süd & Söhne'],
];
const init = (
  cwd: string,
  argv: readonly string[],
  context: RunOptions['context'] = {},
): Promise<ProgramRun> => runPaytally(argv, { cwd, env: service.env, context });
const load = async (cwd: string) => loadConfig({ path: undefined, cwd, env: service.env });

describe('without a terminal', () => {
  test('flags and a secret through stdin make all of it, and the next command works', async () => {
    const cwd = emptyFolder();
    const { status, stdout, stderr } = await init(cwd, [...flags(), '--country', 'DE'], {
      readInput: async () => `${secret()}\n`,
    });
    expect({ status, stderr: stderr.split('\n')[0] }).toEqual({
      status: 0,
      stderr: 'Geschrieben: secrets/backerei-sud-sohne, paytally.yaml.',
    });
    const loaded = await load(cwd);
    const config = configOf(loaded, 'backerei-sud-sohne');
    expect(config).toMatchObject({
      employerName: 'Bäckerei Süd & Söhne',
      language: 'de',
      locale: 'de-DE',
      employer: { zone: 'Europe/Berlin', clientSecret: { file: 'secrets/backerei-sud-sohne' } },
    });
    const file = join(cwd, 'secrets/backerei-sud-sohne');
    expect(readFileSync(file, 'utf8')).toBe(`${secret()}\n`);
    if (platform() !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(join(cwd, 'paytally.yaml'), 'utf8');
    expect(text).toMatch(/^# yaml-language-server: \$schema=.*paytally\.schema\.json\n/);
    expect(text + stdout + stderr).not.toContain(secret());
    expect(readFileSync(join(cwd, 'employees-backerei-sud-sohne.csv'), 'utf8')).toContain('employeeId');
    const next = /^Nächster Schritt: paytally (.*)$/m.exec(stdout)?.[1] ?? '';
    expect(next).toBe('check last-month --employer backerei-sud-sohne');
    const checked = await init(cwd, next.replace('last-month', '2026-10-05..2026-10-06').split(' '));
    expect(checked.status).toBe(0);
  });

  test('everything that is missing is said at once, and nothing is written', async () => {
    const cwd = emptyFolder();
    const { status, stderr } = await init(cwd, ['init', '--name', 'X']);
    expect(status).toBe(2);
    expect(stderr).toContain('--base-url, --employer-id, --client-id is missing');
    expect(existsSync(join(cwd, 'paytally.yaml'))).toBe(false);
    const without = await init(cwd, flags());
    expect({ status: without.status, said: without.stderr.includes('SECRET_MISSING') }).toEqual({
      status: 2,
      said: true,
    });
    expect(existsSync(join(cwd, 'paytally.yaml'))).toBe(false);
  });

  test('again for the next employer: comments stay, a key is never taken twice', async () => {
    const cwd = emptyFolder();
    const own = ['--secret-env', 'PAYTALLY_SANDBOX_SECRET', '--no-check'];
    await init(cwd, [...flags(), ...own, '--key', 'first']);
    const path = join(cwd, 'paytally.yaml');
    writeFileSync(path, `# mine\n${readFileSync(path, 'utf8')}`);
    const again = await init(cwd, [...flags(), ...own, '--key', 'second']);
    expect(again.status).toBe(0);
    const text = readFileSync(path, 'utf8');
    expect(text.startsWith('# mine\n')).toBe(true);
    expect(Object.keys((await load(cwd)).config.employers)).toEqual(['first', 'second']);
    const taken = await init(cwd, [...flags(), ...own, '--key', 'second']);
    expect({ status: taken.status, text: readFileSync(path, 'utf8') }).toEqual({ status: 2, text });
  });

  test('what is said of the next employer holds for it alone, and what nobody said is that of all', async () => {
    const cwd = emptyFolder();
    const own = ['--secret-env', 'PAYTALLY_SANDBOX_SECRET', '--no-check'];
    await init(cwd, [
      ...flags(),
      ...own,
      '--key',
      'first',
      '--template',
      'employee-days',
      '--locale',
      'nl-BE',
    ]);
    const german = [
      '--country',
      'DE',
      '--language',
      'de',
      '--template',
      'monthly-hours',
      '--template',
      'hours',
    ];
    await init(cwd, [...flags(), ...own, '--key', 'second', ...german]);
    await init(cwd, [...flags(), ...own, '--key', 'third']);
    const loaded = await load(cwd);
    const said = (key: string) => {
      const { templates, language, locale } = configOf(loaded, key);
      return { templates, language, locale };
    };
    expect(said('first')).toMatchObject({ templates: ['employee-days'], locale: 'nl-BE' });
    expect(said('second')).toEqual({
      templates: ['monthly-hours', 'hours'],
      language: 'de',
      locale: 'de-DE',
    });
    expect(said('third')).toEqual(said('first'));
  });

  test('pay rules to begin with stand in a file of their own', async () => {
    const cwd = emptyFolder();
    const own = ['--secret-env', 'PAYTALLY_SANDBOX_SECRET', '--no-check', '--preset', 'belgium'];
    expect((await init(cwd, [...flags(), ...own, '--key', 'b'])).status).toBe(0);
    const config = configOf(await load(cwd), 'b');
    expect(config.payRules.base.map(({ code }) => code)).toContain('OT50');
    expect(existsSync(join(cwd, 'rules-belgium.yaml'))).toBe(true);
  });

  test('what stops an export is told, and is the status', async () => {
    const cwd = emptyFolder();
    const wrong = flags().map((word) => (word === 'bakery-payroll' ? 'nobody' : word));
    const { status, stdout } = await init(cwd, [...wrong, '--secret-env', 'PAYTALLY_SANDBOX_SECRET']);
    expect(status).toBe(3);
    expect(stdout).toContain('AUTH_REJECTED');
    expect(stdout).toContain('paytally doctor');
  });
});

test('--sandbox tries all of it without an account', async () => {
  const cwd = emptyFolder();
  const { status, stdout } = await runPaytally(['init', '--sandbox'], { cwd });
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: expect.stringMatching(/Found:[\s\S]*sandbox --port 4010[\s\S]*Next: paytally check 2026-10/),
  });
  const again = await runPaytally(['init', '--sandbox'], { cwd });
  expect(again.status).toBe(2);
});

test('--sandbox takes every flag that can hold there, and refuses the others', async () => {
  const cwd = emptyFolder();
  const refused = await runPaytally(['init', '--sandbox', '--employer-id', '0e6f'], { cwd });
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain('--employer-id does not go with --sandbox');
  expect(existsSync(join(cwd, 'paytally.yaml'))).toBe(false);
  const own = ['--key', 'oven', '--name', 'De Oven', '--country', 'NL', '--no-check'];
  const made = await runPaytally(['init', '--sandbox', ...own], { cwd });
  expect({ status: made.status, stdout: made.stdout }).toEqual({
    status: 0,
    stdout: expect.stringContaining('paytally check 2026-10 --employer oven'),
  });
  const config = readFileSync(join(cwd, 'paytally.yaml'), 'utf8');
  expect(config).toContain('De Oven');
  expect(config).toMatch(/^language: nl$/m);
  expect(existsSync(join(cwd, 'secrets/oven'))).toBe(true);
});

test('at a terminal everything that no flag says is asked', async () => {
  const cwd = emptyFolder();
  const asked: string[] = [];
  const texts: Readonly<Record<string, string>> = {
    'Adres van de Workforce API': service.sandbox.baseUrl,
    'Id van de werkgever (in het portaal, naast de integratie)': SAMPLE_EMPLOYER,
    'Client-id van de integratie': 'bakery-payroll',
  };
  const questions: Questions = {
    text: async (message, otherwise) => {
      asked.push(message);
      return texts[message] ?? otherwise ?? '';
    },
    secret: async (message) => {
      asked.push(message);
      return secret();
    },
    choose: async (message, choices) => {
      asked.push(message);
      return message === 'Land' ? 'BE' : (choices[0]?.value ?? '');
    },
    confirm: async (message) => {
      asked.push(message);
      return false;
    },
  };
  const { status, stdout } = await runPaytally(['init', '--name', 'Asked'], {
    cwd,
    env: { ...service.env, LANG: 'de_AT.UTF-8' },
    context: { questions },
  });
  expect(status).toBe(0);
  // The first in the language of the system, then as the country speaks; what comes after, as the configuration says.
  expect(asked.slice(0, 3)).toEqual([
    'Land',
    'Sprache von Berichten und Meldungen',
    'Adres van de Workforce API',
  ]);
  expect(asked).toHaveLength(10);
  expect(stdout).toMatch(
    /^Gevonden:\n[\s\S]*personen in .*employees-asked\.csv[\s\S]*\nVolgende stap: paytally check last-month/,
  );
  expect(readFileSync(join(cwd, 'paytally.yaml'), 'utf8')).toContain('# Taal van rapporten');
  expect(configOf(await load(cwd), 'asked')).toMatchObject({ language: 'nl', templates: ['monthly-hours'] });
});

test('a command line that is refused is told in the language of the system where there is no configuration', async () => {
  const { status, stderr } = await runPaytally(['exprot', '2026-10'], {
    cwd: emptyFolder(),
    env: { LANG: 'fr_BE.UTF-8' },
  });
  expect({ status, said: stderr.split('\n')[0] }).toEqual({
    status: 2,
    said: 'USAGE: La commande "exprot" n’existe pas. Vouliez-vous dire "export" ?',
  });
});
