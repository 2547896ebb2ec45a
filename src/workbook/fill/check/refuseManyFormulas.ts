import { WorkbookError } from '../../workbookError.js';
import { isFilled } from '../cells/valueContent.js';
import type { DrawnSheet } from '../plan/drawnSheet.js';
import type { TemplateWorkbook } from '../plan/templatePlan.js';

/** What is prepared for a formula or placeholder takes some kilobytes, more for longer ones. */
const MOST_CELLS = 30_000;
const MOST_CHARACTERS = 1_000_000;

/**
 * Refuses a workbook with so many formulas and placeholders that preparing them would take long, before it does.
 * @throws WorkbookError TEMPLATE_INVALID
 */
export function refuseManyFormulas({ sheets, file: { subject } }: TemplateWorkbook): void {
  let cells = 0;
  let characters = 0;
  for (const sheet of sheets) {
    for (const length of lengths(sheet)) {
      cells++;
      characters += length;
    }
  }
  const refuse = (most: number, what: string): WorkbookError => {
    const problem = `${subject} holds more than ${most} ${what}`;
    const remedy = 'Draw one row and let it repeat with {{#each …}}.';
    return new WorkbookError('TEMPLATE_INVALID', problem, { record: subject, remedy });
  };
  if (cells > MOST_CELLS) throw refuse(MOST_CELLS, 'cells with formulas or placeholders');
  if (characters > MOST_CHARACTERS) throw refuse(MOST_CHARACTERS, 'characters of formulas');
}

/** Of each formula and placeholder of a sheet; a shared formula is as long as the one that it shares. */
function* lengths({ rows }: DrawnSheet): Generator<number> {
  const shared = new Map<string, number>();
  for (const { cells } of rows.values()) {
    for (const { formula } of cells)
      if (formula?.group !== undefined && formula.text !== '') shared.set(formula.group, formula.text.length);
  }
  for (const { cells } of rows.values()) {
    for (const { formula, value } of cells) {
      if (formula) yield formula.text.length || (shared.get(formula.group ?? '') ?? 0);
      else if (isFilled(value)) yield 0;
    }
  }
}
