import { Document } from 'yaml';
import { TABLE_LIMITS, tableExcess } from '../../domain/csv/csvText.js';
import { PaytallyError } from '../../errors.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import type { DataRow } from '../dataSet.js';
import { parseTemplateFile } from '../template/loadTemplate.js';
import { sampleModel } from '../template/sampleModel.js';
import type { TemplateModel } from '../templateModel.js';
import { renderText } from '../text/renderText.js';
import { type Guess, parseRole, type Role, roleText } from './columnGuess.js';
import {
  examplePeriod,
  hasSharedHours,
  type LikeColumn,
  type LikeExample,
  mappingColumns,
  type WrittenExample,
} from './likeColumns.js';
import { readTableExample } from './likeTable.js';
import { readTreeExample } from './likeTree.js';
import { readExampleText, utf16AsUtf8 } from './sourceFile.js';

/** Answers about an example: roles by number or name of a column, and widths. */
export interface LikeAnswers {
  readonly columns: readonly string[];
  readonly widths: readonly number[] | undefined;
}

/** A template that was derived from an example. */
export interface LikeTemplate {
  readonly yaml: string;
  /** Open questions, each with the option that answers it. */
  readonly questions: readonly AnyMessage[];
  /** Set for XML or JSON, whose parts are compared rather than their bytes. */
  readonly isTree: boolean;
  /** The first place that the template reproduces differently; undefined if there is none. */
  readonly difference: AnyMessage | undefined;
}

