import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { guessColumns } from './columnGuess.js';
import {
  columnKeys,
  dayKeys,
  eachText,
  groupFields,
  type LikeColumn,
  type LikeExample,
  payCodeColumns,
  rowFields,
  rowLines,
  sortKeys,
  type WrittenExample,
} from './likeColumns.js';
import { type DayColumns, dayLines, findDayColumns, guessDays, monthOfDays } from './likeDays.js';
import { type ExampleText, readExampleTable, type SeparatedTable } from './sourceFile.js';

/** Reads lines with separated fields, or of a fixed width. @throws PaytallyError USAGE if there is no table */
export function readTableExample(
  name: string,
  text: ExampleText,
  widths: readonly number[] | undefined,
): LikeExample {
  const table = readExampleTable(text, widths);
  if (table === undefined)
    throw new PaytallyError(
      'USAGE',
      message(widths === undefined ? 'like.needsWidths' : 'like.otherWidths', { name }),
    );
  const { headings, rows, preamble, footer } = table;
  const columns = (rows[0] ?? []).map((_, index) => {
    const values = rows.map((row) => row[index] ?? '');
    const heading = headings?.[index];
    return { name: heading, heading, values, width: table.widths?.[index] ?? paddedWidth(values) };
  });
  const days = findDayColumns(columns);
  const changing = [...preamble, ...footer].filter((line) => /\d/.test(line));
  return {
    columns,
    guesses: guessDays(
      guessColumns(
        columns.map(({ values }) => values),
        headings,
      ),
      columns,
      days,
    ),
    questions: changing.map((line) => message('like.text', { line })),
    write: (known) => writeTable(table, known, days),
    partsOf: (file) => Buffer.from(file).toString('latin1').split('\n'),
    difference: (at, ...lines) => {
      const [expected = '', actual = ''] = lines.map((line) => JSON.stringify(line ?? ''));
      return message('like.differs', { line: at + 1, expected, actual });
    },
  };
}

/** Fields padded with leading spaces have a width, also between delimiters. */
function paddedWidth(values: readonly string[]): number | undefined {
  const [first = ''] = values;
  const isPadded =
    values.some((value) => /^ +\S/.test(value)) && values.every(({ length }) => length === first.length);
  return isPadded ? first.length : undefined;
}

function writeTable(
  table: SeparatedTable,
  columns: readonly LikeColumn[],
  found: DayColumns | undefined,
): WrittenExample {
  const days = found !== undefined && columns[found.first]?.role?.is === 'hours' ? found : undefined;
  const payCodes = days === undefined ? payCodeColumns(columns) : new Set<LikeColumn>();
  const layout = layOutColumns(columns, payCodes, days);
  const period = days === undefined ? undefined : monthOfDays(columns, days);
  const linesAt = (at: number) =>
    days === undefined || period === undefined
      ? rowLines(columns, at, payCodes)
      : dayLines(rowFields(columns, at), columns, at, days, period.from.slice(0, 7));
  const hasNumber = columns.some(({ role }) => role?.is === 'number');
  const group = [...(hasNumber ? [] : ['employee.id']), ...groupFields(columns)];
  const text = (lines: readonly string[]) => lines.map(escapePlaceholders).join('\n') || undefined;
  return {
    dialect: {
      delimiter: table.delimiter,
      quoting: table.quoting,
      trailingDelimiter: table.trailingDelimiter || undefined,
    },
    layout: {
      preamble: text(table.preamble),
      rows: {
        each: eachText(group, sortKeys(columns, group) ?? []),
        codes: payCodes.size > 0 ? { by: 'external' } : undefined,
        header: table.headings === undefined ? false : undefined,
        columns: layout.keys,
      },
      footer: text(table.footer),
    },
    lines: table.rows.flatMap((_, at) => linesAt(at)),
    period,
    places: layout.places.map((place) => ['rows', 'columns', place]),
  };
}

/** The columns of template.yaml, and the place of each column of the example among them. */
function layOutColumns(
  columns: readonly LikeColumn[],
  payCodes: ReadonlySet<LikeColumn>,
  days: DayColumns | undefined,
): { readonly keys: readonly object[]; readonly places: readonly number[] } {
  const keys: object[] = [];
  const places = columns.map((column, index) => {
    const isDay = days !== undefined && index >= days.first && index < days.first + days.count;
    if (isDay && index > days.first) return keys.length - 1;
    // Hours next to those of the days are their total, which is not paid again.
    const isTotal = days !== undefined && column.role?.is === 'hours';
    keys.push(
      isDay
        ? dayKeys(columns.slice(days.first, days.first + days.count), days.header)
        : { ...columnKeys(column, payCodes.has(column)), ...(isTotal ? { amount: 'none' } : {}) },
    );
    return keys.length - 1;
  });
  return { keys, places };
}

/** Braces of the example are a text, not a placeholder. */
function escapePlaceholders(line: string): string {
  return line.includes('{{') ? line.replaceAll('{{', '{{"{"}}{{"{"}}') : line;
}
