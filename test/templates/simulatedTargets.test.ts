// @module-tag slow
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadTemplate } from '../../src/documents/template/loadTemplate.js';
import { listTemplates } from '../../src/documents/template/showTemplate.js';
import type { PayrollTarget } from '../../src/documents/text/textTemplate.js';
import type { EmployerData } from '../../src/sandbox/sandboxData.js';
import { startSandbox } from '../../src/sandbox/startSandbox.js';
import { sampleInGate } from '../gate.js';
import { AFTER, sampleData } from '../support/employers/sampleService.js';
import { runPaytally } from '../support/programs/runPaytally.js';
import { allFormats } from './allFormats.js';
import { places } from './sampleFile.js';
import {
  changed,
  MONTHS,
  type Office,
  type OfficeHistory,
  OVERTIME_ABOVE,
  officeHistory,
  PEOPLE,
  paidMinutes,
  recordsOf,
} from './targets/office.js';
import {
  EMPLOYERS,
  type Employer,
  type Format,
  mappingOf,
  numberOf,
  personKey,
  variablesOf,
} from './targets/offices.js';
import { keyOf, PayrollSystem } from './targets/payrollSystem.js';

/*
 * Each payroll format's system, as its template declares it, imports two finals and the later corrections, or has them
 * typed in if it takes none; it must then have the right amounts. Files are read by readers that are independent of our
 * code.
 */

const BOTH_MONTHS = '2026-09-01..2026-10-31';
const ACCEPT = ['--accept', 'NO_ENTRIES=nobody worked'];
const IS_LONG = process.env.PAYTALLY_LONG === '1';
const SEED = Number(process.env.TARGETS_SEED ?? 1);
const HISTORIES = Number(process.env.TARGETS_CASES ?? (IS_LONG ? 30 : 1));
const STEPS = IS_LONG ? 4 : 2;

/** If the source does not say which applies, both must give the right result. */
function modelsOf({ takes }: PayrollTarget): readonly PayrollSystem[] {
  return takes === 'unknown'
    ? [new PayrollSystem('adds'), new PayrollSystem('replaces-row'), new PayrollSystem('replaces-period')]
    : [new PayrollSystem(takes)];
}

const declared = new Map(
  await Promise.all(
    (await allFormats()).map(async ({ name }) => {
      const template = await loadTemplate(name, places);
      if (template.kind !== 'text' || template.spec.target === undefined)
        throw new Error(`${name} says nothing`);
      return [name, { target: template.spec.target, corrections: template.spec.corrections }] as const;
    }),
  ),
);

test('every payroll format has a model of its system', async () => {
  const payroll = (await listTemplates(places)).filter(({ audience }) => audience === 'payroll');
  expect([...declared.keys()].sort()).toEqual(payroll.map(({ name }) => name).sort());
});

describe.each(sampleInGate(EMPLOYERS, 2))('$key', (employer) => {
  test('random histories give the right result', { timeout: 600_000 }, async () => {
    const run = async (history: OfficeHistory) => playThrough(employer, history);
    await fc.assert(fc.asyncProperty(officeHistory(STEPS), run), {
      seed: SEED,
      numRuns: HISTORIES,
      interruptAfterTimeLimit: 500_000,
      endOnFailure: process.env.TARGETS_QUICK === '1',
    });
  });
});

interface HandEntry {
  readonly template: string;
  readonly forPeriod: string;
  readonly employeeId: string;
  readonly employeeNumber: string;
  readonly code: string;
  readonly payCodes: readonly string[];
  readonly date: string | null;
  readonly unit: string;
  readonly recorded: number;
  readonly type: number;
}
interface JsonRun {
  readonly files?: readonly { readonly path: string; readonly template: string }[];
  readonly lines: readonly {
    readonly template: string | null;
    readonly employeeId: string;
    readonly payCode: string;
  }[];
  readonly sheet?: readonly HandEntry[];
}

/** A format in use: its models, and the amounts paid outside of them. */
interface InUse {
  readonly template: string;
  readonly format: Format;
  readonly models: readonly PayrollSystem[];
  /** Periods that are checked separately: signed lines belong to no month, so only their total can be checked. */
  readonly periods: readonly string[];
  /** By period: units by `person|code` that the system will never have. */
  readonly outside: Map<string, Map<string, number>>;
}

