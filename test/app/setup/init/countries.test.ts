import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COUNTRIES } from '../../../../src/app/setup/init/countries.js';
import { readPayrollSystems } from '../../../../src/app/setup/init/payrollSystems.js';
import { templatePlaces } from '../../../../src/documents/template/loadTemplate.js';
import { listTemplates } from '../../../../src/documents/template/showTemplate.js';
import { properZoneName } from '../../../../src/domain/time/tzdata.js';
import { PROJECT } from '../../../support/programs/runPaytally.js';

const places = templatePlaces({ packageFolder: PROJECT, cwd: PROJECT });
const systemsOf = await readPayrollSystems(places, 'en');

test.each(Object.entries(COUNTRIES))('%s: preset and zone exist', (_code, { zone, preset }) => {
  if (preset !== undefined) expect(existsSync(join(PROJECT, `samples/presets/${preset}.yaml`))).toBe(true);
  if (zone !== undefined) expect(properZoneName(zone)).toBe(zone);
});

describe('payroll systems', () => {
  test('every format is offered in its countries, which init knows', async () => {
    const templates = await listTemplates(places);
    const pairs = templates.flatMap(({ name, countries }) => countries.map((country) => ({ name, country })));
    expect(pairs.length).toBeGreaterThan(20);
    for (const { name, country } of pairs) {
      expect(Object.keys(COUNTRIES)).toContain(country);
      expect(systemsOf(country).map((system) => system.name)).toContain(name);
    }
  });

  test('a layout that the vendor describes comes before an example, and a general file last', async () => {
    const confidences = new Map(
      (await listTemplates(places)).map(({ name, confidence }) => [name, confidence]),
    );
    const order = ['VERIFIED', 'CORROBORATED', 'WEAK', null];
    for (const country of Object.keys(COUNTRIES)) {
      const offered = systemsOf(country).map(({ name }) => confidences.get(name) ?? null);
      expect(offered).toEqual(offered.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
      expect(systemsOf(country).at(-1)?.name).toBe('generic-csv');
    }
    expect(systemsOf('DE').length).toBeGreaterThan(6);
    expect(systemsOf('other').map(({ name }) => name)).toEqual(['generic-csv']);
    expect(systemsOf('DE').find(({ name }) => name === 'addison')).toMatchObject({ note: 'weak' });
    expect(systemsOf('GB').find(({ name }) => name === 'brightpay')?.title).toBe('BrightPay');
  });
});
