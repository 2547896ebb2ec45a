import type { Field } from '../../documents/dataSet.js';
import { compileWorkbook } from './compileWorkbook.js';
import type { TemplateFields } from './language/templateFields.js';
import type { Problem } from './problem.js';

export type { TemplateFields } from './language/templateFields.js';
export type { Problem } from './problem.js';
export { problemText } from './problem.js';

/** The fields of the run that every model has; pass others if a model has more. */
export function templateFields(
  run: readonly Field[],
  dataSets: Iterable<{ name: string; fields: readonly Field[] }>,
): TemplateFields {
  return { run, dataSets: new Map([...dataSets].map(({ name, fields }) => [name, fields])) };
}

/**
 * Checks a user's workbook without filling it: unknown fields, formats that do not fit, references that cannot
 * follow, constructs that cannot be kept. Tells everything at once.
 * @param subject names the file in messages.
 * @throws PaytallyError TEMPLATE_INVALID if the file cannot be read at all, or is refused as unsafe
 */
export async function checkWorkbookTemplate(
  template: Uint8Array,
  fields: TemplateFields,
  subject = 'template',
): Promise<readonly Problem[]> {
  const { context } = await compileWorkbook(template, subject, fields, { language: 'en' });
  return context.problems.list;
}
