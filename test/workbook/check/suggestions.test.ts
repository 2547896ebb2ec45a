import { describe, expect, test } from 'vitest';
import { workbookWords } from '../../../src/documents/workbookWords.js';
import { parseExpression } from '../../../src/language/grammar.js';
import { resultUnless, TemplateError } from '../../../src/language/templateError.js';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, type Problem, problemText, wordsOf } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { row, workbook } from '../../support/workbooks/workbook.js';

/*
 * A person who repeatedly writes what a message suggests arrives at something that works: each suggestion can be read,
 * its types fit, and no two messages lead back to each other.
 */

const fields = fieldsOfModel(testModel(1));
/** An expression may have several mistakes, and one is reported at a time. */
const MOST_STEPS = 8;
const SEED = 31;

/** Expressions of all kinds, most of them with a mistake. */
function expressions(count: number): string[] {
  let state = SEED;
  const one = <T>(list: readonly T[]): T => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return list[Math.floor((state / 2_147_483_648) * list.length)] as T;
  };
  const field = () =>
    one([
      ...['workedMinutes', 'date', 'note', 'weekday', 'employee.active', 'employee.name', 'startsAt', 'days'],
      ...[
        'run.employer',
        'row.number',
        'employees.workedMinutes',
        'employee-days',
        'workedMinute',
        'employe.name',
      ],
    ]);
  const constant = () =>
    one([
      '5',
      '"5"',
      '60',
      'true',
      'null',
      '""',
      '"2026-10-05"',
      '2026-10-05',
      '"05.10.2026"',
      'North',
      '"x"',
    ]);
  const format = () =>
    one([
      'hours',
      'sum',
      'upper',
      'left',
      'left:2',
      'round:1',
      'default:"-"',
      'yes:"x"',
      'count',
      'average',
      'summ',
      'date',
      'first',
    ]);
  const total = () =>
    `${one(['sum', 'count', 'max', 'join', 'distinct', 'summe'])}(${field()} where ${field()} > ${constant()})`;
  const value = () => one([field, field, constant, total, () => `${field()} | ${format()}`])();
  const sign = () => one(['=', '!=', '<', '>=', 'contains', 'starts with', '+', '-', '*', '/', 'and', 'or']);
  const kinds = [
    () => `${value()} ${sign()} ${value()}`,
    () => `${field()} ${sign()} ${constant()}`,
    () => `${field()} | ${format()}`,
    () => `${field()} | ${format()} | ${format()}`,
    () => `if ${field()} ${sign()} ${constant()} then ${value()} else ${value()}`,
    () => `not ${field()} ${sign()} ${constant()}`,
    total,
  ];
  return [...new Set(Array.from({ length: count }, () => one(kinds)()))];
}

/** The text around an expression, by position: it needs three rows. */
const PLACES = {
  'a placeholder outside': (text: string) => ['', text, ''],
  'a row of days': (text: string) => ['', `{{#each employee-days}}x ${text}`, ''],
  'the head of a group': (text: string) => [
    `{{#each employee-days group by employee.id rows 2}}${text}`,
    '{{#each employee-days}}x',
    '',
  ],
  'a condition in the head of a group': (text: string) => [
    '{{#each employee-days group by employee.id rows 2}}x',
    `${text}x`,
    '',
  ],
  'the rows that are wanted': (text: string) => ['', `${text}x`, ''],
} as const;
type PlaceName = keyof typeof PLACES;

function written(place: PlaceName, expression: string): string {
  if (place === 'a condition in the head of a group') return `{{#if ${expression}}}`;
  return place === 'the rows that are wanted'
    ? `{{#each employee-days where ${expression}}}`
    : `{{${expression}}}`;
}

/** The first problem of each text. */
async function check(place: PlaceName, texts: readonly string[]): Promise<(Problem | undefined)[]> {
  const rows = texts.flatMap((text, index) =>
    PLACES[place](written(place, text)).map((cell, line) => row(index * 3 + line + 1, { A: cell })),
  );
  const bytes = await workbook({ sheets: { Hours: { rows: rows.join('') } } });
  const found = await checkTemplate(bytes, fields);
  const lineOf = ({ place: at }: Problem) =>
    Math.floor((Number(/\d+/.exec(String(at ?? ''))?.[0] ?? 0) - 1) / 3);
  return texts.map((_, index) => found.find((problem) => lineOf(problem) === index));
}

/** The expression as the message corrects it; undefined if the message gives no text to write. */
function suggested(text: string, { text: told, remedy }: Problem): string | undefined {
  const values = [told, remedy].map(workbookWords).flatMap((each) => ('values' in each ? [each.values] : []));
  const asked = Object.assign({}, ...values) as Record<string, unknown>;
  const inner =
    typeof asked.problem === 'object' && asked.problem !== null && 'values' in asked.problem
      ? asked.problem.values
      : {};
  const said = wordsOf(remedy);
  const { example, name } = { ...(inner as object), ...asked } as Record<string, string | undefined>;
  const isNear = said.startsWith('Did you mean');
  if (isNear) {
    const wrong = /"([^"]+)"[^"]*$/.exec(wordsOf(told))?.[1]?.replace('(…)', '') ?? '';
    const whole = new RegExp(`(?<![\\w.-])${wrong.replaceAll('.', '\\.')}(?![\\w.-])`);
    return text.replace(whole, String(name));
  }
  const right =
    /^(?:For example, w|W)rite (.*)\.$/s.exec(said)?.[1] ??
    (example === undefined ? undefined : String(example));
  if (right === undefined || right.startsWith('|') || !said.includes(right)) return undefined;
  const [, inside] = /^\{\{(?:#if |#each employee-days where )?(.*)\}\}$/s.exec(right) ?? [];
  if (inside !== undefined) return inside;
  return right.startsWith('sort by') ? undefined : right;
}

describe('what messages suggest works, in a few steps and without a circle', () => {
  test.each(Object.keys(PLACES) as PlaceName[])('%s', { timeout: 120_000 }, async (place) => {
    const circles: string[] = [];
    let open = expressions(150).map((expression) => [expression]);
    const ends = { works: 0, 'no text to write': 0, followed: 0 };
    for (let step = 0; open.length > 0; step++) {
      expect(
        step,
        open
          .slice(0, 3)
          .map((path) => path.join(' → '))
          .join('\n'),
      ).toBeLessThanOrEqual(MOST_STEPS);
      const problems = await check(
        place,
        open.map((path) => path.at(-1) ?? ''),
      );
      open = open.flatMap((path, index) => {
        const problem = problems[index];
        if (!problem) {
          ends.works += 1;
          return [];
        }
        const next = suggested(path.at(-1) ?? '', problem);
        if (next === undefined) {
          ends['no text to write'] += 1;
          return [];
        }
        const isReadable = (text: string): boolean =>
          resultUnless(TemplateError, () => parseExpression(text)) !== undefined;
        if (isReadable(path.at(-1) ?? '')) expect(isReadable(next), next).toBe(true);
        if (path.includes(next)) {
          circles.push(`${problemText(problem)} leads back to ${next}`);
          return [];
        }
        ends.followed += 1;
        return [[...path, next]];
      });
    }
    expect(circles).toEqual([]);
    expect(ends.followed).toBeGreaterThan(20);
    expect(ends.works).toBeGreaterThan(20);
  });
});
