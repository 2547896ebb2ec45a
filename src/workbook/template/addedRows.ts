import { parseExpression } from '../../language/grammar.js';
import type { DataRow } from '../../language/languageValues.js';
import { columnLetters } from '../cells/address.js';
import type { ShownRows } from '../language/shownRows.js';
import type { TemplateData } from '../language/templateData.js';
import { message } from '../messages.js';
import { AddedRows, type Shares } from './addedShares.js';
import type { WorkbookCells } from './outputCells.js';
import { type FormulaContent, sheetContentsIn, type TemplatePlan } from './templatePlan.js';

/** Refuses formulas that add rows which `| sum` would not add. Undefined if no cell shows such rows. */
export function addedRowsWatch(
  plan: TemplatePlan,
  data: TemplateData,
  cells: WorkbookCells,
): WorkbookCells['examine'] {
  const { refuses } = plan.context.settings;
  const shown = plan.sheets.flatMap((sheet) =>
    sheetContentsIn(plan, sheet)
      .values()
      .flatMap((content) => content.shown ?? []),
  );
  const isMixed = shown.some(({ set, fields }) => refuses?.total(set, fields, data.rowsWithin(set)));
  if (!refuses || !isMixed) return undefined;
  const added = new AddedRows(cells);
  const told = new Set<FormulaContent>();
  return (content, at) => {
    if (told.has(content)) return;
    for (const shares of added.sumsOf(content, at))
      for (const { shown: one, rows } of addedAlike(shares)) {
        const refused = refuses.total(one.set, one.fields, rows);
        if (refused === undefined || told.has(content)) continue;
        told.add(content);
        const { row, column } = content.cell;
        const facts = {
          problem: { ofCaller: refused.problem },
          example: one.example(parseExpression(refused.where)),
        };
        data.refusals.add(at.sheet.drawn.name, columnLetters(column) + row, message('data.total', facts));
      }
  };
}

/** The rows of each set that are multiplied by the same; without kinds that are subtracted again. */
function addedAlike(shares: Shares): Iterable<{ shown: ShownRows; rows: DataRow[] }> {
  const left = new Map<string, number>();
  for (const { shown, kind, factor, amount } of shares.values()) {
    const key = `${shown.set}\n${kind}`;
    left.set(key, (left.get(key) ?? 0) + factor * amount);
  }
  const alike = new Map<string, { shown: ShownRows; rows: DataRow[] }>();
  for (const { shown, kind, row, factor } of shares.values()) {
    if (Math.abs(left.get(`${shown.set}\n${kind}`) ?? 0) < NEGLIGIBLE) continue;
    const key = `${shown.set}\n${factor}`;
    const same = alike.get(key) ?? { shown, rows: [] };
    alike.set(key, same);
    same.rows.push(row);
  }
  return alike.values();
}

const NEGLIGIBLE = 1e-9;
