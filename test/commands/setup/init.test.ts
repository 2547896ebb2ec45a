import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configOf } from '../../../src/config/config.js';
import { loadConfig } from '../../../src/config/load.js';
import { PaytallyError } from '../../../src/errors.js';
import { verbatim } from '../../../src/i18n/message.js';
import type { Questions } from '../../../src/runtime/questions.js';
import {
  SAMPLE_EMPLOYER,
  type SampleService,
  startSampleService,
} from '../../support/employers/sampleService.js';
import {
  PROJECT,
  type ProgramRun,
  type RunOptions,
  runPaytally,
} from '../../support/programs/runPaytally.js';

let service: SampleService;
beforeAll(async () => {
  service = await startSampleService({ limits: { enabled: false } });
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
  test('flags and a secret from stdin create everything, and the next command works', async () => {
    const cwd = emptyFolder();
    const { status, stdout, stderr } = await init(cwd, [...flags(), '--country', 'DE'], {
      readInput: async () => `${secret()}\n`,
    });
    expect({ status, stderr: stderr.split('\n')[0] }).toEqual({
      status: 0,
      stderr: 'Gespeichert: secrets/backerei-sud-sohne, paytally.yaml.',
    });
    const loaded = await load(cwd);
    const config = configOf(loaded, 'backerei-sud-sohne');
    expect(config).toMatchObject({
      employerName: 'Bäckerei Süd & Söhne',
      language: 'de-DE',
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

  test('a template that lacks a setting is reported, and the employees are listed all the same', async () => {
    const cwd = emptyFolder();
    const own = ['--secret-env', 'PAYTALLY_SANDBOX_SECRET', '--key', 'b', '--template', 'acerta'];
    const { status, stdout } = await init(cwd, [...flags(), ...own]);
    expect(status).toBe(2);
    expect(stdout).toContain('legalEntity');
    expect(readFileSync(join(cwd, 'employees-b.csv'), 'utf8').split('\n').length).toBeGreaterThan(2);
  });

  test('reports all missing values at once, and writes nothing', async () => {
    const cwd = emptyFolder();
    const { status, stderr } = await init(cwd, ['init', '--name', 'X']);
    expect(status).toBe(2);
    expect(stderr).toContain('missing settings: --base-url, --employer-id, --client-id.');
    expect(existsSync(join(cwd, 'paytally.yaml'))).toBe(false);
    const without = await init(cwd, flags());
    expect({ status: without.status, said: without.stderr.includes('SECRET_MISSING') }).toEqual({
      status: 2,
      said: true,
    });
    expect(existsSync(join(cwd, 'paytally.yaml'))).toBe(false);
  });

  test('run again for the next employer: keeps comments, and never reuses a key', async () => {
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

  test('settings for the next employer apply only to it; all others come from the common settings', async () => {
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
      language: 'de-DE',
      locale: 'de-DE',
    });
    expect(said('third')).toEqual(said('first'));
  });

  test('initial pay rules are in a separate file', async () => {
    const cwd = emptyFolder();
    const own = ['--secret-env', 'PAYTALLY_SANDBOX_SECRET', '--no-check', '--preset', 'belgium'];
    expect((await init(cwd, [...flags(), ...own, '--key', 'b'])).status).toBe(0);
    const config = configOf(await load(cwd), 'b');
    expect(config.payRules.base.map(({ code }) => code)).toContain('OT50');
    expect(existsSync(join(cwd, 'rules-belgium.yaml'))).toBe(true);
  });

  test.each<[name: string, wrong: Readonly<Record<string, string>>, status: number, said: RegExp]>([
    [
      'an address without a service',
      { '--base-url': 'http://127.0.0.1:9' },
      4,
      /SERVICE_UNREACHABLE: .*die Zeiterfassung lehnte die Verbindung ab/,
    ],
    [
      'an invalid address',
      { '--base-url': 'nowhere' },
      2,
      /CONFIG_INVALID: Die Adresse der Zeiterfassung \(baseUrl\) ist nicht gültig/,
    ],
    ['an unencrypted address', { '--base-url': 'http://example.com' }, 2, /BASE_URL_INSECURE/],
    ['an invalid key', { '--key': 'süd' }, 2, /USAGE: "süd" kann kein Arbeitgeberschlüssel/],
    [
      'an unknown client id',
      { '--client-id': 'nobody' },
      3,
      /AUTH_REJECTED: Die Zeiterfassung nimmt .* des Arbeitgebers backerei/,
    ],
    ['another employer', { '--employer-id': '00000000-0000-4000-8000-000000000000' }, 3, /EMPLOYER_MISMATCH/],
    [
      'a client id with a variable reference',
      { '--client-id': ['$', '{HOME}'].join('') },
      2,
      /kann "\$\{HOME\}" nicht als clientId/,
    ],
    ['a missing template', { '--template': 'monthly-hour' }, 2, /TEMPLATE_NOT_FOUND/],
    ['missing pay rules', { '--preset': 'atlantis' }, 2, /USAGE: .*"atlantis"/],
    ['an invalid locale', { '--locale': 'xx' }, 2, /USAGE: --locale xx ist kein gültiger Wert/],
    [
      'a secret instead of its variable',
      { '--secret-env': 's3cret-of-mine' },
      2,
      /kann nicht der Name einer Umgebungsvariablen sein/,
    ],
  ])('%s is reported in the chosen language, and nothing is written', async (_name, wrong, status, said) => {
    const cwd = emptyFolder();
    const own = { '--secret-env': 'PAYTALLY_SANDBOX_SECRET', ...wrong };
    const kept = flags().filter((word, index, all) => !(word in own) && !((all[index - 1] ?? '') in own));
    const run = await init(cwd, [...kept, '--country', 'DE', ...Object.entries(own).flat()]);
    expect({ status: run.status, stderr: run.stderr }).toEqual({
      status,
      stderr: expect.stringMatching(said),
    });
    expect(readdirSync(cwd)).toEqual([]);
    const json = await init(cwd, [...kept, '--json', '--country', 'DE', ...Object.entries(own).flat()]);
    expect(JSON.parse(json.stdout).error.code).toBe(/^\w+/.exec(run.stderr)?.[0]);
  });

  test('a secret that the service refuses is not stored', async () => {
    const cwd = emptyFolder();
    const run = await init(cwd, flags(), { readInput: async () => 'another-secret\n' });
    expect({ status: run.status, stderr: run.stderr }).toEqual({
      status: 3,
      stderr: expect.stringMatching(/AUTH_REJECTED/),
    });
    const lines = await init(cwd, flags(), { readInput: async () => `${secret()}\nmore\n` });
    expect({ status: lines.status, stderr: lines.stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/SECRET_INVALID/),
    });
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('an unset variable is reported, and the files are written', async () => {
    const cwd = emptyFolder();
    const run = await init(cwd, [...flags(), '--key', 'b', '--secret-env', 'NOT_SET_HERE']);
    expect(run.stderr).toContain('Warning: the variable NOT_SET_HERE is not set here');
    expect({ status: run.status, stdout: run.stdout }).toEqual({
      status: 2,
      stdout: expect.stringContaining('SECRET_MISSING'),
    });
    expect((await load(cwd)).config.employers).toHaveProperty('b');
  });

  test('no employer is added to a configuration that does not load', async () => {
    const cwd = emptyFolder();
    const own = ['--secret-env', 'PAYTALLY_SANDBOX_SECRET', '--no-check'];
    await init(cwd, [...flags(), ...own, '--key', 'first']);
    const path = join(cwd, 'paytally.yaml');
    const broken = `${readFileSync(path, 'utf8')}\nroundng: {}\n`;
    writeFileSync(path, broken);
    const again = await init(cwd, [...flags(), ...own, '--key', 'second']);
    expect({ status: again.status, stderr: again.stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/CONFIG_UNKNOWN_KEY.*roundng/),
    });
    expect(readFileSync(path, 'utf8')).toBe(broken);
  });

  test('keeps earlier files if new ones cannot be written', async () => {
    const cwd = emptyFolder();
    const own = ['--preset', 'belgium', '--no-check', '--key', 'b'];
    writeFileSync(join(cwd, 'rules-belgium.yaml'), '# mine\n');
    mkdirSync(join(cwd, 'paytally.yaml'));
    const run = await init(cwd, [...flags(), '--force', ...own], {
      readInput: async () => secret(),
    });
    expect(run.status).not.toBe(0);
    expect(readFileSync(join(cwd, 'rules-belgium.yaml'), 'utf8')).toBe('# mine\n');
    expect(existsSync(join(cwd, 'secrets/b'))).toBe(false);
  });
});

test('--sandbox tries all of it without an account', { tags: 'slow' }, async () => {
  const cwd = emptyFolder();
  const { status, stdout } = await runPaytally(['init', '--sandbox'], { cwd });
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: expect.stringMatching(
      /Found:[\s\S]*39 people in \S+, 39 with a payroll ID[\s\S]*Next: paytally check 2026-10/,
    ),
  });
  const again = await runPaytally(['init', '--sandbox'], { cwd });
  expect(again.status).toBe(2);
});

test('--sandbox accepts every flag that applies to it, and refuses the others', async () => {
  const cwd = emptyFolder();
  const refused = await runPaytally(['init', '--sandbox', '--employer-id', '0e6f'], { cwd });
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain('--employer-id cannot be combined with --sandbox');
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

const PLACE_IN_DUTCH =
  'Waar staan de geregistreerde uren? Adres van de Workforce API, of een map of CSV-bestand';

test('on a terminal it asks for everything that no flag sets', async () => {
  const cwd = emptyFolder();
  const asked: string[] = [];
  const texts: Readonly<Record<string, string>> = {
    [PLACE_IN_DUTCH]: service.sandbox.baseUrl,
    'Werkgevers-id (in het portaal, naast de integratie)': SAMPLE_EMPLOYER,
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
  // The first in the system's language, then in the country's; later ones as configured.
  expect(asked.slice(0, 3)).toEqual(['Land', 'Sprache von Berichten und Meldungen', PLACE_IN_DUTCH]);
  expect(asked).toHaveLength(10);
  expect(stdout).toMatch(
    /^Gevonden:\n[\s\S]*personen in .*employees-asked\.csv[\s\S]*\nVolgende stap: paytally check last-month/,
  );
  expect(readFileSync(join(cwd, 'paytally.yaml'), 'utf8')).toContain('# Taal van rapporten');
  expect(configOf(await load(cwd), 'asked')).toMatchObject({
    language: 'nl-BE',
    templates: ['monthly-hours'],
  });
});

test('without a configuration, a refused command line is reported in the system’s language', async () => {
  const { status, stderr } = await runPaytally(['exprot', '2026-10'], {
    cwd: emptyFolder(),
    env: { LANG: 'fr_BE.UTF-8' },
  });
  expect({ status, said: stderr.split('\n')[0] }).toEqual({
    status: 2,
    said: 'USAGE: La commande "exprot" n’existe pas. Vouliez-vous dire "export" ?',
  });
});

test('on a terminal it reports a wrong answer at once, and asks again', async () => {
  const cwd = emptyFolder();
  const asked: string[] = [];
  const texts: Record<string, string[]> = {
    'Où sont les heures pointées\u00a0? Adresse de la Workforce API, ou un dossier ou fichier CSV': [
      'nulle part',
      'http://127.0.0.1:9',
      service.sandbox.baseUrl,
    ],
    'Clé de l’employeur, pour les commandes et les noms de fichiers': ['a b', 'boulangerie'],
    'Identifiant de l’employeur (dans le portail, à côté de l’intégration)': ['x', SAMPLE_EMPLOYER],
    'Identifiant client de l’intégration': ['bakery-payroll'],
  };
  const secrets = ['wrong', secret(), secret()];
  const questions: Questions = {
    text: async (message, otherwise) => {
      asked.push(message);
      return texts[message]?.shift() ?? otherwise ?? '';
    },
    secret: async () => secrets.shift() ?? '',
    choose: async (message, choices) => (message === 'Country' ? 'FR' : (choices[0]?.value ?? '')),
    confirm: async () => false,
  };
  const { status, stderr } = await runPaytally(['init', '--name', 'Du Pain'], {
    cwd,
    env: { ...service.env, LANG: 'en_GB.UTF-8' },
    context: { questions },
  });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  const said = [...stderr.matchAll(/^([A-Z_]+): (.*)$/gm)].map(([, code, text]) => `${code} ${text}`);
  expect(said).toEqual(
    [
      expect.stringMatching(/^CONFIG_INVALID L’adresse du système de pointage \(baseUrl\) n’est pas valable/),
      expect.stringMatching(/^SERVICE_UNREACHABLE /),
      expect.stringMatching(/^USAGE "a b" ne peut pas être la clé/),
      expect.stringMatching(/^AUTH_REJECTED /),
      expect.stringMatching(/^AUTH_REJECTED |^EMPLOYER_MISMATCH /),
    ].slice(0, said.length),
  );
  expect(said.length).toBeGreaterThan(3);
  expect(stderr).not.toMatch(/What to do|cannot/);
  expect(readFileSync(join(cwd, 'secrets/boulangerie'), 'utf8')).toBe(`${secret()}\n`);
  expect(Object.keys((await load(cwd)).config.employers)).toEqual(['boulangerie']);
});

test.skipIf(platform() === 'win32')(
  'if killed at any time, it leaves either no configuration or one that loads',
  { tags: 'slow' },
  async () => {
    const argv = [...flags(), '--country', 'BE', '--preset', 'belgium', '--key', 'b', '--no-check'];
    const atEnd: boolean[] = [];
    for (const afterMs of [150, 300, 450, 600, 900, 20_000]) {
      const cwd = emptyFolder();
      const main = join(PROJECT, 'dist/src/main.js');
      const child = spawn(process.execPath, [main, ...argv], {
        cwd,
        env: { ...process.env, ...service.env },
      });
      child.stdin.end(`${secret()}\n`);
      const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
      await new Promise((resolve) => child.on('close', resolve));
      clearTimeout(timer);
      const isThere = existsSync(join(cwd, 'paytally.yaml'));
      if (isThere) expect(Object.keys((await load(cwd)).config.employers)).toEqual(['b']);
      atEnd.push(isThere);
    }
    expect(atEnd.at(-1)).toBe(true);
  },
);

test('Ctrl-C during the connection test says that the files exist', async () => {
  const cwd = emptyFolder();
  const stop = new AbortController();
  const run = runPaytally([...flags(), '--key', 'b', '--country', 'DE'], {
    cwd,
    env: service.env,
    signal: stop.signal,
    context: { readInput: async () => secret() },
  });
  const path = join(cwd, 'paytally.yaml');
  const timer = setInterval(() => {
    if (existsSync(path)) stop.abort(new PaytallyError('INTERRUPTED', verbatim('Interrupted.')));
  }, 2);
  const { status, stderr } = await run;
  clearInterval(timer);
  expect({ status, stderr }).toEqual({
    status: 130,
    stderr: expect.stringMatching(
      /INTERRUPTED: Unterbrochen\. Schon gespeichert: secrets\/b, paytally\.yaml\.\n.*paytally doctor/,
    ),
  });
  expect(Object.keys((await load(cwd)).config.employers)).toEqual(['b']);
});
