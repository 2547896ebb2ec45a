import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DataRow } from '../../src/documents/dataSet.js';
import { englishText } from '../../src/i18n/formatMessage.js';
import { madeUpLines, rowsOf } from './madeUpLines.js';
import type { NamedFormat, Person, Reading, Variables } from './payrollFormat.js';
import type { ReadFile } from './readLine.js';
import { contentOf, problemsFor, sampleOf, TEMPLATES, withPayLines } from './sampleFile.js';

/** The tests that every payroll format has. */
export function testFormat(format: NamedFormat): void {
  const { name, readings, refused, sharedKeys, examples = [] } = format;
  const [{ reader }] = readings;
  describe(name, () => {
    describe('its system reads the file, and finds the hours of the model', () => {
      test.each(readings.map(titled))('$title', async (reading) => {
        const { model, files } = await sampleOf(name);
        const rows = model.dataSets.get('pay-lines')?.rows ?? [];
        const read = reading.reader(contentOf(files(model, reading.variables)));
        expect(sumsOf(read)).toEqual(expectedSums(reading, rows, read.unitsPerHour));
      });
    });

    describe('and finds those of any month', () => {
      test.each(readings.map(titled))('$title', async (reading) => {
        await readAnyMonth(name, reading);
      });
    });

    describe('its system refuses', () => {
      test.each(refused)('$what', ({ from, to, ending = '', ...refusal }) => {
        const text = golden(name, ending);
        const broken = text.replace(from, to);
        expect(broken).not.toBe(text);
        const read = (each: string) => (refusal.reader ?? reader)(Buffer.from(each, 'latin1'));
        expect(() => read(text)).not.toThrow();
        expect(() => read(broken)).toThrow('the target refuses');
      });
    });

    test.each(examples)('an example is read: $source', ({ text, first, ...example }) => {
      const [line] = (example.reader ?? reader)(Buffer.from(text, 'latin1')).lines;
      expect([line?.employee, line?.code, line?.units].join(' ')).toBe(first);
    });

    test.each(sharedKeys.map(titled))('$people are one employee, $title: refused by name', async (shared) => {
      const problems = await problemsFor(name, shared.people, shared.variables);
      expect(problems).toHaveLength(1);
      const said = problems.map(({ message }) => englishText(message)).join();
      for (const part of ['Jan (e1)', '(e2)', `column ${shared.column}`]) expect(said).toContain(part);
      const values = shared.people.flatMap((person) => Object.entries(person));
      for (const [field, value] of values.filter(([field]) => field.endsWith('umber')))
        expect(said, field).toContain(JSON.stringify(value));
      expect(problems[0]?.value).not.toBe('');
    });
    testDistinct(format);
  });
}

function titled<T extends { readonly variables?: Variables }>(each: T): T & { readonly title: string } {
  const variables = Object.entries(each.variables ?? {}).map(([name, value]) => `${name} ${value}`);
  return { ...each, title: variables.length === 0 ? 'as it is' : `with ${variables.join(', ')}` };
}

function testDistinct({ name, distinctKeys = [], sharedCodes }: NamedFormat): void {
  test.each(distinctKeys.map((people) => ({ people })))('$people can be told apart', async ({ people }) => {
    expect(await problemsFor(name, people)).toEqual([]);
  });

  if (sharedCodes === undefined) return;
  test('two codes that are one in the system are refused', async () => {
    const [a, b] = sharedCodes;
    const codes = (first: string, second: string): [Person, Person] => [
      { payCode: 'NORMAL', external: first },
      { payCode: 'NIGHT', external: second },
    ];
    expect((await problemsFor(name, codes(a, b))).map(({ message }) => englishText(message))).toEqual([
      `is shared by several pay codes: NORMAL as "${a}"; NIGHT as "${b}". Write their external code in the same way under payCodes in the configuration`,
    ]);
    expect(await problemsFor(name, codes('100', '100'))).toEqual([]);
  });
}

/** The golden file with that ending as latin1 text, so that an edit preserves the bytes. */
function golden(template: string, ending: string): string {
  const folder = join(TEMPLATES, template, 'golden');
  const file = readdirSync(folder).find((each) => each.endsWith(ending));
  return readFileSync(join(folder, file ?? ''), 'latin1');
}

/** The sums of a file of made-up lines are those of the lines; a zero may be omitted. */
async function readAnyMonth(name: string, reading: Reading): Promise<void> {
  const { model, files } = await sampleOf(name);
  fc.assert(
    fc.property(madeUpLines(reading.isSigned === true), (lines) => {
      const rows = rowsOf(model, lines);
      const content = contentOf(files(withPayLines(model, rows), reading.variables));
      const read = content.length === 0 ? { lines: [], unitsPerHour: 100 } : reading.reader(content);
      expect(withoutZeros(sumsOf(read))).toEqual(
        withoutZeros(expectedSums(reading, rows, read.unitsPerHour)),
      );
    }),
    { numRuns: 40 },
  );
}

function sumsOf({ lines }: ReadFile): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { employee, code, units } of lines)
    sums[`${employee} ${code}`] = (sums[`${employee} ${code}`] ?? 0) + units;
  return sums;
}

/** Minutes of the model added up in the test, converted to the system's units once. */
function expectedSums(
  { employee = (row) => String(row['employee.number']), ignored = [] }: Reading,
  rows: readonly DataRow[],
  unitsPerHour: number,
): Record<string, number> {
  const minutes = new Map<string, number>();
  for (const row of rows.filter(({ external }) => !ignored.includes(String(external)))) {
    const key = `${employee(row)} ${row.external}`;
    minutes.set(key, (minutes.get(key) ?? 0) + Number(row.minutes));
  }
  return Object.fromEntries([...minutes].map(([key, sum]) => [key, unitsOf(sum, unitsPerHour)]));
}

/** Signed minutes become units once; halves do not occur in hundredths of hours. */
function unitsOf(minutes: number, unitsPerHour: number): number {
  return Math.sign(minutes) * Math.round((Math.abs(minutes) * unitsPerHour) / 60);
}

function withoutZeros(sums: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(sums).filter(([, units]) => units !== 0));
}
