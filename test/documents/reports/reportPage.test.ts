import { expect, test } from 'vitest';
import { reportContext } from '../../../src/documents/reports/reportContext.js';
import { sheetSettings } from '../../../src/documents/reports/reportSheet.js';
import { fixtureModel } from '../../support/records/fixtureModel.js';

const LONG = 'Bäckereien Vandenbroucke-Schellekens & Zurbriggen Holding mbH';

function leftOf(employerName: string, orientation: 'portrait' | 'landscape'): string {
  const model = fixtureModel({ employees: 1 });
  const context = reportContext(
    { ...model, run: { ...model.run, 'run.employerName': employerName } },
    { language: 'de' },
  );
  const { page } = sheetSettings(context, { widths: [10], orientation });
  return /^&L&8&"Calibri,Regular"(.*?)&C/.exec(page?.footer ?? '')?.[1] ?? '';
}

test.each<[string, 'portrait' | 'landscape', string]>([
  ['Bakery', 'landscape', 'Entwurf · Bakery · 01.10.2026 – 31.10.2026'],
  ['Bakery', 'portrait', 'Entwurf · Bakery · 01.10.2026 – 31.10.2026'],
  [LONG, 'landscape', 'Entwurf · Bäckereien Vandenbroucke-Schellekens && Zurbriggen Holding m… · 2026-10'],
  [LONG, 'portrait', 'Entwurf · Bäckereien Vandenbroucke-Sche… · 2026-10'],
])('%s on a %s page: the whole period, next to the name of the sheet', (name, orientation, left) => {
  expect(leftOf(name, orientation)).toBe(left);
});
