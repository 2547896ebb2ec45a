import { z } from 'zod';
import { storedMessage } from '../../i18n/formatMessage.js';
import type { AnyMessage } from '../../i18n/message.js';
import { compileExpression } from '../../language/compileExpression.js';
import { namesOfFacts } from '../../language/compileText.js';
import { type Expression, parseExpression, partsOf, pathsIn } from '../../language/grammar.js';
import { ENGLISH_WORDS, type LanguageSettings, plainSortKey } from '../../language/languageValues.js';
import { expressionProblem } from '../languageWords.js';

/** How values are written where no reader's language matters. */
export const PLAIN_SETTINGS: LanguageSettings = {
  words: ENGLISH_WORDS,
  sortKeyOf: plainSortKey,
  canBeNegative: () => true,
};

/** Adds a mistake in an expression to those of the schema. @returns undefined if there is one */
export function readOrReport<T>(
  context: z.core.$RefinementCtx,
  read: () => T,
  path: readonly PropertyKey[] = [],
): T | undefined {
  try {
    return read();
  } catch (cause) {
    report(context, expressionProblem(cause), path);
    return undefined;
  }
}

/** Adds a problem to those of the schema. */
export function report(
  context: z.core.$RefinementCtx,
  text: AnyMessage,
  path: readonly PropertyKey[] = [],
): void {
  context.addIssue({ code: 'custom', path: [...path], message: storedMessage(text) });
}

const VARIABLES = 'variables.';

/** The variables that an expression uses. */
export function variablesIn(expression: Expression): string[] {
  return pathsIn(expression).flatMap((path) =>
    path.startsWith(VARIABLES) ? [path.slice(VARIABLES.length)] : [],
  );
}

/** A condition on the template's variables: `variables.variant = "hours"`. */
export const condition = z
  .string()
  .superRefine((text, context) => {
    readOrReport(context, () => {
      const expression = parseExpression(text);
      compileExpression(
        expression,
        variableNames(variablesIn(expression), () => ''),
      );
    });
  })
  .describe('A condition on variables: variables.variant = "hours".');
export type When = z.output<typeof condition>;

function variableNames(names: readonly string[], lookUp: (variable: string) => string) {
  return namesOfFacts(
    {
      fields: [...new Set(names)].map((name) => ({ name: `${VARIABLES}${name}`, type: 'text' })),
      value: (path) => lookUp(path.slice(VARIABLES.length)),
    },
    PLAIN_SETTINGS,
  );
}

interface CompiledCondition {
  readonly expression: Expression;
  readonly variables: readonly string[];
  readonly holds: (lookUp: (variable: string) => string) => boolean;
}

const known = new Map<string, CompiledCondition>();

function compiledCondition(text: string): CompiledCondition {
  const found = known.get(text);
  if (found !== undefined) return found;
  const expression = parseExpression(text);
  const variables = [...new Set(variablesIn(expression))];
  let current: (variable: string) => string = () => '';
  const { valueAt } = compileExpression(
    expression,
    variableNames(variables, (name) => current(name)),
  );
  const value = valueAt(undefined);
  const compiled = {
    expression,
    variables,
    holds: (lookUp: (variable: string) => string) => {
      current = lookUp;
      return Boolean(value());
    },
  };
  known.set(text, compiled);
  return compiled;
}

/** Whether a condition is true; without one it is. */
export function isWhen(when: When | undefined, lookUp: (variable: string) => string): boolean {
  return when === undefined || compiledCondition(when).holds(lookUp);
}

/** The variables of a condition. */
export function conditionVariables(when: When | undefined): readonly string[] {
  return when === undefined ? [] : compiledCondition(when).variables;
}

/** A value that no template compares with. */
const OTHER = '\u0000';

/** Whether two conditions can be true at once. */
export function canBothHold(one: When | undefined, other: When | undefined): boolean {
  if (one === undefined || other === undefined) return true;
  const both = [compiledCondition(one), compiledCondition(other)];
  const variables = [...new Set(both.flatMap((each) => each.variables))];
  const values = both.flatMap(({ expression }) =>
    [...partsOf(expression)].flatMap((part) => (part.kind === 'constant' ? String(part.value) : [])),
  );
  const choices = [...new Set([...values, '', OTHER])];
  const count = choices.length ** variables.length;
  if (count > MOST_CHOICES) return true;
  return Array.from({ length: count }, (_, index) => index).some((index) => {
    const lookUp = (name: string) =>
      choices[Math.floor(index / choices.length ** variables.indexOf(name)) % choices.length] ?? '';
    return both.every(({ holds }) => holds(lookUp));
  });
}

const MOST_CHOICES = 100_000;
