import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configOf, type LoadedConfig } from '../../src/config/config.js';
import { loadConfig } from '../../src/config/load.js';
import { parseConfig } from '../../src/config/validateConfig.js';
import type { PaytallyError } from '../../src/errors.js';

const ACCESS = 'employerId: e, clientId: c, clientSecret: { env: S }';
const general = (settings: string, own = ''): string =>
  `baseUrl: https://api.example.com\n${settings}\nemployers:\n  one: { ${ACCESS}${own === '' ? '' : `, ${own}`} }\n  two: { ${ACCESS} }\n`;

const HOLDS: readonly [name: string, text: string, one: object, two: object][] = [
  [
    'a single value is replaced',
    general('attribution: split', 'attribution: end'),
    { attribution: 'end' },
    { attribution: 'split' },
  ],
  [
    'a list is replaced',
    general('templates: [hours, entries]', 'templates: [pay-lines]'),
    { templates: ['pay-lines'] },
    { templates: ['hours', 'entries'] },
  ],
  [
    'a map is merged by key',
    general('zones: { a: Europe/Paris, b: Europe/Berlin }', 'zones: { b: Europe/Brussels }'),
    { zones: { a: 'Europe/Paris', b: 'Europe/Brussels' } },
    { zones: { a: 'Europe/Paris', b: 'Europe/Berlin' } },
  ],
  [
    'maps in a map are merged by key',
    general('variables: { t: { a: "1", b: "2" } }', 'variables: { t: { b: "3" }, u: { c: "4" } }'),
    { variables: { t: { a: '1', b: '3' }, u: { c: '4' } } },
    { variables: { t: { a: '1', b: '2' } } },
  ],
  [
    'a block keeps the values that the employer does not set',
    general('rounding: { level: entry, step: 5 }', 'rounding: { step: 10 }'),
    { rounding: { level: 'entry', step: 10, mode: 'nearest' } },
    { rounding: { level: 'entry', step: 5 } },
  ],
  [
    'limits of working time are merged by key, breaks as a whole',
    general(
      'workingTime: { pack: eu, limits: { maxDayHours: 9, maxWeekHours: 40, breaks: [{ afterHours: 6, minMinutes: 30 }] } }',
      'workingTime: { pack: be, limits: { maxWeekHours: null, breaks: [{ afterHours: 4, minMinutes: 15 }] } }',
    ),
    {
      workingTime: {
        pack: 'be',
        limits: { maxDayHours: 9, maxWeekHours: null, breaks: [{ afterHours: 4, minMinutes: 15 }] },
      },
    },
    { workingTime: { pack: 'eu', limits: { maxDayHours: 9, maxWeekHours: 40 } } },
  ],
  [
    'the monitor of an employer keeps the general settings that it does not set',
    general('monitor: { every: 1h, back: 10d, finals: 2 }', 'monitor: { every: "0 5 * * *", ahead: 7d }'),
    { monitor: { every: '0 5 * * *', back: '10d', ahead: '7d', finals: 2 } },
    { monitor: { every: '1h', back: '10d', ahead: '28d', finals: 2 } },
  ],
  [
    'a calendar of another form is replaced as a whole',
    general('calendars: { pay: { anchor: 2026-01-05, days: 14 } }', 'calendars: { pay: { fromDay: 26 } }'),
    { calendars: { pay: { fromDay: 26 } } },
    { calendars: { pay: { anchor: '2026-01-05', days: 14 } } },
  ],
  [
    'a value that only one employer has',
    general('', 'payCodes: { NIGHT: { external: "12" } }, locale: de-DE'),
    { payCodes: { NIGHT: { external: '12' } }, locale: 'de-DE' },
    { payCodes: {} },
  ],
  [
    'a name, else the key',
    general('', 'name: Bakery & Sons'),
    { employerName: 'Bakery & Sons' },
    { employerName: 'two' },
  ],
];

