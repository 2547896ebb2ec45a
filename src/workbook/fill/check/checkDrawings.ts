import { WorkbookError } from '../../workbookError.js';
import { type FormControl, formControls } from '../parts/comments.js';
import { otherFrames } from '../parts/repeatedCharts.js';
import type { DrawnSheet } from '../plan/drawnSheet.js';
import type { TemplateWorkbook } from '../plan/templatePlan.js';
import { namesMovingPlace } from './movingPlaces.js';

/** SmartArt in repeated rows and form controls cannot follow rows. */
export function checkDrawings(sheet: DrawnSheet, plan: TemplateWorkbook): void {
  const { file } = plan;
  const add = (problem: string, remedy: string): void =>
    plan.context.problems.add(sheet.name, undefined, problem, remedy);
  for (const name of otherFrames(sheet, file)) {
    add(
      `"${name}" stands in repeated rows and is no picture, shape or chart: it cannot repeat with them`,
      'Move it out of these rows, or repeat the whole sheet ({{#sheet SET group by FIELD}}).',
    );
  }
  if (!sheet.moves && !sheet.isRepeated) return;
  for (const part of file.related(sheet.partName, 'vmlDrawing')) {
    const controls = readable(() => formControls(file.xml(part)));
    if (controls === undefined)
      add(
        'the boxes of notes and controls (VML) cannot be read',
        'Remove notes and form controls, and save again.',
      );
    const kept = ({ data }: FormControl): boolean =>
      !sheet.isRepeated && !namesMovingPlace(data, sheet, plan.context);
    const lost = controls?.find((control) => !kept(control));
    if (lost)
      add(
        `form controls (${lost.type}) cannot be kept where rows repeat: their cells move`,
        'Remove them, or move them above what repeats or to a sheet of their own.',
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
