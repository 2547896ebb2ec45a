import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SampleService, sampleOfDays, startSampleService } from './sampleService.js';

/* Two people of one name with payroll IDs, and two without any at different establishments. */

interface Namesake {
  readonly id: string;
  readonly lastName: string;
  readonly firstName: string;
  /** As every list has to show the person. */
  readonly shown: string;
  /** As the sheet of the timesheet is called. */
  readonly tab: string;
}

const [BAKERY, BOULANGERIE] = ['Bakkerij Aan de Stroom, Antwerpen', 'Boulangerie Sainte-Catherine'];
const LONG = { lastName: 'Twin-of-a-very-long-double-name', firstName: 'Sam' };
const PAIR = { lastName: 'Pair', firstName: 'Kim' };

export const NUMBERED: readonly Namesake[] = [
  ['b9f56a58-ed8a-4b79-b4e1-74921f729467', '00104'],
  ['4aba152d-0431-4c9d-8f43-bd22e60c59c5', '00201'],
].map(([id = '', number]) => ({
  id,
  ...LONG,
  shown: `${LONG.lastName}, Sam (${number})`,
  tab: `Twin-of-a-very-long-dou (${number})`,
}));

export const PLACED: readonly Namesake[] = [
  {
    id: '52bf02b4-2b15-4bb2-ba21-ac56eafe5913',
    ...PAIR,
    shown: `Pair, Kim (${BAKERY})`,
    tab: 'Pair Kim (Bakkerij Aan de Stro)',
  },
  {
    id: '6fcdbb9f-765b-4cdb-99d7-d7fae8c19957',
    ...PAIR,
    shown: `Pair, Kim (${BOULANGERIE})`,
    tab: 'Pair Kim (Boulangerie Sainte-C)',
  },
];

export const NAMESAKES = [...NUMBERED, ...PLACED];

/** A payroll file without numbers. */
const OWN_TEMPLATE = `kind: text
description: Hours by name
audience: payroll
rows:
  each: pay-lines
  columns:
    - { header: name, value: "{{employee.name}}" }
    - { header: hours, value: "{{minutes | hours:2}}", amount: hours }
`;

/** Five days of the sample, with an entry to review for each of the namesakes. */
export async function startNamesakes(configuration: string): Promise<SampleService> {
  const byId = new Map(NAMESAKES.map((each) => [each.id, each]));
  const employers = (await sampleOfDays('2026-10-05', '2026-10-09')).map((employer) => {
    const { employees = [], 'time-entries': entries = [] } = employer.records;
    if ('onDate' in entries || 'onDate' in employees) throw new Error('the sample is a list of records');
    const renamed = [...employees].map((each) => {
      const namesake = byId.get(String(each.id));
      if (namesake === undefined) return each;
      const { lastName, firstName } = namesake;
      return { ...each, lastName, firstName };
    });
    const unreviewed = [...entries].map((each) =>
      byId.has(String(each.employeeId)) ? { ...each, reviewedAtUtc: null } : each,
    );
    return { ...employer, records: { ...employer.records, employees: renamed, 'time-entries': unreviewed } };
  });
  const service = await startSampleService({ employers, limits: { enabled: false } }, configuration);
  mkdirSync(join(service.cwd, 'own'));
  writeFileSync(join(service.cwd, 'own', 'template.yaml'), OWN_TEMPLATE);
  return service;
}

/** The sample's mapping without names, with these addresses, and without numbers for the second pair. */
export function writeMapping(cwd: string, addressOf: (id: string) => string): void {
  const path = join(cwd, 'employees-bakery.csv');
  const rows = readFileSync(path, 'utf8').trimEnd().split(/\r?\n/).slice(1);
  const lines = rows.map((row) => {
    const [id = '', number] = row.split(',');
    return `${id},${PLACED.some((each) => each.id === id) ? '' : number},${addressOf(id)}`;
  });
  writeFileSync(path, `employeeId,employeeNumber,managerEmail\n${lines.join('\n')}\n`);
}
