import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkRehearsal } from '../../../src/app/doctor/checkRehearsal.js';
import type { Rehearsal } from '../../../src/app/doctor/rehearsedModel.js';
import { configOf } from '../../../src/config/config.js';
import type { MappingFile } from '../../../src/config/inputFiles.js';
import { parseConfig } from '../../../src/config/validateConfig.js';
import { loadNamed } from '../../../src/documents/template/loadNamed.js';
import { builtInNames } from '../../../src/documents/template/loadTemplate.js';
import { diskTemplateFiles, type Template } from '../../../src/documents/template/template.js';
import { resolvePeriod } from '../../../src/domain/period/period.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { PROJECT } from '../../support/programs/runPaytally.js';

const names = await builtInNames({ templatesRoot: join(PROJECT, 'templates'), files: diskTemplateFiles });
const templates = await Promise.all(names.map((name) => loadNamed(name, PROJECT, PROJECT)));
const texts = templates.filter((template) => template.kind === 'text');
const IDS = ['e1', 'e2', 'e3', 'e4'];

/** The values of the template's own sample: its variables, codes, columns and numbers. */
function sampleOf({ name, spec }: Extract<Template, { kind: 'text' }>): Rehearsal {
  const { payCodes, employeeNumbers } = spec.sample;
  const variables = Object.entries(spec.variables).flatMap(([variable, { sample }]) =>
    sample === undefined ? [] : [[variable, sample]],
  );
  const codes = Object.keys(payCodes);
  const whole = parseConfig(
    JSON.stringify({
      baseUrl: 'https://api.example.com',
      employers: { shop: { employerId: 'x', clientId: 'y', clientSecret: { env: 'Z' } } },
      variables: { [name]: Object.fromEntries(variables) },
      payRules: {
        base: [{ code: codes[0] ?? 'NORMAL' }],
        loadings: codes.slice(1).map((code) => ({ code })),
      },
      payCodes,
    }),
    'paytally.yaml',
    {},
  );
  const config = configOf({ config: whole }, 'shop');
  const columns = Object.entries(spec.mappingColumns);
  const mapping: MappingFile = {
    path: 'people.csv',
    gone: new Set(),
    problems: [],
    employees: {
      extraColumns: columns.map(([column]) => column),
      byId: new Map(
        IDS.map((id, index) => {
          const extra = columns.map(([column, { samples }]) => [
            column,
            samples[index % samples.length] ?? '',
          ]);
          return [
            id,
            [{ number: employeeNumbers[index] ?? String(index + 1), extra: Object.fromEntries(extra) }],
          ];
        }),
      ),
    },
  };
  return {
    config,
    fontPlaces: { packageRoots: [], folders: [] },
    version: '0',
    period: resolvePeriod('2026-10', toLocalDate('2026-11-01')),
    mapping,
    establishments: [],
    employees: IDS.map((id) => ({ id, firstName: `First ${id}`, lastName: `Last ${id}`, isActive: true })),
    rememberedEmployees: [],
    hasShifts: true,
    people: IDS,
    recent: new Set(IDS),
  };
}

const check = async (rehearsal: Rehearsal, template: Template) =>
  (await checkRehearsal(rehearsal, [template], new AbortController().signal)).findings;

describe('no false alarm: a template with the values of its own sample', () => {
  test.each(texts.map((template) => [template.name, template] as const))('%s', async (_name, template) => {
    expect(
      (await check(sampleOf(template), template)).map(({ status, text }) => ({
        status,
        message: englishText(text),
      })),
    ).toEqual([{ status: 'ok', message: `Tested with every pay code and sample hours: ${template.name}` }]);
  });
});

describe('the sample without one of its values', () => {
  // Other templates have such columns only with some of their variables.
  const needing = texts.filter(({ name }) => ['quickbooks-iif'].includes(name));

  test('such columns exist', () => expect(needing.length).toBe(1));

  test.each(needing.map((template) => [template.name, template] as const))(
    '%s without its columns of the mapping file',
    async (_name, template) => {
      const rehearsal = sampleOf(template);
      const { byId } = rehearsal.mapping.employees;
      const mapping = { ...rehearsal.mapping, employees: { byId, extraColumns: [] } };
      const [first] = await check({ ...rehearsal, mapping }, template);
      expect(first).toMatchObject({ status: 'problem', code: 'RENDER_REFUSED' });
      for (const column of Object.keys(template.spec.mappingColumns))
        expect(first && englishText(first.text)).toContain(column);
    },
  );
});
