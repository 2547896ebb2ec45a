import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

const PLURAL = /^(=\d+|zero|one|two|few|many|other)$/;

/** An option of a plural or a choice that is never shown. */
export interface UnknownOption {
  readonly value: string;
  readonly option: string;
  /** What there is in its place. */
  readonly known: readonly string[];
}

/**
 * Options of a text that no value ever selects: of a choice, those that the English text does not have; of a plural,
 * those that no language has. A text that cannot be read has none.
 */
export function unknownOptions(text: string, english: string): UnknownOption[] {
  const known = optionsOf(english);
  return [...optionsOf(text)].flatMap(([value, { kind, options }]) => {
    const ours = known.get(value)?.options ?? options;
    const isKnown = (option: string): boolean =>
      kind === TYPE.plural ? PLURAL.test(option) : option === 'other' || ours.has(option);
    const strange = [...options].filter((option) => !isKnown(option));
    const all = kind === TYPE.plural ? ['one', 'few', 'many', 'other'] : [...ours];
    return strange.map((option) => ({ value, option, known: all }));
  });
}

interface Options {
  readonly kind: TYPE.plural | TYPE.select;
  readonly options: Set<string>;
}

function optionsOf(text: string): Map<string, Options> {
  const found = new Map<string, Options>();
  const visit = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type !== TYPE.plural && element.type !== TYPE.select) continue;
      const { options } = found.get(element.value) ?? { options: new Set<string>() };
      found.set(element.value, { kind: element.type, options });
      for (const [name, option] of Object.entries(element.options)) {
        options.add(name);
        visit(option.value);
      }
    }
  };
  try {
    visit(parse(text, { ignoreTag: true }));
  } catch {
    return new Map();
  }
  return found;
}
