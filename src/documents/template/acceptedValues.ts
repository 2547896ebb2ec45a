import { type AnyMessage, message, verbatim } from '../../i18n/message.js';
import { isWhen } from '../text/conditionText.js';
import { allSections } from '../text/fileSpec.js';
import { RenderProblems } from '../text/renderProblems.js';
import { compileWholeText } from '../text/selectionSpec.js';
import { type TemplateValues, templateVariables } from '../text/templateVariables.js';
import type { Template } from './template.js';

/** What a payroll system identifies a pay code or a person by. */
export type IdentifyingField = 'external' | 'employee.number';

/**
 * What a template's file requires of a value that it would refuse: known before anything is exported.
 * @returns undefined if it accepts the value
 */
export function requiredOf(
  template: Template,
  given: TemplateValues,
  field: IdentifyingField,
  value: string,
): AnyMessage | undefined {
  if (template.kind !== 'text') return undefined;
  const { spec } = template;
  const variables = templateVariables(spec, given, new RenderProblems(template.name));
  const holds = (each: { readonly when?: Parameters<typeof isWhen>[0] }) =>
    isWhen(each.when, (name) => variables[name] ?? '');
  const columns = [spec, ...spec.companions]
    .filter(holds)
    .flatMap((file) => allSections(file))
    .filter(holds)
    .flatMap((section) => section.columns)
    .filter((column) => column.field === field && column.format === undefined && holds(column));
  const refusing = columns.find(
    ({ pattern }) => pattern !== undefined && !compileWholeText(pattern).test(value),
  );
  return refusing && requirement(refusing.pattern ?? '', refusing.patternHint);
}

const DIGITS = /^\[0-9\]\{(\d+)(?:,(\d+))?\}$/;

/** A pattern in words, in the reader's language where it is a number of digits. */
function requirement(pattern: string, hint: string | undefined): AnyMessage {
  const [, min, max = min] = DIGITS.exec(pattern) ?? [];
  if (min !== undefined && min === max) return message('setup.digitsExactly', { count: Number(min) });
  if (min !== undefined) return message('setup.digits', { min, max: max ?? min });
  return hint === undefined ? message('template.value.pattern', { pattern }) : verbatim(hint);
}

/** The variables of a template that need a value and have none, a sentence each. */
export function missingVariables(template: Template, given: TemplateValues): readonly AnyMessage[] {
  if (template.kind !== 'text') return [];
  return Object.entries(template.spec.variables)
    .filter(([name, declared]) => declared.default === undefined && !Object.hasOwn(given, name))
    .map(([, { description }]) => message('setup.missingVariable', { name: description }));
}

/** The given variables of a template that its payroll system would refuse; those that are missing are not. */
export function refusedVariables(template: Template, given: TemplateValues): readonly AnyMessage[] {
  if (template.kind !== 'text') return [];
  return Object.entries(given).flatMap(([name, value]) => {
    const declared = template.spec.variables[name];
    if (declared === undefined) return [];
    const problems = new RenderProblems(template.name);
    templateVariables({ variables: { [name]: declared }, conflicts: [] }, { [name]: value }, problems);
    const values = { name: declared.description, value: String(value) };
    return problems.list.map(() => message('setup.refusedVariable', values));
  });
}