/** @throws PaytallyError USAGE if the file has no table or records, or too many, or for an invalid answer */
export function likeTemplate(name: string, given: Uint8Array, answers: LikeAnswers): LikeTemplate {
  const converted = utf16AsUtf8(given);
  const bytes = converted ?? given;
  const text = readExampleText(bytes);
  const reason = tableExcess(text.text);
  if (reason !== undefined)
    throw new PaytallyError('USAGE', message('register.file', { path: name, reason, ...TABLE_LIMITS }));
  const isTree = /^\s*[<{[]/.test(text.text) && /\.(?:xml|json)$/i.test(name);
  const example = isTree ? readTreeExample(name, text) : readTableExample(name, text, answers.widths);
  const guesses = answeredGuesses(example, answers.columns);
  const columns = example.columns.map((column, index) => ({ ...column, role: guesses[index]?.role }));
  const written = example.write(columns);
  const [, extension] = /\.([A-Za-z0-9]+)$/.exec(name) ?? [];
  const spec = {
    kind: 'text',
    description: `Read off ${name}. Check with one test import first.`,
    audience: 'payroll',
    extension: extension?.toLowerCase(),
    mappingColumns: mappingColumns(columns),
    sample: sampleOf(written.lines),
    split:
      written.period !== undefined || columns.some(({ role }) => role?.is === 'month')
        ? 'payroll-month'
        : undefined,
    dialect: {
      ...written.dialect,
      newline: text.newline,
      finalNewline: text.finalNewline ? undefined : false,
    },
    encoding: {
      charset: isTree && text.charset === 'ascii' ? 'utf-8' : text.charset,
      bom: text.bom || undefined,
    },
    ...written.layout,
  };
  const isUndecided = spec.encoding.charset === 'ascii' && columns.some(({ role }) => isName(role));
  const yaml = writeYaml(spec, guesses, written.places, isUndecided);
  return {
    yaml,
    isTree,
    questions: [
      ...columnQuestions(guesses, columns),
      ...example.questions,
      ...(converted === undefined ? [] : [message('like.utf16')]),
      ...(isUndecided ? [message('like.encoding', { name })] : []),
      ...lackingQuestions(columns),
    ],
    difference: findDifference(example, bytes, { ...written, yaml, columns }),
  };
}

/** Only names have letters that show the encoding of a file. */
function isName(role: Role | undefined): boolean {
  return role !== undefined && ['name', 'last-name', 'first-name'].includes(role.is);
}

const SAMPLE_CODES = ['NORMAL', 'OVERTIME', 'NIGHT', 'SUNDAY'];
const SAMPLE_PEOPLE = 4;

/** Payroll IDs and codes of the example, for `templates check`; premiums never have the code of hours. */
function sampleOf(lines: readonly DataRow[]): object | undefined {
  const distinct = (field: string) =>
    [...new Set(lines.map((line) => String(line[field] ?? '')))].filter(Boolean);
  const [employeeNumbers, codes] = [distinct('employee.number').sort(), distinct('payCode')];
  for (let last = employeeNumbers.at(-1); last && employeeNumbers.length < SAMPLE_PEOPLE; ) {
    last = last.replace(/\d*$/, (digits) => String(Number(digits) + 1).padStart(digits.length, '0'));
    employeeNumbers.push(last);
  }
  const known = Math.min(codes.length, SAMPLE_CODES.length);
  const payCodes = SAMPLE_CODES.map((code, index) => {
    return [code, { external: codes[Math.floor((index * known) / SAMPLE_CODES.length)] }] as const;
  });
  return { employeeNumbers, ...(known < 2 ? {} : { payCodes: Object.fromEntries(payCodes) }) };
}

/** The guesses, replaced by the answers. @throws PaytallyError USAGE for an invalid answer */
function answeredGuesses({ columns, guesses }: LikeExample, answers: readonly string[]): readonly Guess[] {
  const answered = [...guesses];
  for (const answer of answers) {
    const at = answer.lastIndexOf('=');
    const [column, said] = [answer.slice(0, at), answer.slice(at + 1)];
    const isNumber = /^\d+$/.test(column);
    const index = isNumber ? Number(column) - 1 : columns.findIndex(({ name }) => name === column);
    const role = parseRole(said);
    if (role === undefined || guesses[index] === undefined)
      throw new PaytallyError('USAGE', message('like.badAnswer', { answer }));
    answered[index] = { role, others: [], isSure: true };
  }
  return answered;
}

/** The uncertain properties of each column. */
function columnQuestions(guesses: readonly Guess[], columns: readonly LikeColumn[]): AnyMessage[] {
  return guesses.flatMap(({ role, others, isSure }, index) => {
    if (isSure) return [];
    const { name = '', values = [] } = columns[index] ?? {};
    const number = index + 1;
    const column = name === '' ? String(number) : `${number} (${name})`;
    const example = values.find((value) => value.trim() !== '')?.trim() ?? '';
    const roles = others.join(', ');
    const about = { column, example, number };
    return role === undefined
      ? message('like.unknown', { ...about, roles })
      : message('like.guessed', { ...about, role: roleText(role), roles: roles || 'constant' });
  });
}

/** Roles that every payroll file needs. */
function lackingQuestions(columns: readonly LikeColumn[]): AnyMessage[] {
  const lacking = (['number', 'hours'] as const).filter((is) => !columns.some(({ role }) => role?.is === is));
  return lacking.map((role) => message('like.lacking', { role }));
}

/** template.yaml, with the open questions as comments. */
function writeYaml(
  spec: object,
  guesses: readonly Guess[],
  places: WrittenExample['places'],
  isUndecided: boolean,
): string {
  const document = new Document(JSON.parse(JSON.stringify(spec)));
  const mark = (place: Iterable<unknown>, comment: string) => {
    const node = document.getIn(place);
    if (typeof node === 'object' && node !== null)
      Object.assign(node, { commentBefore: ` CHECK: ${comment}` });
  };
  for (const [index, { role, others, isSure }] of guesses.entries()) {
    const said = role === undefined ? 'not known' : `taken as ${roleText(role)}`;
    const other = others.length === 0 ? '' : `, could be ${others.join(', ')}`;
    if (!isSure) mark(places[index] ?? [], said + other);
  }
  if (isUndecided) mark(['encoding'], 'the file has no letters with accents, which are refused');
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

/** Renders the example's data and compares the result with the example. */
function findDifference(
  { partsOf, difference }: LikeExample,
  bytes: Uint8Array,
  {
    yaml,
    columns,
    lines,
    period = examplePeriod(columns),
  }: Pick<WrittenExample, 'lines' | 'period'> & {
    readonly yaml: string;
    readonly columns: readonly LikeColumn[];
  },
): AnyMessage | undefined {
  try {
    const spec = parseTemplateFile(new TextEncoder().encode(yaml), 'template.yaml');
    if (spec.kind !== 'text') return undefined;
    const [file] = renderText({ kind: 'text', name: 'like', spec }, modelWith(lines, period));
    const [expected, actual] = [bytes, (file?.content ?? new Uint8Array()) as Uint8Array].map(partsOf);
    const at = firstDifference(expected ?? [], actual ?? [], hasSharedHours(columns));
    return at === undefined ? undefined : difference(at, expected?.[at], actual?.[at]);
  } catch (failure) {
    if (failure instanceof PaytallyError) return failure.text;
    throw failure;
  }
}

function modelWith(
  lines: readonly DataRow[],
  { from, to }: NonNullable<WrittenExample['period']>,
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

/** Index of the first part that differs. Reconciled amounts may differ by a unit. */
function firstDifference(
  expected: readonly string[],
  actual: readonly string[],
  hasShared: boolean,
): number | undefined {
  const isAlike = (part: string, other = '') => part === other || (hasShared && isBeside(part, other));
  const at = expected.findIndex((part, index) => !isAlike(part, actual[index]));
  if (at >= 0) return at;
  return expected.length === actual.length ? undefined : expected.length;
}

function isBeside(part: string, other: string): boolean {
  const numbers = (text: string) => text.match(/\d+/g) ?? [];
  const [a, b] = [numbers(part), numbers(other)];
  const differing = a.flatMap((digits, index) =>
    digits === b[index] ? [] : [Number(digits) - Number(b[index])],
  );
  const isOne = differing.length === 1 && Math.abs(differing[0] ?? 0) === 1;
  return isOne && part.replace(/\d/g, '') === other.replace(/\d/g, '');
}
