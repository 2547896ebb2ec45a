import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { EmployerData } from '../../src/sandbox/sandboxData.js';
import { startSandbox } from '../../src/sandbox/startSandbox.js';
import { AFTER, sampleData } from '../support/employers/sampleService.js';
import { runPaytally } from '../support/programs/runPaytally.js';

/** Custom templates: rows of employees and codes, as targets of other kinds take them. */
export const OWN = {
  reversing: 'corrections: delta\nstyle: reversal',
  either: 'corrections: both',
  restating: 'corrections: restate\nrestateScope: employee',
} as const;
export const OWN_TEMPLATE = `kind: text
description: Hours by person and code
audience: payroll
CORRECTIONS
rows:
  each: pay-lines group by employee.id, external sort by employee.number, external
  columns:
    - { header: number, value: "{{employee.number}}", required: true }
    - { header: code, value: "{{external}}", required: true }
    - { header: hours, value: "{{minutes | hours:2}}", zero: omit }
`;

/** The same with counts in addition to hours, as in the ledger. */
const WITH_QUANTITIES = `${OWN_TEMPLATE.replace(', zero: omit', '')}    - { header: quantity, value: "{{quantity}}" }
`;

/** Hours of four decimals, which are exact for every minute. */
const FINE = OWN_TEMPLATE.replace('CORRECTIONS', OWN.either).replace('hours:2', 'hours:4');

/** An employer in the state that the oracle gives. */
export interface Served {
  readonly records: EmployerData['records'];
  readonly settings: {
    readonly overtimeAbove: number;
    readonly numbers: Readonly<Record<string, string>>;
    readonly codes: Readonly<Record<string, string>>;
    /** Rules that count, and the text of a file of absences, if there is anything besides minutes. */
    readonly counts?: readonly object[];
    readonly absences?: string;
  };
}

export type Unit = 'minutes' | 'times' | 'days';

export interface Line {
  readonly employee: string;
  readonly date: string;
  readonly payCode: string;
  readonly place: string;
  readonly unit?: Unit;
  readonly before: number;
  readonly after: number;
  readonly causes: readonly string[] | null;
}
/** The lines of `corrections --json` that the test uses. */
export interface JsonLine {
  readonly line: string;
  readonly template: string;
  readonly employeeId: string;
  readonly date: string;
  readonly payCode: string;
  readonly establishment: string | null;
  readonly unit: Unit;
  readonly before: number;
  readonly after: number;
  readonly difference: number;
  readonly differenceMinutes: number | null;
  readonly written: { readonly difference: number } | null;
  readonly causes: readonly string[];
}

export type Sums = Record<string, number>;

export function add(sums: Sums, key: string, amount: number): void {
  const sum = Math.round(((sums[key] ?? 0) + amount) * 100) / 100;
  if (sum === 0) delete sums[key];
  else sums[key] = sum;
}

/** Rows of a file by its headings. */
export function rowsOf(path: string, separator: string): Readonly<Record<string, string>>[] {
  const [heading = '', ...lines] = readFileSync(path, 'latin1').trimEnd().split(/\r?\n/);
  const names = heading.split(separator);
  return lines.map((row) =>
    Object.fromEntries(row.split(separator).map((cell, at) => [names[at] ?? '', cell])),
  );
}

/** The columns of number, code and hours in rows of employees and codes. */
const COLUMNS: Readonly<Record<string, readonly [number: string, code: string, hours: string]>> = {
  'generic-csv': ['employeeNumber', 'code', 'hours'],
  silae: ['Matricule', 'Code', 'Valeur'],
  reversing: ['number', 'code', 'hours'],
  either: ['number', 'code', 'hours'],
  restating: ['number', 'code', 'hours'],
};

const SEMICOLON = ['silae'];

