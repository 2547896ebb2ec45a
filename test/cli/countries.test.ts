import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COUNTRIES } from '../../src/actions/init/countries.js';
import { properZoneName } from '../../src/domain/time/tzdata.js';
import { listTemplates } from '../../src/render/template/showTemplate.js';
import { diskTemplateFiles } from '../../src/render/template/template.js';
import { PROJECT } from './runPaytally.js';

test.each(Object.entries(COUNTRIES))('%s: everything offered exists', (_code, { zone, preset, payroll }) => {
  const missing = [
    ...payroll.map((name) => `templates/${name}/template.yaml`),
    ...(preset === undefined ? [] : [`samples/presets/${preset}.yaml`]),
  ].filter((path) => !existsSync(join(PROJECT, path)));
  expect(missing).toEqual([]);
  if (zone !== undefined) expect(properZoneName(zone)).toBe(zone);
});

test('every payroll format is offered in its countries', async () => {
  const templatesRoot = join(PROJECT, 'templates');
  const templates = await listTemplates({ templatesRoot, baseFolder: PROJECT, files: diskTemplateFiles });
  const pairs = templates.flatMap(({ name, countries = [] }) =>
    countries.map((country) => ({ name, country })),
  );
  expect(pairs.length).toBeGreaterThan(20);
  expect(pairs.filter(({ name, country }) => !COUNTRIES[country]?.payroll.includes(name))).toEqual([]);
});
