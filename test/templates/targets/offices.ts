import { allFormats } from '../allFormats.js';
import type { NamedFormat, OfficeUse } from '../payrollFormat.js';
import type { Reader } from '../readLine.js';
import { PEOPLE } from './office.js';

/** A payroll format as its employer uses it. */
export interface Format extends Omit<OfficeUse, 'reader' | 'unitsPerHour'> {
  readonly reader: Reader;
  readonly unitsPerHour: number;
}

/** An employer whose numbers and codes are valid for some formats. */
export interface Employer {
  readonly key: string;
  readonly formats: Readonly<Record<string, Format>>;
  /** The external codes that its pay codes can have. */
  readonly codes: readonly string[];
  readonly secondary?: string;
  /** Digits of its payroll IDs, or identifiers of its payroll system. */
  readonly digits: number | 'uuid';
}

const CODES = ['1', '2', '3', '4'];
const DIGITS = 4;

/** Employers for all payroll formats: those with the same codes and digits share one. Few formats first. */
export const EMPLOYERS: readonly Employer[] = employersOf(await allFormats());

function employersOf(formats: readonly NamedFormat[]): Employer[] {
  const employers = new Map<string, Employer>();
  for (const { name, readings, offices } of formats)
    for (const use of offices) {
      const { codes = CODES, digits = DIGITS, secondary } = use;
      const key = [...codes, digits, secondary].join(' ');
      const known = employers.get(key) ?? { key: name, formats: {}, codes, digits };
      const format = {
        ...use,
        reader: use.reader ?? readings[0].reader,
        unitsPerHour: use.unitsPerHour ?? 100,
      };
      employers.set(key, {
        ...known,
        ...(secondary === undefined ? {} : { secondary }),
        formats: { ...known.formats, [name]: format },
      });
    }
  return [...employers.values()].sort((a, b) => sizeOf(a) - sizeOf(b));
}

function sizeOf({ formats }: Employer): number {
  return Object.keys(formats).length;
}

/** The number of an employee after this many corrections of it. */
export function numberOf({ digits }: Employer, who: number, times: number): string {
  const number = String(10 ** ((digits === 'uuid' ? 4 : digits) - 1) + 100 * (who + 1) + times);
  return digits === 'uuid' ? `f0000000-0000-4000-8000-${number.padStart(12, '0')}` : number;
}

/** How the system of a format identifies an employee with a number. */
export function personKey({ personOf }: Format, who: number, number: string): string {
  const person = PEOPLE[who];
  if (person === undefined) throw new Error(`there is no person ${who}`);
  return personOf?.(person) ?? number;
}

/** The mapping file of an employer. @param timesOf how often the number of each employee was corrected */
export function mappingOf(employer: Employer, timesOf: (who: number) => number): string {
  const columns = Object.assign(
    {},
    ...Object.values(employer.formats).map(({ columns }) => columns),
  ) as NonNullable<OfficeUse['columns']>;
  const rows = PEOPLE.map((person, who) => [
    person.id,
    numberOf(employer, who, timesOf(who)),
    ...Object.values(columns).map((value) => (typeof value === 'string' ? value : value(person))),
  ]);
  const heading = ['employeeId', 'employeeNumber', ...Object.keys(columns)];
  return [heading, ...rows].map((fields) => `${fields.join(',')}\n`).join('');
}

/** The variables of the formats of an employer, by template. */
export function variablesOf({ formats }: Employer): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(formats).flatMap(([name, { variables }]) =>
      variables === undefined ? [] : [[name, variables]],
    ),
  );
}
