import { compileExpression, type Names } from './compileExpression.js';
import { totalOf } from './compileSelection.js';
import type { FieldExpression } from './grammar.js';
import { expressionText } from './grammar.js';
import type { DataRow, Field, LanguageSettings } from './languageValues.js';
import { message } from './messageText.js';
import { parseText } from './placeholders.js';
import { TemplateError } from './templateError.js';
import { suggest } from './templateFields.js';
import type { Args, Typed } from './typed.js';
import { formatValue } from './writtenValue.js';

/** A text with placeholders, whose types fit. */
export interface CompiledText<At extends Args, Context> {
  /** Set if the text is a single placeholder: it has the type and the value of its expression. */
  readonly single: Typed<At, Context> | undefined;
  readonly write: (context: Context) => (...at: At) => string;
}

/** Checks the placeholders of a text. @throws TemplateError */
export function compileText<At extends Args, Context>(
  text: string,
  names: Names<At, Context>,
): CompiledText<At, Context> {
  refuseTags(text);
  const pieces = parseText(text).map((piece) =>
    typeof piece === 'string' ? piece : compileExpression(piece.expression, names),
  );
  const [first] = pieces;
  return {
    single: pieces.length === 1 && typeof first === 'object' ? first : undefined,
    write: (context) => {
      const parts = pieces.map((piece) => {
        if (typeof piece === 'string') return () => piece;
        const valueHere = piece.valueAt(context);
        return (...at: At) => formatValue(valueHere(...at), piece.type, names.settings);
      });
      return (...at) => parts.map((part) => part(...at)).join('');
    },
  };
}

/** Tags of another language would be written as they are. @throws TemplateError */
export function refuseTags(text: string): void {
  const [tag] = /\{%[^%]*%?\}?/.exec(text) ?? [];
  if (tag !== undefined) throw new TemplateError(message('grammar.tag', { text: tag }));
}

/** Values that are known once, and lists of rows for totals: everything around the lines of a file. */
export interface Facts {
  readonly fields: readonly Field[];
  readonly value: (field: string) => DataRow[string];
  readonly sets?: ReadonlyMap<
    string,
    { readonly fields: readonly Field[]; readonly rows: readonly DataRow[] }
  >;
}

/** The names of facts. */
export function namesOfFacts(facts: Facts, settings: LanguageSettings): Names<[], unknown> {
  const { fields, value, sets } = facts;
  const find = (path: string): Field => {
    const found = fields.find(({ name }) => name === path);
    if (found) return found;
    throw new TemplateError(
      message('field.none', { name: path }),
      suggest(
        path,
        fields.map(({ name }) => name),
        'field',
      ),
    );
  };
  return {
    settings,
    key: () => undefined,
    field: ({ path }) => {
      const { name, type } = find(path);
      return { type, field: name, canBeNegative: true, valueAt: () => () => value(name) };
    },
    aggregate: (aggregate) => {
      const text = expressionText(aggregate.of);
      const set = [...(sets ?? [])].find(([name]) => text === name || text.startsWith(`${name}.`));
      if (!set)
        throw new TemplateError(
          message('field.oneValue', { source: expressionText(aggregate), path: text, name: aggregate.name }),
        );
      const [name, { fields: own, rows }] = set;
      return totalOf(
        aggregate,
        rowFieldNames(name, own, settings),
        () => () => rows,
        (row): [DataRow] => [row],
      );
    },
  };
}

/** The fields of the rows of one list. */
function rowFieldNames(
  set: string,
  fields: readonly Field[],
  settings: LanguageSettings,
): Names<[row: DataRow], unknown> {
  return {
    settings,
    key: () => undefined,
    aggregate: (aggregate) => {
      throw new TemplateError(message('field.totalOfRow', { text: expressionText(aggregate), set }));
    },
    field: ({ path }: FieldExpression) => {
      const name = path.startsWith(`${set}.`) ? path.slice(set.length + 1) : path;
      const found = fields.find((each) => each.name === name);
      if (!found)
        throw new TemplateError(
          message('field.noneInSet', { set, name }),
          suggest(
            name,
            fields.map((each) => each.name),
            'field',
          ),
        );
      return { type: found.type, field: name, valueAt: () => (row) => row[name] ?? null };
    },
  };
}
