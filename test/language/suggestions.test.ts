import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileExpression } from '../../src/language/compileExpression.js';
import { namesOfFacts } from '../../src/language/compileText.js';
import { FORMAT_NAMES } from '../../src/language/formatNames.js';
import { parseExpression } from '../../src/language/grammar.js';
import { ENGLISH_WORDS, type Field, plainSortKey } from '../../src/language/languageValues.js';
import type { AnyMessage, Text } from '../../src/language/messageText.js';
import { TemplateError } from '../../src/language/templateError.js';

const FIELDS: readonly Field[] = [
  { name: 'workedMinutes', type: 'minutes' },
  { name: 'plannedMinutes', type: 'minutes' },
  { name: 'employee.name', type: 'text' },
  { name: 'employee.active', type: 'boolean' },
  { name: 'weekday', type: 'integer' },
  { name: 'amount', type: 'number' },
  { name: 'date', type: 'date' },
  { name: 'entry.startsAt', type: 'timestamp' },
  { name: 'run.from', type: 'date' },
];

const NAMES = namesOfFacts(
  {
    fields: FIELDS,
    value: () => null,
    sets: new Map([['days', { fields: FIELDS, rows: [] }]]),
  },
  { words: ENGLISH_WORDS, sortKeyOf: plainSortKey, canBeNegative: () => true },
);

/** The error of an expression, if it is refused. */
function refusal(text: string): TemplateError | undefined {
  try {
    compileExpression(parseExpression(text), NAMES);
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  return undefined;
}

/** The expressions that a remedy proposes to write. A note in the words of the caller has none. */
function proposals(remedy: AnyMessage): string[] {
  if ('parts' in remedy) return remedy.parts.flatMap((part) => (isMessage(part) ? proposals(part) : []));
  if ('remedyOf' in remedy) return remedy.otherwise === undefined ? [] : proposals(remedy.otherwise);
  const { example, text } = remedy.values;
  const written = remedy.id === 'write' ? text : example;
  return typeof written === 'string' ? [written] : [];
}

function isMessage(part: Text): part is AnyMessage {
  return typeof part === 'object' && !('ofCaller' in part);
}

/** The refused text as proposed: a proposal may stand in braces, or be a format in place of the last one. */
function followed(text: string, proposal: string): string {
  if (proposal.startsWith('|')) return `${text.slice(0, text.lastIndexOf(' | '))} ${proposal}`;
  return proposal.replace(/^\{\{(.*)\}\}$/s, '$1');
}

const atom = fc.constantFrom(
  ...FIELDS.map(({ name }) => name),
  ...['60', '1.5', '0', 'true', 'null', '""', '"07:30"', '"60"', '"true"', '"x,y"'],
  ...['"2026-10-31"', '"31.10.2026"', '"2026-10-31T08:00:00+01:00"'],
);
const SIGNS = ['+', '-', '*', '/', '&', '=', '!=', '<', '>=', 'contains', 'starts with', 'in', 'and', 'or'];
const CALLS = FORMAT_NAMES.flatMap((name) => [name, `${name}:2`, `${name}:"x"`]);

/** An expression of parts. */
function composed(part: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    fc
      .tuple(part, fc.constantFrom(...SIGNS), part)
      .map(([left, sign, right]) => `(${left}) ${sign} (${right})`),
    fc.tuple(part, fc.constantFrom(...CALLS)).map(([value, call]) => `(${value}) | ${call}`),
    fc
      .tuple(part, fc.constantFrom('+', '&', '*'), part)
      .map(([value, sign, more]) => `(${value}) | hours ${sign} (${more})`),
    fc.tuple(part, part, part).map(([one, two, three]) => `if ${one} then (${two}) else (${three})`),
    fc.tuple(part, fc.constantFrom(...SIGNS)).map(([left, sign]) => `(${left}) ${sign} Munich`),
    fc
      .tuple(fc.constantFrom('sum', 'count', 'max', 'join'), fc.constantFrom(...FIELDS))
      .map(([name, { name: field }]) => `${name}(days.${field})`),
    part.map((value) => `not (${value})`),
  );
}

