import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { catalogueTexts } from '../i18n/catalogue.js';
import { builtInOf, type Language } from '../i18n/language.js';
import type { PageText } from './page/shapes.js';

/** The catalogues, and parts of catalogues, that the page's scripts use. */
const OF_PAGE: readonly (readonly [catalogue: string, prefixes: readonly string[]])[] = [
  ['ui', ['']],
  ['connect', ['']],
  ['setup', ['']],
  ['writing', ['date']],
  ['api', ['receipt.']],
  ['terminal', ['state.', 'deliveryState.', 'runState.', 'reason.']],
];

/** The texts of the page in one language by id, parsed: the page only has to put values in. */
export function uiTexts(language: Language): Record<string, PageText> {
  const entries = OF_PAGE.flatMap(([catalogue, prefixes]) =>
    Object.entries(catalogueTexts(builtInOf(language), catalogue))
      .filter(([key]) => prefixes.some((prefix) => key.startsWith(prefix)))
      .map(([key, text]) => [`${catalogue}.${key}`, pageText(parse(text, { ignoreTag: true }))] as const),
  );
  return Object.fromEntries(entries);
}

function pageText(elements: readonly MessageFormatElement[]): PageText {
  return elements.map((element) => {
    switch (element.type) {
      case TYPE.literal:
        return element.value;
      case TYPE.pound:
        return { kind: 'count' };
      case TYPE.plural:
      case TYPE.select: {
        const options = Object.entries(element.options).map(([key, { value }]) => [key, pageText(value)]);
        const kind = element.type === TYPE.plural ? 'plural' : 'select';
        return { kind, name: element.value, options: Object.fromEntries(options) };
      }
      case TYPE.number:
        return { kind: element.style ? 'hours' : 'value', name: element.value };
      case TYPE.date:
        return { kind: 'date', name: element.value };
      default:
        return { kind: 'value', name: 'value' in element ? element.value : '' };
    }
  });
}