describe('the settings that apply to an employer', () => {
  test.each(HOLDS)('%s', (_name, text, one, two) => {
    const config = parseConfig(text, 'paytally.yaml', {});
    expect(configOf({ config }, 'one')).toMatchObject(one);
    expect(configOf({ config }, 'two')).toMatchObject(two);
  });

  test('a missing common setting is valid if every employer has it', () => {
    const own = (code: string) => `{ ${ACCESS}, minimumPaid: { code: ${code} } }`;
    const text = `baseUrl: https://api.example.com\nminimumPaid: { entry: 60 }\nemployers:\n  one: ${own('A')}\n`;
    const both = text.replace('{ code: A }', '{ code: A, entry: 60 }');
    expect(configOf({ config: parseConfig(both, 'c', {}) }, 'one').minimumPaid).toEqual({
      code: 'A',
      entry: 60,
    });
  });

  test('an unknown employer, with the nearest name', () => {
    const config = parseConfig(general(''), 'c', {});
    expect(() => configOf({ config }, 'tow')).toThrow('Did you mean "two"?');
    expect(() => configOf({ config }, 'toString')).toThrow('no employer "toString"');
  });
});

const REFUSED: readonly [name: string, text: string, code: string, says: string][] = [
  [
    'a key that no employer can have',
    general('', 'baseUrl: https://x.example'),
    'CONFIG_UNKNOWN_KEY',
    'baseUrl',
  ],
  [
    'a typing error in an employer',
    general('', 'langauge: de'),
    'CONFIG_UNKNOWN_KEY',
    'c:4:64: employers.one.langauge: unknown key "langauge". Did you mean "language"?',
  ],
  [
    'a typing error deeper in an employer',
    general('', 'rounding: { setp: 5 }'),
    'CONFIG_UNKNOWN_KEY',
    'employers.one.rounding.setp: unknown key "setp". Did you mean "step"?',
  ],
  [
    'a value of an employer, at its position',
    general('language: fr', 'language: xx'),
    'CONFIG_INVALID',
    'c:4:64: employers.one.language: "xx" is not a valid value. It must be one of en, nl, fr, de',
  ],
  [
    'a mistake that only the combination has',
    general('rounding: { level: entry, grace: 4 }', 'rounding: { step: 3, mode: up }'),
    'CONFIG_INVALID',
    'rounding',
  ],
];

describe('refused in an employer', () => {
  test.each(REFUSED)('%s', (_name, text, code, says) => {
    expect(failureOf(() => parseConfig(text, 'c', {}))).toMatchObject({
      code,
      message: expect.stringContaining(says),
    });
  });

  test('a mistake in the common settings is reported once', () => {
    const text = general('language: xx', 'attribution: end');
    const { message } = failureOf(() => parseConfig(text, 'c', {}));
    expect(message.split('\n')).toHaveLength(1);
    expect(message).toContain('c:2:1: language');
  });
});

function failureOf(parse: () => unknown): PaytallyError {
  try {
    parse();
  } catch (error) {
    return error as PaytallyError;
  }
  throw new Error('the configuration was accepted');
}

