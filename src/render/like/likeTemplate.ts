import { Document } from 'yaml';
import { PaytallyError } from '../../errors.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import type { DataRow } from '../dataSet.js';
import { parseTemplateFile } from '../template/loadTemplate.js';
import { sampleModel } from '../template/sampleModel.js';
import type { TemplateModel } from '../templateModel.js';
import { renderText } from '../text/renderText.js';
import { type Guess, guessColumns, parseRole, type Role, readDate, roleText } from './columnGuess.js';
import { type ExampleText, readExampleTable, readExampleText, type SeparatedTable } from './exampleFile.js';
import { columnKeys, examplePeriod, isShared, type LikeColumn, rowLines, unpadded } from './likeColumns.js';

/** Answers about an example: roles by number or heading of a column, and widths. */
export interface LikeAnswers {
  readonly columns: readonly string[];
  readonly widths: readonly number[] | undefined;
}

/** A template that was derived from an example. */
export interface LikeTemplate {
  readonly yaml: string;
  /** Open questions, each with the option that answers it. */
  readonly questions: readonly AnyMessage[];
  /** Where the template's output differs from the example; undefined if it is equal byte for byte. */
  readonly difference: AnyMessage | undefined;
}

/** @throws PaytallyError LIKE_UNREADABLE if no table is found, or USAGE for an invalid answer */
export function likeTemplate(name: string, bytes: Uint8Array, answers: LikeAnswers): LikeTemplate {
  const text = readExampleText(bytes);
  if (/^\s*[<{[]/.test(text.text) && /\.(?:xml|json)$/i.test(name))
    throw new PaytallyError('USAGE', message('like.tree', { name }));
  const table = readExampleTable(text, answers.widths);
  if (table === undefined)
    throw new PaytallyError(
      'USAGE',
      message(answers.widths === undefined ? 'like.needsWidths' : 'like.otherWidths', { name }),
    );
  const guesses = answeredGuesses(table, answers.columns);
  const columns = guesses.map(({ role }, index): LikeColumn => {
    const values = table.rows.map((row) => row[index] ?? '');
    return {
      heading: table.headings?.[index],
      values,
      width: table.widths?.[index] ?? paddedWidth(values),
      role,
    };
  });
  const payCodes = payCodeColumns(columns);
  const spec = buildSpec(name, text, table, columns, payCodes);
  const questions = [...columnQuestions(guesses, columns), ...structureQuestions(table, columns)];
  const yaml = writeYaml(spec, guesses);
  return { yaml, questions, difference: findDifference(yaml, bytes, columns, payCodes) };
}

/** Fields padded with leading spaces have a width, also between delimiters. */
function paddedWidth(values: readonly string[]): number | undefined {
  const [first = ''] = values;
  const isPadded =
    values.some((value) => /^ +\S/.test(value)) && values.every(({ length }) => length === first.length);
  return isPadded ? first.length : undefined;
}

/** Hours without a column of codes: the heading of each column names its pay code. */
function payCodeColumns(columns: readonly LikeColumn[]): ReadonlySet<LikeColumn> {
  const hours = columns.filter(({ role }) => role?.is === 'hours');
  const hasCode = columns.some(({ role }) => role?.is === 'code');
  return new Set(!hasCode && hours.every(({ heading }) => heading !== undefined) ? hours : []);
}

function answeredGuesses({ headings, rows }: SeparatedTable, answers: readonly string[]): readonly Guess[] {
  const count = rows[0]?.length ?? 0;
  const columns = Array.from({ length: count }, (_, index) => rows.map((row) => row[index] ?? ''));
  const guesses = [...guessColumns(columns, headings)];
  for (const answer of answers) {
    const at = answer.lastIndexOf('=');
    const [column, said] = [answer.slice(0, at), answer.slice(at + 1)];
    const index = /^\d+$/.test(column) ? Number(column) - 1 : (headings?.indexOf(column) ?? -1);
    const role = parseRole(said);
    if (role === undefined || guesses[index] === undefined)
      throw new PaytallyError('USAGE', message('like.badAnswer', { answer }));
    guesses[index] = { role, others: [], isSure: true };
  }
  return guesses;
}

function buildSpec(
  name: string,
  text: ExampleText,
  table: SeparatedTable,
  columns: readonly LikeColumn[],
  payCodes: ReadonlySet<LikeColumn>,
) {
  const has = (is: Role['is']) => columns.some(({ role }) => role?.is === is);
  const group = [
    ...(has('number') ? ['employee.number'] : ['employee.id']),
    ...(has('date') ? ['date'] : []),
    ...(has('code') ? ['external'] : []),
    ...(has('cost-center') ? ['costCenter'] : []),
  ];
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

/** Columns of the employee mapping, with the values of the example as samples. */
function mappingColumns(columns: readonly LikeColumn[]): Record<string, unknown> | undefined {
  const own = columns.flatMap(({ role, heading, values }) =>
    role?.is === 'column'
      ? [[role.name, { description: heading ?? role.name, samples: [...new Set(values)], optional: true }]]
      : [],
  );
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

function escapePlaceholders(line: string): string {
  return /\{[{%]/.test(line) ? `{% raw %}${line}{% endraw %}` : line;
}

/** The sort order of the example's lines, if there is one. */
function sortKeys(columns: readonly LikeColumn[], group: readonly string[]): unknown[] | undefined {
  const valuesOf = (field: string) => {
    const is =
      field === 'employee.number'
        ? 'number'
        : field === 'external'
          ? 'code'
          : field === 'date'
            ? 'date'
            : 'cost-center';
    const column = columns.find(({ role }) => role?.is === is);
    const role = column?.role;
    return column?.values.map((value) => {
      if (role?.is === 'date') return readDate(value.trim(), role.pattern) ?? '';
      return unpadded(column, value.trim());
    });
  };
  const orders = [
    group,
    ...(group.includes('date') ? [['date', ...group.filter((field) => field !== 'date')]] : []),
  ];
  const ways = orders.flatMap((order) => waysToSort(order));
  const found = ways.find((keys) => {
    const lists = keys.map(({ field, as }) => ({ as, values: valuesOf(field) ?? [] }));
    const size = lists[0]?.values.length ?? 0;
    return Array.from({ length: Math.max(0, size - 1) }, (_, at) => at).every(
      (at) => compareAt(lists, at) <= 0,
    );
  });
  return found?.map(({ field, as }) => (as === 'number' ? { field, as } : field));
}

/** Compares numbers by value or as text, separately for each key. */
function waysToSort(order: readonly string[]): readonly (readonly SortWay[])[] {
  return order.reduce<readonly (readonly SortWay[])[]>(
    (ways, field) =>
      (field === 'date' ? (['text'] as const) : (['number', 'text'] as const)).flatMap((as) =>
        ways.map((way) => [...way, { field, as }]),
      ),
    [[]],
  );
}

interface SortWay {
  readonly field: string;
  readonly as: 'text' | 'number';
}

function compareAt(
  lists: readonly { readonly as: 'text' | 'number'; readonly values: readonly string[] }[],
  at: number,
): number {
  for (const { as, values } of lists) {
    const [a = '', b = ''] = [values[at], values[at + 1]];
    if (a === b) continue;
    if (as === 'number' && !(/^\d+$/.test(a) && /^\d+$/.test(b))) return 1;
    return as === 'number' ? Number(a) - Number(b) : a < b ? -1 : 1;
  }
  return 0;
}

function columnQuestions(guesses: readonly Guess[], columns: readonly LikeColumn[]): AnyMessage[] {
  return guesses.flatMap(({ role, others, isSure }, index) => {
    if (isSure) return [];
    const { heading = '', values = [] } = columns[index] ?? {};
    const column = heading === '' ? String(index + 1) : `${index + 1} (${heading})`;
    const example = values.find((value) => value.trim() !== '')?.trim() ?? '';
    const number = index + 1;
    const roles = others.join(', ');
    return [
      role === undefined
        ? message('like.unknown', { column, example, number, roles })
        : message('like.guessed', {
            column,
            example,
            number,
            role: roleText(role),
            roles: roles || 'constant',
          }),
    ];
  });
}

/** Open questions about the lines around the table and the table as a whole. */
function structureQuestions(
  { preamble, footer }: SeparatedTable,
  columns: readonly LikeColumn[],
): AnyMessage[] {
  const changing = [...preamble, ...footer].filter((line) => /\d/.test(line));
  const lacking = (['number', 'hours'] as const).filter((is) => !columns.some(({ role }) => role?.is === is));
  return [
    ...changing.map((line) => message('like.text', { line })),
    ...lacking.map((role) => message('like.lacking', { role })),
  ];
}

function writeYaml(spec: object, guesses: readonly Guess[]): string {
  const document = new Document(JSON.parse(JSON.stringify(spec)));
  guesses.forEach(({ role, others, isSure }, index) => {
    const node = document.getIn(['rows', 'columns', index]);
    if (isSure || typeof node !== 'object' || node === null) return;
    const said = role === undefined ? 'not known' : `taken as ${roleText(role)}`;
    Object.assign(node, {
      commentBefore: ` CHECK: ${said}${others.length === 0 ? '' : `, could be ${others.join(', ')}`}`,
    });
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

/** Renders the example's data and compares the result with the example. */
function findDifference(
  yaml: string,
  bytes: Uint8Array,
  columns: readonly LikeColumn[],
  payCodes: ReadonlySet<LikeColumn>,
): AnyMessage | undefined {
  const spec = parseTemplateFile(new TextEncoder().encode(yaml), 'template.yaml');
  if (spec.kind !== 'text') return undefined;
  const count = columns[0]?.values.length ?? 0;
  const lines = Array.from({ length: count }, (_, at) => rowLines(columns, at, payCodes)).flat();
  try {
    const [file] = renderText({ kind: 'text', name: 'like', spec }, modelWith(lines, examplePeriod(columns)));
    return compareFiles(bytes, (file?.content ?? new Uint8Array()) as Uint8Array, columns);
  } catch (failure) {
    if (failure instanceof PaytallyError) return failure.text;
    throw failure;
  }
}

function modelWith(
  lines: readonly DataRow[],
  { from, to }: { readonly from: string; readonly to: string },
): TemplateModel {
  const sample = sampleModel();
  const set = sample.dataSets.get('pay-lines');
  if (set === undefined) throw new Error('the sample has no pay lines');
  const [like] = set.rows;
  const rows = lines.map(
    (line): DataRow => ({ ...like, date: from, costCenter: null, ...line, kind: 'base' }),
  );
  const own = Object.keys(rows[0] ?? {}).filter((name) => set.fields.every((field) => field.name !== name));
  const fields = [...set.fields, ...own.map((name) => ({ name, type: 'text' as const, description: '' }))];
  return {
    run: { ...sample.run, 'run.from': from, 'run.to': to },
    dataSets: new Map([['pay-lines', { ...set, fields, rows }]]),
  };
}

/** Reconciled hours may differ by a unit, because the minutes behind them are not in the file. */
function compareFiles(
  expected: Uint8Array,
  actual: Uint8Array,
  columns: readonly LikeColumn[],
): AnyMessage | undefined {
  const hasShared = columns.some(({ role, values }) => role?.is === 'hours' && isShared(values, role.unit));
  const [a = [], b = []] = [expected, actual].map((bytes) =>
    Buffer.from(bytes).toString('latin1').split('\n'),
  );
  const isAlike = (line: string, other = '') => line === other || (hasShared && isBeside(line, other));
  const at = a.findIndex((line, index) => !isAlike(line, b[index]));
  if (at < 0 && a.length === b.length) return undefined;
  const line = at < 0 ? a.length : at;
  return message('like.differs', {
    line: line + 1,
    expected: JSON.stringify(a[line] ?? ''),
    actual: JSON.stringify(b[line] ?? ''),
  });
}

function isBeside(line: string, other: string): boolean {
  const numbers = (text: string) => text.match(/\d+/g) ?? [];
  const [a, b] = [numbers(line), numbers(other)];
  const differing = a.flatMap((digits, index) =>
    digits === b[index] ? [] : [Number(digits) - Number(b[index])],
  );
  const isOne = differing.length === 1 && Math.abs(differing[0] ?? 0) === 1;
  return isOne && line.replace(/\d/g, '') === other.replace(/\d/g, '');
}