/** The amounts in an employer's targets, and those paid outside. */
export class Targets {
  /** `employee date code place` of the file by day. */
  readonly days: Sums = {};
  /** `number code` of the one that has hours of four decimals, as ten-thousandths, which are exact for every minute. */
  readonly fine: Sums = {};
  /** By template: `number code`, with the period before it if a value replaces the old one. */
  readonly hours: Readonly<Record<string, Sums>>;
  /** `number code` of the one that has minutes in addition to hours. */
  readonly minutes: Sums = {};
  /** Counts and days: `employee date code place` of the file by day, and by template as the hours. */
  readonly quantities: { readonly days: Sums; readonly rows: Readonly<Record<string, Sums>> };
  readonly #periods = new Set<string>();
  readonly #outside = new Map<string, { amount: number; lines: number }>();

  constructor(templates: readonly string[] = Object.keys(COLUMNS)) {
    this.hours = Object.fromEntries(templates.map((name) => [name, {}]));
    this.quantities = { days: {}, rows: Object.fromEntries(templates.map((name) => [name, {}])) };
  }

  take(files: readonly { readonly path: string; readonly template: string }[]): void {
    for (const { path, template } of files) {
      const rows = rowsOf(path, SEMICOLON.includes(template) ? ';' : ',');
      if (template === 'fine') this.#takeFine(rows);
      else if (template === 'pay-lines') for (const row of rows) this.#takeDay(row);
      else this.#takeRows(template, rows, path.split('_').at(1) ?? '');
    }
  }

  #takeDay(row: Readonly<Record<string, string>>): void {
    const key = [row.employeeId, row.date, row.payCode, row.establishment].join(' ');
    add(this.days, key, Number(row.minutes));
    add(this.quantities.days, key, Number(row.quantity || 0));
  }

  #takeFine(rows: readonly Readonly<Record<string, string>>[]): void {
    for (const { number, code, hours } of rows)
      add(this.fine, `${number} ${code}`, Math.round(Number(hours || 0) * 10_000));
  }

  #takeRows(template: string, rows: readonly Readonly<Record<string, string>>[], period: string): void {
    const held = this.hours[template] ?? {};
    const counted = this.quantities.rows[template] ?? {};
    const [number = '', code = '', hours = ''] = COLUMNS[template] ?? [];
    // An import into Silae overwrites the period.
    if (template === 'silae')
      for (const row of Object.keys(held)) if (row.startsWith(period)) delete held[row];
    const seen = new Set<string>();
    this.#periods.add(period);
    for (const row of rows) {
      const name = `${row[number]} ${row[code]}`;
      const isValue = template === 'silae' || template === 'restating';
      const key = isValue ? `${period} ${name}` : name;
      if (template === 'restating') for (const sums of [held, counted]) delete sums[key];
      // All existing rows are reversed first; of several originals each reverses its own.
      if (this.#periods.size === 1 && template === 'reversing' && held[key] !== undefined && !seen.has(key))
        expect({ key, hours: Number(row[hours]) }).toEqual({ key, hours: -held[key] });
      seen.add(key);
      add(held, key, Number(row[hours] || 0));
      add(counted, key, Number(row.quantity || 0));
      if (template === 'generic-csv') add(this.minutes, name, Number(row.minutes));
    }
  }

  settle({ template, employeeId, date, payCode, establishment, unit, difference }: JsonLine): void {
    if (template === 'pay-lines')
      add(
        unit === 'minutes' ? this.days : this.quantities.days,
        [employeeId, date, payCode, establishment].join(' '),
        difference,
      );
    const { amount, lines } = this.outsideOf(template, employeeId, unit);
    this.#outside.set([template, employeeId, unit].join(' '), {
      amount: amount + difference,
      lines: lines + 1,
    });
  }

  /** What was settled for a template and employee in a unit, and how often. */
  outsideOf(
    template: string,
    employeeId: string,
    unit: Unit,
  ): { readonly amount: number; readonly lines: number } {
    return this.#outside.get([template, employeeId, unit].join(' ')) ?? { amount: 0, lines: 0 };
  }
}