async function playThrough(employer: Employer, { start, steps }: OfficeHistory): Promise<void> {
  const cwd = mkdtempSync(join(tmpdir(), 'paytally-targets-'));
  const formats = Object.entries(employer.formats).map(([template, format]): InUse => {
    const of = declared.get(template);
    if (of === undefined) throw new Error(template);
    const periods = of.corrections === 'delta' ? [WHOLE] : MONTHS;
    return { template, format, models: modelsOf(of.target), periods, outside: new Map() };
  });
  /** All numbers that each employee ever had. */
  const owners = new Map<string, number>();
  let office = start;
  try {
    await served(cwd, employer, office, owners, async (json) => {
      for (const month of MONTHS)
        take(formats, await json(['export', month, '--final', '--out', `out-${month}`, ...ACCEPT]), month);
    });
    expectRight(employer, formats, office);
    for (const { changes, outside } of steps) {
      office = changes.reduce((before, each) => changed(before, each, employer.codes.length), office);
      await served(cwd, employer, office, owners, async (json) => {
        const now = office;
        await correct(json, employer, formats, { office: now, outside, owners });
      });
      expectRight(employer, formats, office);
    }
    await served(cwd, employer, office, owners, async (json) => {
      expect((await json(['corrections', BOTH_MONTHS])).lines).toEqual([]);
    });
  } finally {
    if (process.env.TARGETS_KEEP === undefined) rmSync(cwd, { recursive: true });
    else console.log(cwd);
  }
}

type Json = (argv: readonly string[]) => Promise<JsonRun>;

interface Standing {
  readonly office: Office;
  /** Employees whose differences are paid outside this time. */
  readonly outside: readonly number[];
  readonly owners: ReadonlyMap<string, number>;
}

/** Types manual corrections, settles them and the amounts paid outside, and imports the rest. */
async function correct(
  json: Json,
  employer: Employer,
  formats: readonly InUse[],
  { office, outside, owners }: Standing,
): Promise<void> {
  const { lines, sheet = [] } = await json(['corrections', BOTH_MONTHS]);
  const isOutside = (employeeId: string) => outside.some((who) => PEOPLE[who]?.id === employeeId);
  for (const { template, format, models } of formats)
    for (const entry of sheet.filter((each) => each.template === template && !isOutside(each.employeeId)))
      for (const model of models) type(model, format, entry);
  for (const inUse of formats) payOutside(employer, inUse, { office, outside, owners });
  const settled = [
    ...new Set(
      lines.flatMap(({ employeeId, payCode }) =>
        isOutside(employeeId) ? [`${employeeId}:${payCode}=paid in cash`] : [],
      ),
    ),
    ...new Set(sheet.map(({ template }) => `${template}=entered by hand`)),
  ];
  const made = await json([
    ...['corrections', BOTH_MONTHS, '--final', ...ACCEPT],
    ...settled.flatMap((each) => ['--settle', each]),
  ]);
  take(formats, made, undefined);
}

/** The recorded amount on the sheet must equal that in the system; then the difference is typed. */
function type(model: PayrollSystem, format: Format, entry: HandEntry): void {
  const scale = entry.unit === 'minutes' ? 1 : format.unitsPerHour;
  const code = format.codeIs?.[entry.code] ?? entry.code;
  const who = PEOPLE.findIndex(({ id }) => id === entry.employeeId);
  const key = keyOf(personKey(format, who, entry.employeeNumber), code);
  if (entry.date === null)
    expect({ entry, recorded: Math.round(entry.recorded * scale) }).toEqual({
      entry,
      recorded: model.held(entry.forPeriod).get(key) ?? 0,
    });
  model.type(entry.forPeriod, key, Math.round(entry.type * scale));
}

/** From now on, the expected amounts of these employees are those in the systems, not the right ones. */
function payOutside(employer: Employer, inUse: InUse, standing: Standing): void {
  const { format, models, outside, periods } = inUse;
  const [model] = models;
  if (model === undefined) return;
  for (const period of periods) {
    const [right, held] = [rightAmounts(employer, format, standing.office, period), heldIn(model, period)];
    const mine = outside.get(period) ?? new Map<string, number>();
    outside.set(period, mine);
    for (const key of new Set([...right.keys(), ...held.keys(), ...mine.keys()]))
      if (standing.outside.includes(ownerOf(format, key, standing.owners)))
        mine.set(key, (right.get(key) ?? 0) - (held.get(key) ?? 0));
  }
}

function ownerOf(format: Format, key: string, owners: ReadonlyMap<string, number>): number {
  const person = key.slice(0, key.indexOf('|'));
  if (format.personOf === undefined) return owners.get(person) ?? -1;
  return PEOPLE.findIndex((_, who) => personKey(format, who, '') === person);
}

/** Files go to the systems of their template, each into its own period. */
function take(formats: readonly InUse[], { files = [] }: JsonRun, month: string | undefined): void {
  for (const { path, template } of files) {
    const inUse = formats.find((each) => each.template === template);
    if (inUse === undefined || path.endsWith('.ini')) continue;
    const read = inUse.format.reader(readFileSync(path));
    const [, named] = /_(\d{4}-\d\d)_/.exec(basename(path)) ?? [];
    for (const model of inUse.models) model.import(month ?? named ?? WHOLE, read);
  }
}

