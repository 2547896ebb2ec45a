import { PaytallyError } from '../../errors.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import { guessColumns, type Role } from './columnGuess.js';
import {
  answeredGuesses,
  columnQuestions,
  findDifference,
  firstDifference,
  type LikeAnswers,
  type LikeTemplate,
  lackingQuestions,
  writeYaml,
} from './likeAnswers.js';
import {
  columnKeys,
  groupFields,
  hasSharedHours,
  type LikeColumn,
  mappingColumns,
  payCodeColumns,
  rowLines,
  sortKeys,
} from './likeColumns.js';
import { likeTree } from './likeTree.js';
import { type ExampleText, readExampleTable, readExampleText, type SeparatedTable } from './sourceFile.js';

/** @throws PaytallyError LIKE_UNREADABLE if no table is found, or USAGE for an invalid answer */
export function likeTemplate(name: string, bytes: Uint8Array, answers: LikeAnswers): LikeTemplate {
  const text = readExampleText(bytes);
  if (/^\s*[<{[]/.test(text.text) && /\.(?:xml|json)$/i.test(name)) return likeTree(name, text, answers);
  const table = readExampleTable(text, answers.widths);
  if (table === undefined)
    throw new PaytallyError(
      'USAGE',
      message(answers.widths === undefined ? 'like.needsWidths' : 'like.otherWidths', { name }),
    );
  const values = (table.rows[0] ?? []).map((_, index) => table.rows.map((row) => row[index] ?? ''));
  const guesses = answeredGuesses(guessColumns(values, table.headings), table.headings, answers.columns);
  const columns = guesses.map(({ role }, index): LikeColumn => {
    const own = values[index] ?? [];
    return {
      heading: table.headings?.[index],
      values: own,
      width: table.widths?.[index] ?? paddedWidth(own),
      role,
    };
  });
  const payCodes = payCodeColumns(columns);
  const spec = buildSpec(name, text, table, columns, payCodes);
  const questions = [...columnQuestions(guesses, columns), ...structureQuestions(table, columns)];
  const yaml = writeYaml(
    spec,
    guesses.map((guess, index) => ({ guess, path: ['rows', 'columns', index] })),
  );
  const lines = table.rows.flatMap((_, at) => rowLines(columns, at, payCodes));
  return {
    yaml,
    questions,
    isTree: false,
    difference: findDifference(yaml, lines, columns, (file) =>
      compareFiles(bytes, file, hasSharedHours(columns)),
    ),
  };
}

/** Fields padded with leading spaces have a width, also between delimiters. */
function paddedWidth(values: readonly string[]): number | undefined {
  const [first = ''] = values;
  const isPadded =
    values.some((value) => /^ +\S/.test(value)) && values.every(({ length }) => length === first.length);
  return isPadded ? first.length : undefined;
}

function buildSpec(
  name: string,
  text: ExampleText,
  table: SeparatedTable,
  columns: readonly LikeColumn[],
  payCodes: ReadonlySet<LikeColumn>,
) {
  const has = (is: Role['is']) => columns.some(({ role }) => role?.is === is);
  const group = [...(has('number') ? [] : ['employee.id']), ...groupFields(columns)];
  const [, extension] = /\.([A-Za-z0-9]+)$/.exec(name) ?? [];
  const lines = (some: readonly string[]) => (some.length === 0 ? undefined : some.join('\n'));
  return {
    kind: 'text',
    description: `Read off ${name}. Check with one test import first.`,
    audience: 'payroll',
    extension: extension?.toLowerCase(),
    mappingColumns: mappingColumns(columns),
    split: has('month') ? 'payroll-month' : undefined,
    dialect: {
      delimiter: table.delimiter,
      quoting: table.quoting,
      newline: text.newline,
      trailingDelimiter: table.trailingDelimiter || undefined,
      finalNewline: text.finalNewline ? undefined : false,
    },
    encoding: { charset: text.charset, bom: text.bom || undefined },
    preamble: lines(table.preamble.map(escapePlaceholders)),
    rows: {
      data: 'pay-lines',
      group,
      codes: payCodes.size > 0 ? { by: 'external' } : undefined,
      sort: sortKeys(columns, group),
      header: table.headings === undefined ? false : undefined,
      columns: columns.map((column) => columnKeys(column, payCodes.has(column))),
    },
    footer: lines(table.footer.map(escapePlaceholders)),
  };
}

function escapePlaceholders(line: string): string {
  return /\{[{%]/.test(line) ? `{% raw %}${line}{% endraw %}` : line;
}

/** Open questions about the lines around the table and the table as a whole. */
function structureQuestions(
  { preamble, footer }: SeparatedTable,
  columns: readonly LikeColumn[],
): AnyMessage[] {
  const changing = [...preamble, ...footer].filter((line) => /\d/.test(line));
  return [...changing.map((line) => message('like.text', { line })), ...lackingQuestions(columns)];
}

function compareFiles(expected: Uint8Array, actual: Uint8Array, hasShared: boolean): AnyMessage | undefined {
  const [a = [], b = []] = [expected, actual].map((bytes) =>
    Buffer.from(bytes).toString('latin1').split('\n'),
  );
  const at = firstDifference(a, b, hasShared);
  return at === undefined
    ? undefined
    : message('like.differs', {
        line: at + 1,
        expected: JSON.stringify(a[at] ?? ''),
        actual: JSON.stringify(b[at] ?? ''),
      });
}