/** The result of a fresh export. */
export interface Fresh {
  /** `employee date code place` -> minutes. */
  readonly days: Readonly<Sums>;
  /** `number code` -> hours as printed, and minutes. */
  readonly hours: Readonly<Sums>;
  readonly minutes: Readonly<Sums>;
  readonly quantities: { readonly days: Readonly<Sums>; readonly rows: Readonly<Sums> };
}

/** By payroll code: those of leave begin with 4, those of counts with 3. */
const QUANTITIES = [
  ['times', '3'],
  ['days', '4'],
] as const;

/**
 * The targets plus the settlements equal a fresh export. For employees with settlements, the division of a row's hours
 * is unknown: for them it is equal in minutes, and in hours up to rounding.
 */
export function expectFresh(
  held: Targets,
  fresh: Fresh,
  personOf: ReadonlyMap<string, string>,
  at: object,
): void {
  expect({ at, days: held.days }).toEqual({ at, days: fresh.days });
  expect({ at, days: held.quantities.days }).toEqual({ at, days: fresh.quantities.days });
  for (const employee of new Set(personOf.values())) {
    const of = (sums: Readonly<Sums>): Sums => {
      const own: Sums = {};
      for (const [key, sum] of Object.entries(sums)) {
        const [number = '', code = ''] = key.split(' ').slice(-2);
        if (personOf.get(number) === employee) add(own, `${number} ${code}`, sum);
      }
      return own;
    };
    const total = (sums: Readonly<Sums>) => Object.values(of(sums)).reduce((a, b) => a + b, 0);
    for (const [template, sums] of Object.entries(held.hours)) {
      const where = { ...at, employee, template };
      const { amount: minutes, lines: times } = held.outsideOf(template, employee, 'minutes');
      if (times === 0) expect({ where, hours: of(sums) }).toEqual({ where, hours: of(fresh.hours) });
      else {
        const isRounding = Math.abs(total(sums) + minutes / 60 - total(fresh.hours)) < 0.011 * (times + 1);
        expect({ where, isRounding }).toEqual({ where, isRounding: true });
      }
    }
    for (const [template, sums] of Object.entries(held.quantities.rows))
      for (const [unit, first] of QUANTITIES) {
        const mine = (all: Readonly<Sums>): Sums =>
          Object.fromEntries(
            Object.entries(of(all)).filter(([key]) => key.split(' ').at(-1)?.startsWith(first)),
          );
        const where = { ...at, employee, template, unit };
        const { amount, lines } = held.outsideOf(template, employee, unit);
        if (lines === 0)
          expect({ where, sums: mine(sums) }).toEqual({ where, sums: mine(fresh.quantities.rows) });
        else
          expect({ where, sum: total(mine(sums)) + amount }).toEqual({
            where,
            sum: expect.closeTo(total(mine(fresh.quantities.rows)), 6),
          });
      }
    if (held.hours['generic-csv'] === undefined) continue;
    const { amount: minutes } = held.outsideOf('generic-csv', employee, 'minutes');
    expect({ employee, minutes: total(held.minutes) + minutes }).toEqual({
      employee,
      minutes: total(fresh.minutes),
    });
  }
}

/** Line by line, with the documented causes. */
export function expectLines(lines: readonly JsonLine[], expected: readonly Line[]): void {
  const causes = new Map(
    lines.map((line) => [
      [line.employeeId, line.date, line.payCode, line.establishment].join(' '),
      [...line.causes],
    ]),
  );
  const told = lines.map((line) => ({
    line: [line.employeeId, line.date, line.payCode, line.establishment].join(' '),
    unit: line.unit,
    before: line.before,
    after: line.after,
  }));
  const keyOf = (line: Line): string => [line.employee, line.date, line.payCode, line.place].join(' ');
  const byLine = (a: { line: string }, b: { line: string }) => (a.line < b.line ? -1 : 1);
  expect(told.sort(byLine)).toEqual(
    expected
      .map((line) => ({
        line: keyOf(line),
        unit: line.unit ?? 'minutes',
        before: line.before,
        after: line.after,
      }))
      .sort(byLine),
  );
  for (const line of expected)
    if (line.causes !== null)
      expect({ line, causes: causes.get(keyOf(line)) }).toEqual({ line, causes: line.causes });
}

