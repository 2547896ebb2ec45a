import { groupBy } from '../../domain/collections.js';
import type { CsvLocale } from '../../i18n/csvLocale.js';
import { formatText } from '../../i18n/formatMessage.js';
import type { Language } from '../../i18n/language.js';
import { type AnyMessage, joined, message } from '../../i18n/message.js';
import type { TemplateModel } from '../templateModel.js';
import type { ColumnSpec } from './columnSpec.js';
import { isWhen, type When } from './conditionText.js';
import type { Label } from './label.js';
import { firstOf, type RenderProblems } from './renderProblems.js';
import type { VariableName } from './selectionSpec.js';
import type { TextSpec } from './textTemplate.js';

/** The context of rendering one template; passed down instead of globals. */
export interface RenderContext {
  readonly templateName: string;
  readonly spec: TextSpec;
  readonly model: TemplateModel;
  readonly variables: Readonly<Record<string, string>>;
  readonly language: Language;
  /** Only set for files for people. */
  readonly locale: CsvLocale | undefined;
  readonly problems: RenderProblems;
  /** Notices, which do not prevent files from being written. */
  readonly notices: RenderProblems;
  /**
   * Whether amounts may add premiums to the hours that they belong to, or appear twice: only if they were printed like
   * that before.
   */
  readonly addsPremiums: 'refused' | 'as printed';
  /** The texts by which the target identifies people and pay codes, across all files. */
  readonly keys: WrittenKeys;
}

/** The value itself, or that of the variable it names. A variable that was not declared is a problem, and empty. */
export function resolveVariable<V>(context: RenderContext, value: V): Exclude<V, VariableName> | string {
  if (!isVariable(value)) return value as Exclude<V, VariableName>;
  const text = context.variables[value.variable];
  if (text !== undefined) return text;
  context.problems.add(message('template.variable.undeclared', { name: value.variable }));
  return '';
}

function isVariable(value: unknown): value is VariableName {
  return typeof value === 'object' && value !== null && 'variable' in value;
}

/** True if each named variable has the value, or one of the values. */
export function whenHolds(context: RenderContext, when: When | undefined): boolean {
  return isWhen(when, (variable) => resolveVariable(context, { variable }));
}

/** Whether a column is in the files of this run. */
export function isColumnActive(context: RenderContext, { when, estimates }: ColumnSpec): boolean {
  const hasEstimates = (context.model.run['run.estimateFrom'] ?? null) !== null;
  return whenHolds(context, when) && (estimates !== true || hasEstimates);
}

/** A variable's list: `A, B` is two values. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** The heading, or its replacement in messages. */
export function columnHeading(context: RenderContext, spec: ColumnSpec): string {
  return labelText(context, spec.header) ?? sourceName(spec);
}

/** The name of a column in problems: its heading, or its content if it has none. */
export function columnLabel(heading: string, spec: ColumnSpec): string {
  return heading === '' ? sourceName(spec) : heading;
}

function sourceName({ field, variable, const: constant, text }: ColumnSpec): string {
  return field ?? variable ?? constant ?? text ?? 'code';
}

export function labelText(context: RenderContext, label: Label | undefined): string | undefined {
  return label === undefined ? undefined : formatText(label, context.language);
}

/** One use of a key: the person or pay code that the target identifies by a text in the file. */
export interface KeyUse {
  /** The column or columns that make up the key. */
  readonly column: string;
  /** As written in the file. */
  readonly written: string;
  /** What the target compares. */
  readonly compared: string;
  /** Uses by the same identity may share a key. */
  readonly identity: string;
  /** `Nolte, Jan (e1)`, or the pay code. */
  readonly label: string;
  /** The value before formatting. */
  readonly value: string;
  /** False if this owner has a better key, and may share this one with others. */
  readonly isNeeded: boolean;
  readonly problem: SharedKeyProblem;
}

/** The problem and remedy, with the list of owners that share the key. */
export type SharedKeyProblem = (sharers: AnyMessage) => AnyMessage;

const SHARERS_LISTED = 20;

/** Collects keys as they are written, over all files of a template, to find those with several owners. */
export class WrittenKeys {
  readonly #uses = new Map<string, KeyUse>();

  add(use: KeyUse): void {
    const { column, compared, identity } = use;
    const id = JSON.stringify([column, compared, identity]);
    if (!this.#uses.has(id)) this.#uses.set(id, use);
  }

  /** All clashes at once: column, written value, its owners with their original values, and the remedy. */
  report(problems: RenderProblems): void {
    const groups = groupBy(this.#uses.values(), ({ column, compared }) => JSON.stringify([column, compared]));
    for (const uses of groups.values()) {
      const [first] = uses;
      if (first === undefined || uses.length < 2 || !uses.some(({ isNeeded }) => isNeeded)) continue;
      problems.add(first.problem(listSharers(uses)), { column: first.column, value: first.written });
    }
  }
}

function listSharers(uses: readonly KeyUse[]): AnyMessage {
  const sharers = uses.map(({ label, value }) =>
    value === label ? label : message('template.keys.writtenAs', { label, value: JSON.stringify(value) }),
  );
  return joined(firstOf(sharers, SHARERS_LISTED), '; ');
}
