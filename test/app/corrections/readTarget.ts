import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import { groupBy } from '../../../src/domain/collections.js';
import type { Written } from './employer.js';
import type { TemplateShape } from './randomTemplate.js';
import type { Target, TargetRow } from './target.js';

/* Files as the payroll system of a random template reads them: nothing here knows how paytally writes them. */

/**
 * Imports the files of one run: those of a period together, as a file and its companion are.
 * @param finals the periods of the finals, by which a system that replaces keeps its amounts
 */
export function importFiles(
  target: Target,
  files: readonly Written[],
  shape: TemplateShape,
  finals: readonly string[],
): void {
  const periodOf = ({ path }: Written) =>
    shape.takes === 'adds' ? '' : (finals.find((each) => basename(path).includes(each)) ?? finals.join(' '));
  const own = groupBy(
    files.filter(({ template }) => template === 'own'),
    periodOf,
  );
  for (const [period, some] of own)
    target.import(
      period,
      some.flatMap(({ path }) => readRows(readFileSync(path, 'utf8'), shape)),
    );
}

/** The key of an amount: its texts in the order of the template's, then the code or day of its column. */
export function keyOf(values: Readonly<Record<string, string>>, { keys }: TemplateShape, place = ''): string {
  return [...keys.map((name) => values[name] ?? ''), place].join(' ');
}

function readRows(text: string, shape: TemplateShape): TargetRow[] {
  if (shape.layout === 'tree') return readTree(text, shape);
  if (shape.layout === 'blocks') return readBlocks(text, shape);
  const records: Record<string, string>[] = parse(text, { columns: true });
  return records.flatMap((row) =>
    amountsIn(row, shape).map(([place, amount, sign]) => rowOf(row, shape, place, amount, sign)),
  );
}

type PlacedAmount = readonly [place: string, amount: string, sign?: string | undefined];

function amountsIn(row: Readonly<Record<string, string>>, { layout, keys }: TemplateShape): PlacedAmount[] {
  const names = Object.keys(row).filter((name) => !keys.includes(name));
  const all: PlacedAmount[] =
    layout === 'slots'
      ? [1, 2].map((n) => [row[`code ${n}`] ?? '', row[`amount ${n}`] ?? ''])
      : layout === 'pivot' || layout === 'days'
        ? names.map((name) => [name, row[name] ?? ''])
        : [['', row.amount ?? '', row.sign]];
  return all.filter(([, amount]) => amount !== '');
}

function rowOf(
  values: Readonly<Record<string, string>>,
  shape: TemplateShape,
  place: string,
  amount: string,
  sign?: string,
): TargetRow {
  const person = values['employee.number'] ?? '';
  return { person, key: keyOf(values, shape, place), amount: amountOf(amount, sign, shape) };
}

/** A line `P 1001` begins a person, whose lines have no headings. */
function readBlocks(text: string, shape: TemplateShape): TargetRow[] {
  const names = [
    ...shape.keys.filter((name) => name !== 'employee.number'),
    ...(shape.sign === 'apart' ? ['sign'] : []),
    'amount',
  ];
  let number = '';
  return text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      if (line.startsWith('P ')) number = line.slice(2);
      if (line.startsWith('P ')) return [];
      const cells = line.split(',');
      const row = Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
      return [rowOf({ ...row, 'employee.number': number }, shape, '', row.amount ?? '', row.sign)];
    });
}

function readTree(text: string, shape: TemplateShape): TargetRow[] {
  return [...text.matchAll(/<person number="(\d+)">([\s\S]*?)<\/person>/g)].flatMap(
    ([, number = '', content = '']) =>
      [...content.matchAll(/<amount([^>]*)>([^<]*)<\/amount>/g)].map(([, attributes = '', amount = '']) => {
        const values = [...attributes.matchAll(/([\w.]+)="([^"]*)"/g)].map(([, name, value]) => [
          name,
          value,
        ]);
        return rowOf({ ...Object.fromEntries(values), 'employee.number': number }, shape, '', amount);
      }),
  );
}

/** Whole hundredths of hours, or minutes. */
function amountOf(text: string, sign: string | undefined, { unit, sign: place }: TemplateShape): number {
  const isNegative = place === 'apart' ? sign === 'M' : text.includes('-');
  const digits = text.replace('-', '');
  const [hours = '0', minutes = '0'] = digits.split(':');
  const clock = Number(hours) * 60 + Number(minutes);
  const size = { hours: Math.round(Number(digits) * 100), minutes: Number(digits), clock }[unit];
  if (Number.isNaN(size)) throw new Error(`${JSON.stringify(text)} is no amount`);
  return isNegative ? -size : size;
}