/** The employers at this step, on a socket. */
export async function withService(
  cwd: string,
  step: Readonly<Record<string, Served>>,
  templates: readonly string[],
  use: (json: Json) => Promise<void>,
): Promise<void> {
  const data = await sampleData();
  const [sample] = data.employers;
  const [integration] = sample?.integrations ?? [];
  if (sample === undefined || integration === undefined) throw new Error('the sample has an integration');
  const employers = Object.entries(step).map(([key, { records }]) => ({
    employerId: idOf(key),
    name: key,
    integrations: [{ ...integration, clientId: key }],
    records,
  }));
  const sandbox = await startSandbox({ ...data, employers });
  const env = { SERVICE: sandbox.baseUrl, SECRET: integration.clientSecret };
  writeFiles(cwd, step, templates);
  try {
    await use(async (argv, nowMs = AFTER) => {
      const { stdout, stderr, status } = await runPaytally([...argv, '--json'], { cwd, env, nowMs });
      if (status !== 0) throw new Error(`${argv.join(' ')}: ${status}\n${stderr}`);
      return JSON.parse(stdout);
    });
  } finally {
    await sandbox.stop();
  }
}

export function idOf(key: string): string {
  return `00000000-0000-4000-8000-0000000000${key.length.toString().padStart(2, '0')}`;
}

export function writeFiles(
  cwd: string,
  step: Readonly<Record<string, Served>>,
  templates: readonly string[],
): void {
  const hasQuantities = Object.values(step).some(({ settings }) => settings.counts !== undefined);
  for (const [name, corrections] of Object.entries(OWN))
    writeFileSync(
      join(cwd, `${name}.yaml`),
      (hasQuantities ? WITH_QUANTITIES : OWN_TEMPLATE).replace('CORRECTIONS', corrections),
    );
  writeFileSync(join(cwd, 'fine.yaml'), FINE);
  const employers = Object.entries(step).map(([key, { settings }]) => {
    const mapping = Object.entries(settings.numbers).map(([id, number]) => `${id},${number}\n`);
    writeFileSync(join(cwd, `${key}.csv`), `employeeId,employeeNumber\n${mapping.join('')}`);
    const codes = Object.entries(settings.codes).map(
      ([code, external]) => `${code}: { external: "${external}" }`,
    );
    const { counts = [], absences } = settings;
    if (absences !== undefined) writeFileSync(join(cwd, `${key}-absences.csv`), absences);
    return `  ${key}:
    employerId: ${idOf(key)}
    clientId: ${key}
    clientSecret: { env: SECRET }
    employees: ${key}.csv
    zone: Europe/Brussels
    payCodes: { ${codes.join(', ')} }
    payRules: { base: [{ code: OT, over: { day: ${settings.overtimeAbove} } }, { code: NORMAL }], counts: ${JSON.stringify(counts)} }
${absences === undefined ? '' : `    absences: ${key}-absences.csv\n`}`;
  });
  writeFileSync(
    join(cwd, 'paytally.yaml'),
    `baseUrl: \${SERVICE}\nemployers:\n${employers.join('')}templates: [${templates.join(', ')}]\n`,
  );
}

export type Json = (
  argv: readonly string[],
  nowMs?: number,
) => Promise<{
  readonly runs: readonly {
    readonly runId?: string;
    readonly employer: string;
    readonly files: readonly { readonly path: string; readonly template: string; readonly sha256: string }[];
    readonly lines: readonly JsonLine[];
  }[];
}>;
