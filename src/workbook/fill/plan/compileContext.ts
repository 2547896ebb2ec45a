import type { Problems } from '../../problem.js';
import type { FormulaTargets } from '../formula/compileFormula.js';
import type { FillSettings } from '../language/filling.js';
import type { TemplateFields } from '../language/templateFields.js';
import { Mistake } from '../mistake.js';
import type { CellFormats } from '../package/cellFormats.js';

/** What preparing the parts of a template shares. */
export interface CompileContext extends FormulaTargets {
  readonly fields: TemplateFields;
  readonly settings: FillSettings;
  readonly formats: CellFormats;
  readonly problems: Problems;
}

/** Does something for a cell; what a person got wrong in it becomes a problem. */
export function attempt<T>(
  { problems, settings }: CompileContext,
  sheet: string | undefined,
  cell: string | undefined,
  action: () => T,
): T | undefined {
  try {
    return action();
  } catch (error) {
    const known = asMistake(error, settings);
    if (!known) throw error;
    problems.add(sheet, cell, known.message, known.remedy);
    return undefined;
  }
}

function asMistake(
  error: unknown,
  { examples: { textField, numberField } }: FillSettings,
): Pick<Mistake, 'message' | 'remedy'> | undefined {
  if (error instanceof SyntaxError) {
    const remedy = `Write for example {{${textField}}} or {{${numberField} | hours}}.`;
    return { message: error.message, remedy };
  }
  return error instanceof Mistake ? error : undefined;
}
