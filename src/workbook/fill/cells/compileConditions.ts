import type { Band } from '../language/band.js';
import { checkComparedTypes } from '../language/comparedTypes.js';
import { type Condition, conditionFields, conditionHolds } from '../language/condition.js';
import type { Axis } from '../language/directive.js';
import { fieldSource } from '../language/fieldSource.js';
import type { Placed } from '../language/filling.js';
import { attempt, type CompileContext } from '../plan/compileContext.js';
import type { DrawnSheet } from '../plan/drawnSheet.js';
import { fieldContext } from './fillText.js';
import { type CellPlace, fieldValues } from './valueContent.js';

/** Whether rows show within an instance of the band around them. */
export type ShownTest = Placed<(instance: number) => boolean>;

/** Prepares the conditions of a sheet's `{{#if …}}`; what is wrong becomes problems. */
export function compileConditions(sheet: DrawnSheet, context: CompileContext): [Band, ShownTest][] {
  const found: [Band, ShownTest][] = [];
  for (const axis of ['rows', 'columns'] as const) {
    const root = axis === 'rows' ? sheet.root : sheet.columnRoot;
    for (const band of root.within()) {
      const { rule, parent } = band;
      if (rule.kind !== 'if' || !parent) continue;
      const bands = { ...sheet.outer, [axis]: parent };
      const place = { sheet: sheet.name, name: band.place, bands };
      const test = attempt(context, sheet.name, band.place, () =>
        shownTest(rule.condition, place, axis, context),
      );
      if (test) found.push([band, test]);
    }
  }
  return found;
}

function shownTest(condition: Condition, place: CellPlace, axis: Axis, context: CompileContext): ShownTest {
  const fieldsHere = fieldContext(context, place.sheet, place.name);
  checkComparedTypes(condition, (field) => fieldSource(field, place.bands, fieldsHere).type);
  const values = fieldValues(conditionFields(condition), place, context);
  return (placed) => {
    const here = new Map([...values].map(([field, valueAt]) => [field, valueAt(placed)] as const));
    return (instance) => {
      const [row, column] = axis === 'rows' ? [instance, 0] : [0, instance];
      return conditionHolds(condition, (field) => here.get(field)?.(row, column) ?? null);
    };
  };
}
