// @module-tag slow
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';
import { builtInTexts, catalogueNames } from '../../src/i18n/catalogue.js';
import { dateText } from '../../src/i18n/dateText.js';
import { formatMessage, messageOfStored, storedMessage } from '../../src/i18n/formatMessage.js';
import { type BuiltInLanguage, LANGUAGES } from '../../src/i18n/language.js';
import { joined, type Message, type MessageId, verbatim } from '../../src/i18n/message.js';

/** Names that people and services may use: words of the program, syntax of its texts, markup, long and unusual text. */
const HOSTILE = [
  'final',
  'France',
  '{0}',
  '{name}',
  '{count, plural, one {#} other {#}}',
  '<b>',
  '#',
  "'",
  "'{'",
  '$&',
  'toString',
  '__proto__',
  'מס׳ 7 \u202eabc\u202c',
  'x'.repeat(5000),
];

interface Use {
  readonly name: string;
  readonly type: TYPE;
  readonly style: string | undefined;
}

interface Rendering {
  /** The option of each plural and choice on the path to a value. */
  readonly chosen: Readonly<Record<string, string>>;
  readonly uses: readonly Use[];
}

/** Every path through the options of a text, with the values that it shows. */
function renderings(elements: readonly MessageFormatElement[]): Rendering[] {
  let all: Rendering[] = [{ chosen: {}, uses: [] }];
  for (const element of elements) {
    if (element.type === TYPE.argument || element.type === TYPE.number || element.type === TYPE.date) {
      const style = 'style' in element && typeof element.style === 'string' ? element.style : undefined;
      const use = { name: element.value, type: element.type, style };
      all = all.map(({ chosen, uses }) => ({ chosen, uses: [...uses, use] }));
    }
    if (element.type === TYPE.select || element.type === TYPE.plural) {
      const { value: name, options } = element;
      all = all.flatMap(({ chosen, uses }) =>
        Object.entries(options)
          .filter(([option]) => chosen[name] === undefined || chosen[name] === option)
          .flatMap(([option, { value }]) =>
            renderings(value)
              .filter((inner) => inner.chosen[name] === undefined || inner.chosen[name] === option)
              .map((inner) => ({
                chosen: { ...chosen, ...inner.chosen, [name]: option },
                uses: [...uses, ...inner.uses],
              })),
          ),
      );
    }
  }
  return all;
}

const IDS = catalogueNames().flatMap((name) =>
  Object.keys(builtInTexts('en', name)).map((key) => `${name}.${key}` as MessageId),
);

function textOf(language: BuiltInLanguage, id: string): string {
  const [name = '', ...key] = id.split('.');
  return builtInTexts(language, name)[key.join('.')] ?? '';
}

/** Every text that the program says. */
const messages = IDS.filter((id) => textOf('en', id) !== '');

const samples: Readonly<Record<number, string | number>> = { [TYPE.number]: 75, [TYPE.date]: '2026-10-04' };

function sampleOf(name: string, { chosen, uses }: Rendering, hostile: string): string | number {
  const option = chosen[name];
  const typed = uses.find((use) => use.name === name && samples[use.type] !== undefined);
  if (typed !== undefined) return samples[typed.type] ?? '';
  if (option === undefined) return hostile;
  if (option.startsWith('=')) return Number(option.slice(1));
  if (option === 'one') return 1;
  // A choice that shows its value shows any value; a plural counts.
  return option === 'other' ? (uses.some((use) => use.name === name) ? hostile : 75) : option;
}

describe.each(LANGUAGES)('%s', (language) => {
  const ways = messages.map((id) => ({
    id,
    ways: renderings(parse(textOf(language, id), { ignoreTag: true })),
  }));

  test.each(HOSTILE.map((value) => [value.slice(0, 40), value]))('%s is unchanged', (_name, hostile) => {
    for (const { id, ways: some } of ways) {
      for (const way of some) {
        const names = new Set([...way.uses.map(({ name }) => name), ...Object.keys(way.chosen)]);
        const values = Object.fromEntries([...names].map((name) => [name, sampleOf(name, way, hostile)]));
        const text = formatMessage({ id, values } as Message, language);
        const shown = way.uses.filter(({ name }) => values[name] === hostile).length;
        expect(text.split(hostile).length - 1, `${id}: ${text}`).toBeGreaterThanOrEqual(shown);
      }
    }
  });

  test('numbers and dates follow the rules of the language, wherever they are shown', () => {
    for (const { id, ways: some } of ways) {
      for (const way of some) {
        const names = new Set([...way.uses.map(({ name }) => name), ...Object.keys(way.chosen)]);
        const values = Object.fromEntries([...names].map((name) => [name, sampleOf(name, way, 'X')]));
        const text = formatMessage({ id, values } as Message, language);
        for (const { type, style } of way.uses) {
          if (type === TYPE.number) expect(text, id).toMatch(style === 'two' ? /75[.,]00/ : /75|1:15|\b1\b/);
          if (type === TYPE.date && style === undefined)
            expect(text, id).toContain(dateText(language, '2026-10-04'));
        }
      }
    }
  });

  test('a value in a nested message is unchanged, also after storing', () => {
    for (const hostile of HOSTILE) {
      const inner = { id: 'csv.problem', values: { path: hostile, line: 3, problem: hostile } } as const;
      const outer = joined([inner, verbatim(hostile)], ' | ');
      const text = formatMessage(outer, language);
      expect(text.split(hostile).length - 1).toBeGreaterThanOrEqual(3);
      expect(formatMessage(messageOfStored(storedMessage(outer)), language)).toBe(text);
    }
  });
});

test('a text that an older version stored is shown unchanged', () => {
  for (const hostile of HOSTILE) expect(formatMessage(messageOfStored(hostile), 'de')).toBe(hostile);
});

test('French texts have a no-break space before : ; ? ! and within « »', () => {
  const texts = catalogueNames().flatMap((name) => Object.entries(builtInTexts('fr', name)));
  expect(texts.filter(([, text]) => /[^\u00a0]»|«[^\u00a0]|[ \u202f][:;?!]/.test(text))).toEqual([]);
});
