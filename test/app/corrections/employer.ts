import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { EmployerData } from '../../../src/sandbox/sandboxData.js';
import { EMPLOYER_ID, Project } from '../../histories/project.js';

/* A small employer in memory, with what a test changes: entries, people, payroll IDs, settings and templates. */

export const PEOPLE = ['ann', 'bob', 'cem'] as const;
export type Who = (typeof PEOPLE)[number];

export interface Work {
  readonly id: string;
  readonly who: Who;
  /** `2026-10-05` */
  readonly date: string;
  readonly minutes: number;
  readonly place?: 'North' | 'South';
  readonly task?: 'oven' | 'shop';
  readonly isReviewed?: boolean;
  /** The hour at which it begins, by default 8. */
  readonly hour?: number;
  /** The day of the published shift that it names. */
  readonly shiftOn?: string;
}

/** A row of the mapping file. */
export type Columns = Readonly<Record<string, string>>;

export interface Employer {
  readonly work: readonly Work[];
  /** Columns of the mapping file by employee; several rows have days. */
  readonly people: Readonly<Partial<Record<Who, Columns | readonly Columns[]>>>;
  readonly inactive?: readonly Who[];
  /** Top-level keys of the configuration. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Lines of the file of absences: `ann,2026-10-06,2026-10-06,LEAVE,480`. */
  readonly absences?: readonly string[];
  /** Lines of the file of holidays: `2026-12-24;Christmas Eve;pm;;add`. */
  readonly holidays?: readonly string[];
  readonly shifts?: readonly Work[];
}

export const idOf = (name: string): string => `00000000-0000-4000-8000-${hex(name)}`;

function hex(name: string): string {
  const text = [...name].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return text.padEnd(12, '0').slice(0, 12);
}

export const personId = (who: Who): string => idOf(who);

/** After all months of the tests. */
const NOW = Date.UTC(2026, 11, 20, 12);

/** A written file, as the program lists it. */
export interface Written {
  readonly path: string;
  readonly template: string;
}

export class Bench {
  readonly project = new Project(NOW);
  readonly written: Written[] = [];

  constructor(readonly templates: Readonly<Record<string, string>>) {
    for (const [name, yaml] of Object.entries(templates)) this.project.write(`${name}.yaml`, yaml);
  }

  serve(employer: Employer): void {
    this.project.nowMs += 60_000;
    this.project.serve(recordsOf(employer));
    const people = Object.entries(employer.people).flatMap(([who, values]) =>
      [values].flat().map((each) => ({ employeeId: personId(who as Who), ...each }) as Columns),
    );
    const columns = [...new Set(people.flatMap((each) => Object.keys(each)))];
    const rows = people.map((values) => columns.map((column) => values[column] ?? '').join(','));
    this.project.write('people.csv', `${columns.join(',')}\n${rows.join('\n')}\n`);
    const absences = (employer.absences ?? []).map((line) => line.replace(/^\w+/, (who) => idOf(who)));
    this.project.write('absences.csv', `employee,from,to,code,minutes\n${absences.join('\n')}\n`);
    const holidays = ['date;name;part;where;action', ...(employer.holidays ?? [])];
    this.project.write('holidays.csv', `${holidays.join('\n')}\n`);
    this.project.write('paytally.yaml', JSON.stringify(configurationOf(employer, this.templates)));
  }

  /** @throws Error with the message of the program, unless it ends with status 0 */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into it as any other program would
  async run(...argv: readonly string[]): Promise<any> {
    const answer = await this.project.run(argv);
    if (answer === undefined || answer.status !== 0)
      throw new Error(`${argv.join(' ')}: ${answer?.status}\n${answer?.stderr}`);
    return answer.json.runs[0];
  }

  /** The error of a command. */
  async refused(...argv: readonly string[]): Promise<string> {
    const answer = await this.project.run(argv);
    return String(answer?.json.error?.code);
  }

  async final(period: string, ...templates: readonly string[]): Promise<void> {
    await this.#make(['export', period, '--final'], templates);
  }

  /** Makes a final again in place of an earlier one. */
  async replaceFinal(period: string, template: string): Promise<void> {
    await this.#make(['export', period, '--final', '--supersede', 'made again'], [template]);
  }

