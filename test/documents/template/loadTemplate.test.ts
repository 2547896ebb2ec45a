import { describe, expect, test } from 'vitest';
import { checkSample } from '../../../src/documents/template/checkSample.js';
import {
  loadTemplate,
  parseTemplateFile,
  type TemplatePlaces,
} from '../../../src/documents/template/loadTemplate.js';
import { needsMapping } from '../../../src/documents/template/needsMapping.js';
import { newTemplate } from '../../../src/documents/template/newTemplate.js';
import { listTemplates, showTemplate } from '../../../src/documents/template/showTemplate.js';
import { diskTemplateFiles, type TemplateFiles } from '../../../src/documents/template/template.js';
import { PaytallyError } from '../../../src/errors.js';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { TEMPLATES } from '../../templates/sampleFile.js';

const builtIn: TemplatePlaces = { templatesRoot: TEMPLATES, baseFolder: TEMPLATES, files: diskTemplateFiles };
/** As much of a workbook as loading reads. */
const XLSX = 'PK\x03\x04 xl/workbook.xml PK\x05\x06';
const bytes = (text: string) => new TextEncoder().encode(text);

/** Files in memory that override those on disk. */
function withFiles(own: Readonly<Record<string, string>>): TemplateFiles {
  return {
    read: async (path) => (path in own ? bytes(own[path] ?? '') : diskTemplateFiles.read(path)),
    list: async (folder) => {
      const names = Object.keys(own)
        .filter((path) => path.startsWith(`${folder}/`))
        .map((path) => path.slice(folder.length + 1).split('/')[0] ?? '');
      return names.length > 0 ? [...new Set(names)].sort() : diskTemplateFiles.list(folder);
    },
  };
}

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (failure) {
    if (failure instanceof PaytallyError) return `${failure.code}: ${failure.message}`;
    throw failure;
  }
  return 'nothing thrown';
}

const head = 'kind: text\ndescription: d\naudience: people\n';
const ofColumns = (list: string) => `${head}rows:
  each: x
  columns: [${list}]
  codes: { by: external }
variables: { v: { description: v }, w: { description: w } }
`;

