// @module-tag slow
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { COUNTRIES } from '../../../src/app/setup/init/countries.js';
import { readPayrollSystems } from '../../../src/app/setup/init/payrollSystems.js';
import { listTemplates } from '../../../src/documents/template/showTemplate.js';
import { diskTemplateFiles } from '../../../src/documents/template/template.js';
import { sayIn } from '../../../src/i18n/formatMessage.js';
import { LANGUAGES } from '../../../src/i18n/language.js';
import type { Questions } from '../../../src/runtime/questions.js';
import {
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';
import { PROJECT, runPaytally } from '../../support/programs/runPaytally.js';

/* A layout known from only one source says so wherever users can choose it. */

const PERIOD = '2026-10-05..2026-10-06';
const CONFIGURATION = `payCodes: { NORMAL: { external: "2000" } }
variables: { addison: { client: "1000" } }
templates: [addison]
`;

const places = { templatesRoot: join(PROJECT, 'templates'), baseFolder: PROJECT, files: diskTemplateFiles };
const weak = (await listTemplates(places)).flatMap(({ name, confidence }) =>
  confidence === 'WEAK' ? [name] : [],
);

const systemsOf = await readPayrollSystems(places, 'en');

test('some are weak', () => {
  expect(weak).toEqual(expect.arrayContaining(['addison', 'bmd', 'dataloen', 'proloen', 'sdworx']));
});

describe('templates', () => {
  test('list: next to each name', { tags: 'slow' }, async () => {
    const { stdout } = await runPaytally(['templates'], { cwd: PROJECT });
    for (const name of weak) expect(stdout).toMatch(new RegExp(`^ {2}${name} +WEAK, example `, 'm'));
  });

  test.each(weak)('show %s', async (name) => {
    const { stdout } = await runPaytally(['templates', 'show', name], { cwd: PROJECT });
    expect(stdout).toContain('\nWEAK: an example, known from one source only. Import one test file first.');
  });

  test('new: a copy of one, and not of another layout', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'paytally-weak-'));
    const copied = async (from: string) =>
      (await runPaytally(['templates', 'new', `my-${from}`, '--from', from], { cwd })).stderr;
    expect(await copied('bmd')).toContain('bmd is WEAK: an example of the layout');
    expect(await copied('lexware')).not.toContain('WEAK');
  });

  test('new --json: the confidence of the copied layout', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'paytally-weak-'));
    const copied = async (from: string) =>
      JSON.parse(
        (await runPaytally(['templates', 'new', `my-${from}`, '--from', from, '--json'], { cwd })).stdout,
      );
    expect(await copied('bmd')).toMatchObject({ confidence: 'WEAK' });
    expect(await copied('lexware')).toMatchObject({
      confidence: expect.stringMatching(/VERIFIED|CORROBORATED/),
    });
    expect(await copied('hours')).toMatchObject({ confidence: null });
  });
});

test.each(LANGUAGES)('each description says that it is an example: %s', async (language) => {
  const texts = new Map(
    (await listTemplates(places, language)).map(({ name, description }) => [name, description]),
  );
  const [word] = sayIn(language)('terminal.templates.example').split(', ').slice(1);
  for (const name of weak) {
    expect(texts.get(name)?.toLowerCase(), name).toContain(word?.toLowerCase());
    expect(texts.get(name), name).toMatch(/\(WEAK[):\s]/);
  }
});

test.each(Object.keys(COUNTRIES))('init marks it among the payroll systems of %s', async (country) => {
  const offered: { readonly value: string; readonly label: string }[] = [];
  const questions: Questions = {
    text: async (_message, otherwise) => otherwise ?? 'x',
    secret: async () => 'x',
    choose: async (message, choices) => {
      if (message === 'Payroll system') offered.push(...choices);
      return choices[0]?.value ?? '';
    },
    confirm: async () => false,
  };
  const flags = [
    '--country',
    country,
    '--language',
    'en',
    '--base-url',
    'http://127.0.0.1:9',
    '--name',
    'Asked',
  ];
  await runPaytally(['init', '--no-check', ...flags], {
    cwd: mkdtempSync(join(tmpdir(), 'paytally-weak-')),
    context: { questions },
  });
  const names = offered.filter(({ value }) => value !== '');
  expect(names.map(({ value }) => value)).toEqual(systemsOf(country).map(({ name }) => name));
  for (const { value, label } of names) expect(label.includes('WEAK: an example')).toBe(weak.includes(value));
});

describe('when it is chosen', () => {
  let service: SampleService;
  beforeEach(async () => {
    const employers = await sampleOfDays('2026-10-05', '2026-10-06');
    service = await startSampleService({ employers }, CONFIGURATION);
    const [employer] = employers;
    const people = [
      ...((employer?.records['time-entries'] ?? []) as Iterable<{ employeeId: string | null }>),
    ];
    const ids = [...new Set(people.flatMap(({ employeeId }) => employeeId ?? []))];
    const mapping = ids.map((id, index) => `${id},${index + 1}\n`);
    writeFileSync(
      join(service.cwd, 'employees-bakery.csv'),
      `employeeId,employeeNumber\n${mapping.join('')}`,
    );
  });
  afterEach(() => service.stop());

  const LINE = 'addison is WEAK: an example of the layout, known from one source only.';

  test('doctor and export report it', { tags: 'slow' }, async () => {
    expect((await service.run(['doctor'])).stdout).toContain(LINE);
    const { status, stderr } = await service.run(['export', PERIOD]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining(`bakery: ${LINE}`) });
  });

  test('until a test import is recorded', async () => {
    const path = join(service.cwd, 'paytally.yaml');
    const imports = 'testImports: { addison: { date: 2026-10-20, version: "10.4" } }\n';
    writeFileSync(path, `${imports}${readFileSync(path, 'utf8')}`);
    expect((await service.run(['doctor'])).stdout).not.toContain('WEAK');
    const { status, stderr } = await service.run(['export', PERIOD]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('WEAK') });
  });
});