const WHOLE = 'both months';

function heldIn(model: PayrollSystem, period: string): ReadonlyMap<string, number> {
  if (period !== WHOLE) return model.held(period);
  return summed([...MONTHS, WHOLE].map((each) => model.held(each)));
}

function summed(all: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const some of all) for (const [key, units] of some) sum.set(key, (sum.get(key) ?? 0) + units);
  return sum;
}

/** What a system should have if nothing is paid outside of it: minutes of the month are added up, and rounded once. */
function rightAmounts(
  employer: Employer,
  format: Format,
  office: Office,
  period: string,
): Map<string, number> {
  if (period === WHOLE) return summed(MONTHS.map((month) => rightAmounts(employer, format, office, month)));
  const minutes = new Map<string, number>();
  for (const paid of paidMinutes(office).filter(({ month }) => month === period)) {
    const external = employer.codes[office.codes[paid.payCode]] ?? '';
    const person = personKey(format, paid.who, numberOf(employer, paid.who, office.numbers[paid.who] ?? 0));
    const key = keyOf(person, format.codeIs?.[external] ?? external);
    minutes.set(key, (minutes.get(key) ?? 0) + paid.minutes);
  }
  return new Map([...minutes].map(([key, some]) => [key, Math.round((some * format.unitsPerHour) / 60)]));
}

function expectRight(employer: Employer, formats: readonly InUse[], office: Office): void {
  for (const { template, format, models, outside, periods } of formats)
    for (const period of periods) {
      const right = rightAmounts(employer, format, office, period);
      for (const [key, units] of outside.get(period) ?? []) right.set(key, (right.get(key) ?? 0) - units);
      for (const model of models) {
        const at = { template, period, takes: model.takes };
        expect({ ...at, amounts: shown(heldIn(model, period)) }).toEqual({ ...at, amounts: shown(right) });
      }
    }
}

function shown(amounts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...amounts].filter(([, units]) => units !== 0).sort());
}

/** The office in its current state, served on a socket, and its configuration. */
async function served(
  cwd: string,
  employer: Employer,
  office: Office,
  owners: Map<string, number>,
  use: (json: Json) => Promise<void>,
): Promise<void> {
  const data = await sampleData();
  const [sample] = data.employers;
  const [integration] = sample?.integrations ?? [];
  if (integration === undefined) throw new Error('the sample has an integration');
  const served = {
    employerId: '00000000-0000-4000-8000-000000000001',
    name: 'Office',
    integrations: [{ ...integration, clientId: 'office' }],
    records: recordsOf(office),
  } as unknown as EmployerData;
  const sandbox = await startSandbox({ ...data, employers: [served] });
  const env = { SERVICE: sandbox.baseUrl, SECRET: integration.clientSecret };
  writeConfiguration(cwd, employer, office, owners);
  try {
    await use(async (argv) => {
      const { stdout, stderr, status } = await runPaytally([...argv, '--json'], { cwd, env, nowMs: AFTER });
      if (status !== 0) throw new Error(`${argv.join(' ')}: ${status}\n${stderr}`);
      return JSON.parse(stdout).runs[0];
    });
  } finally {
    await sandbox.stop();
  }
}

function writeConfiguration(
  cwd: string,
  employer: Employer,
  office: Office,
  owners: Map<string, number>,
): void {
  for (const [who, times] of office.numbers.entries()) owners.set(numberOf(employer, who, times), who);
  writeFileSync(
    join(cwd, 'employees.csv'),
    mappingOf(employer, (who) => office.numbers[who] ?? 0),
  );
  const payCodes = Object.entries(office.codes).map(([payCode, at]) => {
    const secondary = employer.secondary === undefined ? {} : { secondary: employer.secondary };
    return [payCode, { external: employer.codes[at], ...secondary }];
  });
  const configuration = {
    baseUrl: ['$', '{SERVICE}'].join(''),
    templates: Object.keys(employer.formats),
    variables: variablesOf(employer),
    payCodes: Object.fromEntries(payCodes),
    payRules: { base: [{ code: 'OVERTIME', over: { day: OVERTIME_ABOVE } }, { code: 'NORMAL' }] },
    employers: {
      office: {
        employerId: '00000000-0000-4000-8000-000000000001',
        clientId: 'office',
        clientSecret: { env: 'SECRET' },
        employees: 'employees.csv',
        zone: 'Europe/Brussels',
      },
    },
  };
  writeFileSync(join(cwd, 'paytally.yaml'), JSON.stringify(configuration, null, 2));
}
