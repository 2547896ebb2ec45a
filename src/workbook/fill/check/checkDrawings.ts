import { WorkbookError } from '../../workbookError.js';
import { descendantsOf } from '../../xml/xmlElement.js';
import { formControls } from '../parts/comments.js';
import { anchorRows, anchorsOf } from '../parts/drawing.js';
import type { TemplateSheet } from '../plan/templateSheet.js';
import type { TemplateWorkbook } from '../plan/templateWorkbook.js';
import { owningBand } from '../sheet/repetitions.js';

/** Charts in repeated rows and form controls cannot follow rows. */
export function checkDrawings(sheet: TemplateSheet, plan: TemplateWorkbook): void {
  const { file } = plan;
  const add = (problem: string, remedy: string): void =>
    plan.context.problems.add(sheet.name, undefined, problem, remedy);
  for (const drawing of file.related(sheet.partName, 'drawing')) {
    for (const anchor of sheet.moves ? anchorsOf(file.xml(drawing)) : []) {
      const rows = anchorRows(anchor, sheet);
      if (!rows || owningBand(sheet.root, rows.from.row, rows.to.row) === sheet.root) continue;
      // Also within groups, and within choices between versions of Excel.
      for (const frame of descendantsOf(anchor, 'graphicFrame')) {
        const name = [...descendantsOf(frame, 'cNvPr')][0]?.attributes.name ?? 'a chart';
        add(
          `"${name}" stands in repeated rows; a chart cannot repeat with rows`,
          'Move it out of these rows, or repeat the whole sheet ({{#sheet SET group by FIELD}}).',
        );
      }
    }
  }
  if (!sheet.moves && !sheet.isRepeated) return;
  for (const part of file.related(sheet.partName, 'vmlDrawing')) {
    const controls = readable(() => formControls(file.xml(part)));
    if (controls === undefined)
      add(
        'the boxes of notes and controls (VML) cannot be read',
        'Remove notes and form controls, and save again.',
      );
    else if (controls.length > 0)
      add(
        `form controls (${controls[0]}) cannot be kept where rows repeat`,
        'Remove them, or move them to another sheet.',
      );
  }
}

function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof WorkbookError) return undefined;
    throw error;
  }
}
