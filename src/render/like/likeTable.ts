import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { guessColumns } from './columnGuess.js';
import {
  columnKeys,
  groupFields,
  type LikeColumn,
  type LikeExample,
  payCodeColumns,
  rowLines,
  sortKeys,
  type WrittenExample,
} from './likeColumns.js';
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
  const changing = [...preamble, ...footer].filter((line) => /\d/.test(line));
  return {
    columns,
    guesses: guessColumns(
      columns.map(({ values }) => values),
      headings,
    ),
    questions: changing.map((line) => message('like.text', { line })),
    write: (known) => writeTable(table, known),
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

function writeTable(table: SeparatedTable, columns: readonly LikeColumn[]): WrittenExample {
  const payCodes = payCodeColumns(columns);
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
        data: 'pay-lines',
        group,
        codes: payCodes.size > 0 ? { by: 'external' } : undefined,
        sort: sortKeys(columns, group),
        header: table.headings === undefined ? false : undefined,
        columns: columns.map((column) => columnKeys(column, payCodes.has(column))),
      },
      footer: text(table.footer),
    },
    lines: table.rows.flatMap((_, at) => rowLines(columns, at, payCodes)),
    places: columns.map((_, index) => ['rows', 'columns', index]),
  };
}

function escapePlaceholders(line: string): string {
  return /\{[{%]/.test(line) ? `{% raw %}${line}{% endraw %}` : line;
}
