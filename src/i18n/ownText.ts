import { IntlMessageFormat } from 'intl-messageformat';
import { formattedWords, type Reader } from './formatMessage.js';

/** How a text uses one of its values: as a number (`{0, plural, …}`, `{0, number}`), or as it is written. */
export type ParameterKind = 'number' | 'text';

/** A text of a template in one language, in the same notation as the catalogues; its values are `{0}`, `{1}`, … */
export interface OwnText {
  readonly parameters: readonly ParameterKind[];
  readonly write: (values: readonly (string | number)[]) => string;
}

/**
 * Prepares a text of a template. @throws Error with the reason if it is not ICU MessageFormat, or names its values
 * otherwise
 */
export function ownText(text: string, reader: Reader): OwnText {
  const kinds = parameterKinds(text);
  const format = formattedWords(text, reader);
  return {
    parameters: Array.from({ length: Math.max(0, ...[...kinds.keys()].map((at) => at + 1)) }, (_, at) => {
      return kinds.get(at) ?? 'text';
    }),
    write: (values) => format(Object.fromEntries(values.entries())),
  };
}

type Elements = ReturnType<IntlMessageFormat['getAst']>;

/** The types of the elements of a text (icu-messageformat-parser, TYPE). */
const [ARGUMENT, NUMBER, SELECT, PLURAL] = [1, 2, 5, 6];

/** @throws Error */
export function parameterKinds(text: string): Map<number, ParameterKind> {
  const kinds = new Map<number, ParameterKind>();
  for (const { type, value } of parametersIn(elementsOf(text))) {
    const isNumber = type === NUMBER || type === PLURAL;
    if ((type !== ARGUMENT && type !== SELECT && !isNumber) || !/^\d$/.test(value))
      throw new Error(`{${value}}`);
    kinds.set(Number(value), isNumber ? 'number' : (kinds.get(Number(value)) ?? 'text'));
  }
  return kinds;
}

/** The names of the values of a text. */
export function parameterNames(text: string): ReadonlySet<string> {
  return new Set([...parametersIn(elementsOf(text))].map(({ value }) => value));
}

function elementsOf(text: string): Elements {
  return new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst();
}

function* parametersIn(elements: Elements): Generator<{ readonly type: number; readonly value: string }> {
  for (const element of elements) {
    if (!('value' in element) || element.type === 0) continue;
    yield { type: element.type, value: String(element.value) };
    if ('options' in element)
      for (const option of Object.values(element.options)) yield* parametersIn(option.value as Elements);
  }
}
