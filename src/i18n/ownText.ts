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
  const visit = (elements: Elements): void => {
    for (const element of elements) {
      if (!('value' in element) || element.type === 0) continue;
      const isNumber = element.type === NUMBER || element.type === PLURAL;
      if (element.type === ARGUMENT || element.type === SELECT || isNumber) {
        if (!/^\d$/.test(element.value)) throw new Error(`{${element.value}}`);
        const at = Number(element.value);
        kinds.set(at, isNumber ? 'number' : (kinds.get(at) ?? 'text'));
      } else {
        throw new Error(`{${String(element.value)}}`);
      }
      if ('options' in element)
        for (const option of Object.values(element.options)) visit(option.value as Elements);
    }
  };
  visit(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst());
  return kinds;
}
