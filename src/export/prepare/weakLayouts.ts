import type { Config } from '../../config/config.js';
import type { Template } from '../../render/template/template.js';

export const WEAK_REMEDY =
  'Import one test file first. When the payroll system accepts it, record that under testImports in the configuration.';

/** Of each template whose layout is known from one source only, and of which no test import is recorded, a line. */
export function weakLayouts(
  templates: readonly Template[],
  { testImports }: Pick<Config, 'testImports'>,
): string[] {
  return templates.flatMap((template) => {
    if (template.kind !== 'text' || template.spec.confidence !== 'WEAK') return [];
    const isTried = template.spec.testImport !== undefined || Object.hasOwn(testImports, template.name);
    return isTried ? [] : [`${template.name} is WEAK: its layout is known from one source only.`];
  });
}