describe('template.yaml is checked, with line and key', () => {
  test.each([
    [
      'an unknown key with the nearest name',
      `${head}rows:\n  data: x\n  colums: []\n`,
      ['t.yaml:6:3: rows.colums: unknown key "colums". Did you mean "columns"?'],
    ],
    ['a missing description', 'kind: text\naudience: people\n', ['t.yaml:1:1: description: is missing']],
    [
      'keys of earlier versions',
      `${head}rows:
  each: x
  columns:
    - { field: a, format: hours }
`,
      ['t.yaml:7:9: rows.columns.0.field: is a key of earlier versions. Now it is written so'],
    ],
    [
      'no source',
      `${head}rows:
  each: x
  columns:
    - { header: a }
`,
      ['t.yaml:7:7: rows.columns.0: needs exactly one of'],
    ],
    [
      'a format that does not exist',
      `${head}rows:
  each: x
  columns:
    - value: "{{a | hors}}"
`,
      ['t.yaml:7:7: rows.columns.0.value: There is no format "hors". Did you mean hours?'],
    ],
    [
      'a date pattern',
      `${head}rows:
  each: x
  columns:
    - value: "{{a | date:'TT.MM.JJJJ'}}"
`,
      ['t.yaml:7:7: rows.columns.0.value: '],
    ],
    [
      'a regular expression',
      `${head}rows:
  each: x
  columns:
    - { value: "{{a}}", pattern: "[" }
`,
      ['t.yaml:7:25: rows.columns.0.pattern: is not a regular expression'],
    ],
    [
      'a condition without a comparison',
      `${head}rows:
  each: x where
  columns: [{ value: "{{a}}" }]
`,
      ['t.yaml:5:3: rows.each: '],
    ],
    [
      'slots have no total and nothing to reconcile with',
      ofColumns('{ slots: { count: 1, codeHeader: c, amountHeader: a }, total: true, reconcile: true }'),
      [
        't.yaml:6:68: rows.columns.0.total: cannot be used with "slots", whose lines have different pay codes: use "pivot", or a column with "code"',
        't.yaml:6:81: rows.columns.0.reconcile: cannot be used with "slots", whose lines have different pay codes',
      ],
    ],
    [
      'slots and pivot in one section',
      ofColumns('{ slots: { count: 1, codeHeader: c, amountHeader: a } }, { pivot: {} }'),
      ['t.yaml:6:3: rows.columns: only one column can have "pivot" or "slots"'],
    ],
    [
      'two conditions that may both be true',
      ofColumns(
        `{ pivot: {}, if: 'variables.v in ("a", "b")' }, { pivot: {}, if: 'variables.v = "b" and variables.w = "c"' }`,
      ),
      ['t.yaml:6:3: rows.columns: only one column can have "pivot" or "slots"'],
    ],
    [
      'columns of pay codes without codes',
      `${head}rows:
  each: x
  columns: [{ code: A }]
`,
      ['t.yaml:6:3: rows.columns: columns with "code", "pivot" or "slots" need "codes"'],
    ],
    [
      'zero on a text',
      ofColumns('{ value: "x", zero: omit }'),
      ['t.yaml:6:27: rows.columns.0.zero: is only for amounts, and x writes text'],
    ],
    [
      'an option for amounts, on a date',
      ofColumns('{ value: "{{x | date}}", total: true, reconcile: [x], minMinutes: 1, maxMinutes: 2 }'),
      [
        'columns.0.total: is only for amounts, and the format date',
        'reconcile: is only for',
        'minMinutes: is only for',
        'maxMinutes: is only for',
      ],
    ],
    ...['hundredths', 'hhmm', 'clock', "duration:'minutes'"].map((format): [string, string, string[]] => [
      `min and max of ${format}`,
      ofColumns(`{ value: "{{x | ${format}}}", min: 0, max: 24 }`),
      [
        'rows.columns.0.min: does not work with the format',
        'rows.columns.0.max: does not work with the format',
        ': use minMinutes or maxMinutes',
      ],
    ]),
    [
      'min of a date',
      ofColumns('{ value: "{{x | date}}", min: 0 }'),
      ['rows.columns.0.min: does not work with the format date'],
    ],
    [
      'quotes in a fixed-width file',
      `${head}dialect: { delimiter: "", quoting: rfc4180 }
rows: { each: 'x', columns: [{ value: "{{a}}" }] }
`,
      ['t.yaml:4:27: dialect.quoting: quotes would shift the columns of a fixed-width file'],
    ],
    ['broken YAML', 'kind: [text\n', ['t.yaml:1:7: the bracket that opens here', '1 | kind: [text']],
    ['an unknown kind', 'kind: txt\n', ['t.yaml:1:1: kind: "txt" is not a valid value.']],
    [
      'a bomb of aliases',
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c]\n`,
      ['t.yaml: '],
    ],
    ['an outside workbook', 'kind: workbook\nfile: ../../x.xlsx\n', ['t.yaml:2:1: file: must be the name']],
  ])('%s', (_name, text, expected) => {
    const message = messageOf(() => parseTemplateFile(bytes(text), 't.yaml'));
    expect(message).toMatch(/^TEMPLATE_INVALID: /);
    for (const part of expected) expect(message).toContain(part);
  });
});

test.each([
  [
    'two pivots whose conditions are never both true',
    `{ pivot: {}, if: 'variables.v = "a"' }, { pivot: {}, if: 'variables.v in ("b", "c")' }`,
  ],
  ['pivot with omit', '{ pivot: {}, zero: omit, total: true, reconcile: true }'],
])('template.yaml accepts %s', (_name, columns) => {
  expect(messageOf(() => parseTemplateFile(bytes(ofColumns(columns)), 't.yaml'))).toBe('nothing thrown');
});

describe('loading', () => {
  test('every built-in template loads, and the list describes it', async () => {
    const list = await listTemplates(builtIn);
    const payroll = list.filter((item) => item.audience === 'payroll');
    const uncertain = payroll.filter((item) => item.confidence === null);
    expect(uncertain.map(({ name }) => name)).toEqual(['generic-csv']);
    const words = { VERIFIED: 'confirmed by', CORROBORATED: 'confirmed by two', WEAK: 'an example' };
    for (const item of payroll) {
      expect(item.description, item.name).toContain('with one test import first');
      if (item.confidence === null) continue;
      expect(item.description, item.name).toContain(item.confidence);
      expect(item.description, item.name).toContain(words[item.confidence]);
    }
  });

  test('suggests a similar name', async () => {
    await expect(loadTemplate('datev-lodass', builtIn)).rejects.toMatchObject({
      code: 'TEMPLATE_NOT_FOUND',
      message: 'There is no built-in template datev-lodass. Did you mean datev-lodas?',
    });
  });

  test.each([['./own'], ['./own/template.yaml'], ['own/template.yaml']])('a path: %s', async (path) => {
    const files = withFiles({ '/base/own/template.yaml': 'kind: report\nreport: review\n' });
    expect(await loadTemplate(path, { ...builtIn, baseFolder: '/base', files })).toEqual({
      kind: 'report',
      name: 'own',
      folder: '/base/own',
      builtIn: false,
      description: '',
      report: 'review',
    });
  });

  test('a workbook alone, and a missing one', async () => {
    const places = { ...builtIn, baseFolder: '/base', files: withFiles({ '/base/My hours.xlsx': XLSX }) };
    expect(await loadTemplate('My hours.xlsx', places)).toMatchObject({
      kind: 'workbook',
      name: 'My hours',
      workbookPath: '/base/My hours.xlsx',
    });
    await expect(loadTemplate('./no.xlsx', places)).rejects.toMatchObject({
      code: 'TEMPLATE_NOT_FOUND',
    });
    await expect(loadTemplate('./nothing', places)).rejects.toMatchObject({
      code: 'TEMPLATE_NOT_FOUND',
    });
  });
});

describe('templates that need the mapping file', () => {
  test.each([
    ['datev-lodas', true, true],
    ['loket', true, true],
    ['quickbooks-iif', false, true],
    ['gusto', false, true],
    ['employee-days', false, false],
    ['pay-lines', false, false],
  ])('%s', async (name, employeeNumbers, payCodes) => {
    const needs = { employeeNumbers, payCodes, minutes: payCodes };
    expect(needsMapping(await loadTemplate(name, builtIn))).toEqual(needs);
  });

  test.each([
    ['columns: [{ value: "{{external}}" }, { value: "{{minutes}}" }]', true],
    ['columns: [{ value: "{{external}}" }, { value: "{{quantity}}" }]', false],
    ['columns: [{ value: "{{external}}" }, { value: "{{minutes}}" }, { value: "{{quantity}}" }]', false],
    ['codes: {}, columns: [{ value: "{{employee.id}}" }, { pivot: {} }]', true],
  ])('minutes: %s', async (rows, minutes) => {
    const yaml = `kind: text
description: d
audience: payroll
rows: { each: pay-lines, ${rows} }`;
    const places = { ...builtIn, baseFolder: '/base', files: withFiles({ '/base/own/template.yaml': yaml }) };
    expect(needsMapping(await loadTemplate('./own', places)).minutes).toBe(minutes);
  });

  test('composed text is searched for fields, reports are not', async () => {
    const yaml = `kind: text\ndescription: d\naudience: payroll\nrows: { each: 'employees', columns: [{ value: "{{employee.number}}" }] }`;
    const files = withFiles({
      '/base/own/template.yaml': yaml,
      '/base/rep/template.yaml': 'kind: report\nreport: review',
    });
    const places = { ...builtIn, baseFolder: '/base', files };
    expect(needsMapping(await loadTemplate('./own', places))).toEqual({
      employeeNumbers: true,
      payCodes: false,
      minutes: false,
    });
    expect(needsMapping(await loadTemplate('./rep', places))).toEqual({
      employeeNumbers: false,
      payCodes: false,
      minutes: false,
    });
  });
});

describe('custom templates', () => {
  const places = (files: Record<string, string>): TemplatePlaces => ({
    ...builtIn,
    baseFolder: '/base',
    files: withFiles(files),
  });

  async function check(files: Record<string, string>) {
    const disk = places(files);
    const template = await loadTemplate('./own', disk);
    if (template.kind !== 'text') throw new Error('not a text template');
    return checkSample(template, disk.files);
  }

  const yaml = `kind: text\ndescription: d\naudience: people\nfileName: out.csv\nrows: { each: 'holidays', columns: [{ header: day, value: "{{date}}" }] }`;

  test('new copies one to start from', async () => {
    const [file, ...others] = await newTemplate('own', 'datev-lodas', places({}));
    expect(others).toEqual([]);
    expect(file?.path).toBe('/base/own/template.yaml');
    expect(await check({ '/base/own/template.yaml': new TextDecoder().decode(file?.content) })).toMatchObject(
      { problems: [], hasGolden: false },
    );
  });

  test.each(['Hours #1.xlsx', 'a: b.xlsx', "Jan's “best”.xlsx", '- 1.XLSX', 'yes.xlsx'])(
    'new copies a workbook called %s',
    async (name) => {
      const files = await newTemplate('own', `./${name}`, places({ [`/base/${name}`]: XLSX }));
      const made = Object.fromEntries(
        files.map(({ path, content }) => [path, new TextDecoder().decode(content)]),
      );
      expect(await loadTemplate('./own', places(made))).toMatchObject({
        kind: 'workbook',
        workbookPath: `/base/own/${name}`,
      });
    },
  );

  test.each([
    ['into a folder that is not empty', { '/base/own/x': '' }, 'own', 'datev-lodas', 'USAGE'],
    ['from a report', {}, 'own', 'review', 'USAGE'],
    ['from a missing source', {}, 'own', 'nope', 'TEMPLATE_NOT_FOUND'],
    ['with a name that no folder can have', {}, '..', 'lexware', 'USAGE'],
  ])('new refuses: %s', async (_name, files, target, from, code) => {
    await expect(newTemplate(target, from, places(files))).rejects.toMatchObject({ code });
  });

  test.each([
    ['no golden file', {}, [], false],
    ['the same bytes', { '/base/own/golden/out.csv': 'day\n2026-10-12\n' }, [], true],
    [
      'another value',
      { '/base/own/golden/out.csv': 'day\n2026-10-13\n' },
      ['/base/own/golden/out.csv: line 2 differs: expected "2026-10-13\\n", got "2026-10-12\\n"'],
      true,
    ],
    [
      'an additional line',
      { '/base/own/golden/out.csv': 'day\n2026-10-12\nx\n' },
      ['/base/own/golden/out.csv: line 3 differs: expected "x\\n", got no line'],
      true,
    ],
    [
      'another name',
      { '/base/own/golden/old.csv': 'day\n' },
      [
        '/base/own/golden/old.csv: the sample does not create this file',
        '/base/own/golden/out.csv: the sample creates this file, but there is no golden file',
      ],
      true,
    ],
  ])('check compares: %s', async (_name, golden, problems, hasGolden) => {
    const checked = await check({ '/base/own/template.yaml': yaml, ...golden });
    expect(checked.problems.map(englishText)).toEqual(problems);
    expect(checked.hasGolden).toBe(hasGolden);
  });

  test('an unknown field is refused when the template is loaded', async () => {
    const slip = { '/base/own/template.yaml': yaml.replace('value: "{{date}}"', 'value: "{{dat}}"') };
    await expect(check(slip)).rejects.toThrow('Data set holidays has no field "dat". Did you mean date');
  });

  test('show: columns, variables, a few rows', async () => {
    const template = await loadTemplate('lexware', builtIn);
    if (template.kind !== 'text') throw new Error('not a text template');
    const view = await showTemplate(template);
    expect(view).toMatchObject({ audience: 'payroll', confidence: 'CORROBORATED', problem: null });
    expect(view.variables.filter(({ name }) => name === 'currency')).toEqual([
      { name: 'currency', description: 'Währung', required: false, default: 'EUR', values: null },
    ]);
    expect(view.columns.map((column) => column.source)).toEqual([
      'part.month',
      'part.month',
      'employee.number',
      'external',
      'minutes',
      'empty',
      'variable currency',
    ]);
    expect(view.sample[0]?.lines[0]).toBe('2026;10;12;100;20,67;;EUR');
  });
});