const isAccepted = (text: string) => refusal(text) === undefined;
/** One mistake at most: all parts are right, only how they are put together may be wrong. */
const oneMistake = composed(
  fc.oneof(atom, composed(fc.oneof(atom, composed(atom).filter(isAccepted))).filter(isAccepted)),
);

describe('what a refusal proposes to write', () => {
  test('is accepted, whatever is refused', { tags: 'slow' }, () => {
    let count = 0;
    fc.assert(
      fc.property(oneMistake, (text) => {
        const error = refusal(text);
        for (const proposal of error ? proposals(error.remedyText) : []) {
          count += 1;
          expect(refusal(followed(text, proposal))?.message, `${text}: proposed ${proposal}`).toBeUndefined();
        }
      }),
      { numRuns: 3_000, seed: 49 },
    );
    expect(count).toBeGreaterThan(300);
  });

  test('an empty text in a choice leaves its value empty, and a format may follow', () => {
    expect(refusal('(if employee.active then workedMinutes else "") | hours')).toBeUndefined();
  });

  test.each([
    ['weekday in (6, 7) | yes:"weekend"', '(weekday = 6 or weekday = 7) | yes:"weekend"'],
    ['weekday > 5 | yes:"weekend"', '(weekday > 5) | yes:"weekend"'],
    ['date | date:YYYYMM', 'date | date:"YYYYMM"'],
    ['if weekday > 5 then weekend', 'if weekday > 5 then "weekend"'],
    ['if weekday > 5 then "weekend" else workday', 'if weekday > 5 then "weekend" else "workday"'],
    ['employee.name > 100', 'employee.name | number > 100'],
    ['workedMinutes > "7:30"', 'workedMinutes > 450'],
  ])('%s: %s', (text, expected) => {
    const error = refusal(text);
    expect(error ? proposals(error.remedyText) : []).toEqual([expected]);
    expect(refusal(expected)).toBeUndefined();
  });

  test.each([
    ['weekday > 5 ? "a" : "b"', 'grammar.ifThen'],
    ['if(weekday > 5, "a", "b")', 'grammar.ifThen'],
    ['weekday == 6', 'grammar.otherSign'],
    ['weekday = 6 || weekday = 7', 'grammar.otherSign'],
    ['!employee.active', 'grammar.otherSign'],
    ['workedMinutes | hours:2 | hours:2', 'format.afterText'],
    ['workedMinutes | hundredths | hundredths', 'format.afterText'],
    ['say("total")', 'say.notHere'],
  ])('%s: said in words (%s)', (text, id) => {
    expect(refusal(text)?.text.id).toBe(id);
  });

  test('but signs in quotes are text', () => {
    expect(refusal('employee.name = "Is it? Yes: || == !"')).toBeUndefined();
  });
});

describe('a minus sign', () => {
  const SIGNS = ['signed', 'sign-after', 'unsigned', 'sign', 'overpunch'];
  const MOVERS = ['pad-start:8,"0"', 'right:4', 'left:3', 'replace:"-",""', 'shorten:3', 'sign-after'];

  test.each(SIGNS.flatMap((sign) => MOVERS.map((mover) => [mover, sign])))(
    'is not looked for where it no longer is: | %s | %s',
    (mover, sign) => {
      for (const between of ['', ' | upper'])
        expect(refusal(`workedMinutes | hundredths | ${mover}${between} | ${sign}`)?.text.id).toBe(
          'format.signMoved',
        );
    },
  );

  test.each(SIGNS)('is found right after the digits: | %s', (sign) => {
    expect(refusal(`workedMinutes | hundredths | ${sign} | pad-start:8,"0"`)).toBeUndefined();
  });

  test('is not looked for after other texts', () => {
    expect(refusal('("H" & workedMinutes) | sign-after')?.text.id).toBe('format.signMoved');
  });
});