/** Writes files into a new folder and loads its paytally.yaml. */
async function load(files: Readonly<Record<string, string>>): Promise<LoadedConfig & { cwd: string }> {
  const cwd = mkdtempSync(join(tmpdir(), 'paytally-config-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  return { ...(await loadConfig({ path: undefined, cwd, env: {} })), cwd };
}

const MAIN = 'baseUrl: https://api.example.com\ninclude: [clients/one.yaml, clients/two.yaml]\n';
const client = (key: string, more = ''): string => `employers:\n  ${key}:\n    ${ACCESS_LINES}\n${more}`;
const ACCESS_LINES =
  'employerId: e\n    clientId: c\n    clientSecret: { file: secret }\n    employees: people.csv';

describe('included files', () => {
  test('a file per client, with paths from its own folder', async () => {
    const { config, cwd } = await load({
      'paytally.yaml': `${MAIN}caFile: ca.pem\n`,
      'clients/one.yaml': client('one', '    templates: [hours, ./own, sheet.xlsx]\n'),
      'clients/two.yaml': client('two', 'zones: { a: Europe/Brussels }\n'),
    });
    const one = configOf({ config }, 'one');
    expect(one.employer).toMatchObject({
      employees: join(cwd, 'clients/people.csv'),
      clientSecret: { file: join(cwd, 'clients/secret') },
    });
    expect(one.templates).toEqual(['hours', join(cwd, 'clients/own'), join(cwd, 'clients/sheet.xlsx')]);
    expect({ zones: one.zones, caFile: one.caFile, store: one.store }).toEqual({
      zones: { a: 'Europe/Brussels' },
      caFile: 'ca.pem',
      store: '.paytally',
    });
  });

  const TWICE: readonly [name: string, one: string, two: string, says: string][] = [
    ['an employer', client('one'), client('one'), 'employers.one: is already set in'],
    [
      'a list',
      `${client('one')}templates: [a]\n`,
      `${client('two')}templates: [b]\n`,
      'templates: is already set in',
    ],
    [
      'an entry of a map',
      `${client('one')}zones: { a: UTC }\n`,
      `${client('two')}zones: { a: UTC }\n`,
      'zones.a: is already set in',
    ],
  ];
  test.each(TWICE)('%s in two files is an error with both places', async (_name, one, two, says) => {
    const loading = load({ 'paytally.yaml': MAIN, 'clients/one.yaml': one, 'clients/two.yaml': two });
    await expect(loading).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringMatching(new RegExp(`two\\.yaml:\\d+:\\d+: ${says}.*one\\.yaml, line \\d+`)),
    });
  });

  test('a missing file, one that includes itself, one that is not a block of keys', async () => {
    await expect(load({ 'paytally.yaml': MAIN })).rejects.toMatchObject({
      code: 'CONFIG_NOT_FOUND',
      message: expect.stringContaining('paytally.yaml, line 2, includes'),
    });
    const circle = { 'paytally.yaml': `${MAIN.replace(', clients/two.yaml', '')}` };
    await expect(
      load({ ...circle, 'clients/one.yaml': `${client('one')}include: [../paytally.yaml]\n` }),
    ).rejects.toMatchObject({ code: 'CONFIG_INVALID', message: expect.stringContaining('include itself') });
    await expect(load({ ...circle, 'clients/one.yaml': '- a\n' })).rejects.toMatchObject({
      message: expect.stringContaining('must be a block of keys'),
    });
  });

  test('a mistake is reported with its file', async () => {
    const loading = load({
      'paytally.yaml': MAIN,
      'clients/one.yaml': client('one', '    langauge: de\n'),
      'clients/two.yaml': client('two'),
    });
    await expect(loading).rejects.toMatchObject({
      code: 'CONFIG_UNKNOWN_KEY',
      message: expect.stringMatching(/clients\/one\.yaml:7:5: employers\.one\.langauge/),
    });
  });

  test('the file and line of a setting', async () => {
    const { sourceOf, cwd } = await load({
      'paytally.yaml': MAIN,
      'clients/one.yaml': client('one', '    language: de\n'),
      'clients/two.yaml': client('two', 'locale: de-DE\n'),
    });
    expect(sourceOf(['employers', 'one', 'language'])).toMatchObject({
      file: join(cwd, 'clients/one.yaml'),
      line: 7,
    });
    expect(sourceOf(['locale'])).toMatchObject({ file: join(cwd, 'clients/two.yaml'), line: 7 });
    expect(sourceOf(['language'])).toBeUndefined();
  });
});

test('five hundred clients load at once', async () => {
  const keys = Array.from({ length: 500 }, (_, index) => `client-${index}`);
  const files = keys.map((key) => [`clients/${key}.yaml`, client(key, '    language: nl\n')]);
  const { config } = await load({
    'paytally.yaml': `baseUrl: https://api.example.com\ninclude:\n${keys.map((key) => `  - clients/${key}.yaml\n`).join('')}`,
    ...Object.fromEntries(files),
  });
  expect(Object.keys(config.employers)).toEqual(keys);
});