  /** The files of a draft. */
  async draft(period: string, template: string): Promise<readonly Written[]> {
    return (await this.run('export', period, '--template', this.#named(template))).files;
  }

  /** The lines of a final correction. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what is tested
  async correct(period: string, ...more: readonly string[]): Promise<any[]> {
    const run = await this.run('corrections', period, '--final', ...ACCEPT, ...more);
    this.written.push(...(run.files ?? []));
    return run.lines;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the shape is what is tested
  async lines(period: string): Promise<any[]> {
    return (await this.run('corrections', period)).lines;
  }

  /** The files that a draft writes now. */
  async fresh(period: string, template: string): Promise<Rows> {
    return rowsOf(await this.draft(period, template), template);
  }

  /** All rows of a template that were ever written, in order. */
  rows(template: string): Rows {
    return rowsOf(this.written, template);
  }

  remove(): void {
    this.project.remove();
  }

  async #make(argv: readonly string[], templates: readonly string[]): Promise<void> {
    const named = templates.flatMap((name) => ['--template', this.#named(name)]);
    const run = await this.run(...argv, ...named, ...ACCEPT);
    this.written.push(...run.files);
  }

  #named(template: string): string {
    return template in this.templates ? `./${template}.yaml` : template;
  }
}

const ACCEPT = ['TEMPLATE_EMPTY', 'UNREVIEWED', 'NO_ENTRIES', 'INACTIVE_EMPLOYEE'].flatMap((code) => [
  '--accept',
  `${code}=known`,
]);

export type Rows = readonly Readonly<Record<string, string>>[];

function rowsOf(files: readonly Written[], template: string): Rows {
  return files
    .filter((file) => file.template === template)
    .flatMap(({ path }) => parse(readFileSync(path, 'utf8'), { columns: true }) as Rows);
}

/** What a system that adds has once it imported these rows: the sum of a column by the others named. */
export function added(rows: Rows, keys: readonly string[], amount: string): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const row of rows) {
    const key = keys.map((name) => row[name] ?? '').join(' ');
    sums[key] = Math.round(((sums[key] ?? 0) + Number(row[amount] || 0)) * 10_000) / 10_000;
    if (sums[key] === 0) delete sums[key];
  }
  return Object.fromEntries(Object.entries(sums).sort());
}

function configurationOf(employer: Employer, templates: Readonly<Record<string, string>>) {
  return {
    baseUrl: 'http://127.0.0.1:9',
    templates: ['employee-days', ...Object.keys(templates).map((name) => `./${name}.yaml`)],
    payCodes: { NORMAL: { external: '100' }, OT: { external: '200' }, LEAVE: { external: '400' } },
    ...employer.settings,
    employers: {
      bakery: {
        employerId: EMPLOYER_ID,
        clientId: 'simulator',
        clientSecret: { env: 'SECRET' },
        employees: 'people.csv',
        absences: 'absences.csv',
        holidays: 'holidays.csv',
        zone: 'Europe/Brussels',
      },
    },
  };
}

const PLACES = ['North', 'South'] as const;
const TASKS = ['oven', 'shop'] as const;

function recordsOf({ work, inactive = [], shifts = [] }: Employer): EmployerData['records'] {
  return {
    establishments: PLACES.map((name) => ({ id: idOf(name), name, zone: 'Europe/Brussels' })),
    tasks: TASKS.map((name) => ({ id: idOf(name), name })),
    employees: PEOPLE.map((who) => ({
      id: personId(who),
      firstName: who,
      lastName: who.toUpperCase(),
      isActive: !inactive.includes(who),
    })),
    shifts: shifts.map((each) => ({
      ...placed(each),
      date: each.date,
      ...times(each),
      isPublished: true,
      status: 'Published',
    })),
    'time-entries': work.map((each) => ({
      ...placed(each),
      ...times(each),
      workDate: each.date,
      status: 'Completed',
      workedMinutes: each.minutes,
      shiftId: each.shiftOn === undefined ? null : idOf(`s${each.shiftOn.slice(5)}`),
      reviewedAtUtc: each.isReviewed === false ? null : `${each.date}T20:00:00Z`,
    })),
  } as unknown as EmployerData['records'];
}

function placed({ id, who, place = 'North', task }: Work) {
  return {
    id: idOf(id),
    employeeId: personId(who),
    establishmentId: idOf(place),
    teamId: null,
    taskId: task === undefined ? null : idOf(task),
  };
}

function times({ date, hour = 8, minutes }: Work) {
  const offset = date < '2026-10-25' && date >= '2026-03-29' ? '+02:00' : '+01:00';
  const clock = (after: number) => {
    const total = hour * 60 + after;
    const two = (number: number) => String(number).padStart(2, '0');
    return `${date}T${two(Math.floor(total / 60))}:${two(total % 60)}:00${offset}`;
  };
  return { startsAt: clock(0), endsAt: clock(minutes) };
}
