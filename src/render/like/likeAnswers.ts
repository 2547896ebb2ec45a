import { Document } from 'yaml';
import { PaytallyError } from '../../errors.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import type { DataRow } from '../dataSet.js';
import { parseTemplateFile } from '../template/loadTemplate.js';
import { sampleModel } from '../template/sampleModel.js';
import type { TemplateModel } from '../templateModel.js';
import { renderText } from '../text/renderText.js';
import { type Guess, parseRole, roleText } from './columnGuess.js';
import { examplePeriod, type LikeColumn } from './likeColumns.js';

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
  /** Set for XML or JSON, whose parts are compared rather than their bytes. */
  readonly isTree: boolean;
  /** The first place that the template reproduces differently; undefined if there is none. */
  readonly difference: AnyMessage | undefined;
}

/** The guesses, replaced by the answers. @throws PaytallyError USAGE for an invalid answer */
export function answeredGuesses(
  guessed: readonly Guess[],
  headings: readonly string[] | undefined,
  answers: readonly string[],
): readonly Guess[] {
  const guesses = [...guessed];
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

/** The uncertain properties of each column. */
export function columnQuestions(guesses: readonly Guess[], columns: readonly LikeColumn[]): AnyMessage[] {
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

/** Roles that every payroll file needs. */
export function lackingQuestions(columns: readonly LikeColumn[]): AnyMessage[] {
  const lacking = (['number', 'hours'] as const).filter((is) => !columns.some(({ role }) => role?.is === is));
  return lacking.map((role) => message('like.lacking', { role }));
}

/** The places of guessed values in a template. */
interface GuessedPlace {
  readonly guess: Guess;
  readonly path: readonly (string | number)[];
}

/** template.yaml, with the open questions as comments. */
export function writeYaml(spec: object, places: readonly GuessedPlace[]): string {
  const document = new Document(JSON.parse(JSON.stringify(spec)));
  for (const { guess, path } of places) {
    const { role, others, isSure } = guess;
    const node = document.getIn(path);
    if (isSure || typeof node !== 'object' || node === null) continue;
    const said = role === undefined ? 'not known' : `taken as ${roleText(role)}`;
    Object.assign(node, {
      commentBefore: ` CHECK: ${said}${others.length === 0 ? '' : `, could be ${others.join(', ')}`}`,
    });
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

/** Renders the example's data and compares the result with the example. */
export function findDifference(
  yaml: string,
  lines: readonly DataRow[],
  columns: readonly LikeColumn[],
  compare: (file: Uint8Array) => AnyMessage | undefined,
): AnyMessage | undefined {
  try {
    const spec = parseTemplateFile(new TextEncoder().encode(yaml), 'template.yaml');
    if (spec.kind !== 'text') return undefined;
    const [file] = renderText({ kind: 'text', name: 'like', spec }, modelWith(lines, examplePeriod(columns)));
    return compare((file?.content ?? new Uint8Array()) as Uint8Array);
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

/** Index of the first line that differs. Reconciled amounts may differ by a unit. */
export function firstDifference(
  expected: readonly string[],
  actual: readonly string[],
  hasShared: boolean,
): number | undefined {
  const isAlike = (line: string, other = '') => line === other || (hasShared && isBeside(line, other));
  const at = expected.findIndex((line, index) => !isAlike(line, actual[index]));
  if (at >= 0) return at;
  return expected.length === actual.length ? undefined : expected.length;
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
