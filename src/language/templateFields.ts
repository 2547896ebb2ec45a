import { closest, distance } from 'fastest-levenshtein';
import type { DataRow, Field, Scalar } from './languageValues.js';
import { type AnyMessage, type CallerWords, message } from './messageText.js';

/** The names for templates: fields of the run, and data sets with their fields. */
export interface TemplateFields {
  readonly run: readonly Field[];
  readonly dataSets: ReadonlyMap<string, readonly Field[]>;
  /** The fields that a template uses are added here while it is read. */
  readonly used?: Set<string>;
  /** The data sets that a template uses are added here too. */
  readonly usedSets?: Set<string>;
}

/** What templates can name: facts of the run, and data sets. */
interface NamedData {
  readonly run: DataRow;
  readonly dataSets: ReadonlyMap<string, { readonly fields: readonly Field[] }>;
}

/** The fields of a model. The type of a run field is inferred from its value. */
export function fieldsOfModel(model: NamedData): TemplateFields {
  const run = Object.entries(model.run).map(([name, value]): Field => {
    return { name, type: typeOf(value) };
  });
  const dataSets = new Map([...model.dataSets].map(([name, { fields }]) => [name, fields] as const));
  return { run, dataSets, used: new Set() };
}

function typeOf(value: Scalar): Field['type'] {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return 'integer';
  return value !== null && /^\d{4}-\d{2}-\d{2}$/.test(value) ? 'date' : 'text';
}

/** The description of a field, in any data set: `employee.number`, `employees.employee.number`. */
export function describedBy({ run, dataSets }: TemplateFields): (name: string) => CallerWords | undefined {
  return (name) => {
    const lists = [...dataSets].flatMap(([set, list]) => [
      ...list.filter((field) => field.name === name || `${set}.${field.name}` === name),
    ]);
    return [...run.filter((field) => field.name === name), ...lists].find(({ description }) => description)
      ?.description;
  };
}

/**
 * Whether all rows that agree in some fields agree in a further one: it is one of these, or describes one
 * (`employee.name` describes `employee.id`).
 */
export function isSameWithin(name: string, keys: readonly string[], fields: readonly Field[]): boolean {
  const described = (field: string): readonly string[] => {
    const known = fields.find((each) => each.name === field)?.describes;
    const id = `${field.slice(0, field.lastIndexOf('.'))}.id`;
    return known ?? (fields.some((each) => each.name === id) ? [id] : []);
  };
  const seen = new Set([name]);
  for (const field of seen) {
    if (keys.includes(field)) return true;
    for (const other of described(field)) seen.add(other);
  }
  return false;
}

const SUGGESTIONS = {
  field: { some: 'suggest.field', none: 'suggest.noField' },
  set: { some: 'suggest.set', none: 'suggest.noSet' },
  format: { some: 'suggest.format', none: 'suggest.noFormat' },
  phrase: { some: 'suggest.phrase', none: 'suggest.noPhrase' },
} as const;

/** A remedy: the nearest name if one is near, with its description, or else the first names. */
export function suggest(
  wrong: string,
  names: readonly string[],
  what: keyof typeof SUGGESTIONS,
  described: (name: string) => CallerWords | undefined = () => undefined,
): AnyMessage {
  const { some, none } = SUGGESTIONS[what];
  if (names.length === 0) return message(none);
  const parts = wrong.split('-');
  if (parts.length > 1 && parts.every((part) => names.includes(part)))
    return message('write', { text: parts.join(' - ') });
  const lower = names.map((name) => name.toLowerCase());
  const nearest = names[lower.indexOf(closest(wrong.toLowerCase(), lower))] ?? '';
  const isNear = distance(wrong.toLowerCase(), nearest.toLowerCase()) <= Math.max(2, wrong.length / 3);
  const end = names.find((name) => name.toLowerCase().endsWith(`.${wrong.toLowerCase()}`));
  const found = end ?? (isNear ? nearest : undefined);
  if (found === undefined)
    return message(some, { names: `${names.slice(0, 12).join(', ')}${names.length > 12 ? ', …' : ''}` });
  const holds = described(found);
  if (holds === undefined) return message('suggest.nearest', { name: found });
  return message('suggest.described', { name: found, holds: { ofCaller: holds } });
}
