import { expressionText } from '../../language/grammar.js';
import { TemplateError } from '../../language/templateError.js';
import { parseArea } from '../cells/address.js';
import type { StyleDirective } from '../language/directive.js';
import { message } from '../messages.js';
import {
  type CellContent,
  type CellLook,
  type CompileContext,
  type DrawnSheet,
  type LookDirective,
  reportErrors,
  staticContentAt,
} from '../template/templatePlan.js';
import { resolveAt } from './valueContent.js';

type Looks = Map<number, Map<number, CellLook[]>>;

/** The looks that cells of a sheet take by data, by row and column; mistakes become problems. */
export function compileLooks(
  sheet: DrawnSheet,
  filled: ReadonlyMap<number, ReadonlyMap<number, CellContent>>,
  context: CompileContext,
): Looks {
  const found: Looks = new Map();
  for (const { directive, ...place } of sheet.looks) {
    if (directive.kind !== 'style') continue;
    reportErrors(context, sheet.name, place.place, () => {
      for (const [column, look] of directiveLooks({ directive, ...place }, sheet, filled, context)) {
        const row = found.get(place.row) ?? new Map<number, CellLook[]>();
        found.set(place.row, row.set(column, [...(row.get(column) ?? []), look]));
      }
    });
  }
  return found;
}

function* directiveLooks(
  { directive, row, column: first, place }: LookDirective & { readonly directive: StyleDirective },
  sheet: DrawnSheet,
  filled: ReadonlyMap<number, ReadonlyMap<number, CellContent>>,
  context: CompileContext,
): Generator<[column: number, look: CellLook]> {
  const model = modelStyle(directive, sheet, context);
  const known = new Map<string, CellLook['holdsAt']>();
  const last = first + directive.columns - 1;
  for (const { column, style } of sheet.rows.get(row)?.cells ?? []) {
    if (column < first || last < column) continue;
    const bands = { rows: sheet.root.at(row).inColumn(column), columns: sheet.columnBandAt(column) };
    const key = `${bands.rows.place} ${bands.columns.place}`;
    const within = (text: string): string => `{{#style ${text} like ${directive.like}}}`;
    const resolved = () =>
      resolveAt(directive.condition, { sheet: sheet.name, name: place, bands }, context, within);
    const holdsAt = known.get(key) ?? onceForAll(resolved().valueAt);
    known.set(key, holdsAt);
    const content = filled.get(row)?.get(column);
    const hours = content?.kind === 'value' ? content.hours : undefined;
    const own = hours?.clock ?? (content?.kind === 'value' ? content.style : style);
    const decimalStyle = hours && context.formats.withLook(hours.decimal, model);
    yield [column, { style: context.formats.withLook(own, model), decimalStyle, holdsAt }];
  }
}

/** The condition of a row is read once for all its cells. */
function onceForAll(valueAt: ReturnType<typeof resolveAt>['valueAt']): CellLook['holdsAt'] {
  const tests = new WeakMap<object, ReturnType<CellLook['holdsAt']>>();
  return (placed) => {
    const known = tests.get(placed);
    if (known) return known;
    const valueHere = valueAt(placed);
    let [row, column, holds] = [-1, -1, false];
    const test = (instance: number, columnInstance = 0): boolean => {
      if (instance !== row || columnInstance !== column) {
        [row, column] = [instance, columnInstance];
        holds = Boolean(valueHere(instance, columnInstance));
      }
      return holds;
    };
    tests.set(placed, test);
    return test;
  };
}

/** The format of the cell that others take the look of: `Z1`, `Looks!B2`. @throws TemplateError */
function modelStyle(
  { like, condition }: StyleDirective,
  own: DrawnSheet,
  { sheets }: CompileContext,
): number {
  const end = like.lastIndexOf('!');
  const name = like.slice(0, Math.max(0, end)).replace(/^'|'$/g, '');
  const sheet = end < 0 ? own : sheets.find((each) => each.name.toLowerCase() === name.toLowerCase());
  const area = parseArea(like.slice(end + 1).replaceAll('$', ''));
  const example = `{{#style ${expressionText(condition)} like Z1}}`;
  if (!sheet || !area) throw new TemplateError(message('style.noCell', { cell: like, example }));
  const content = staticContentAt(sheet, area.top, area.left);
  if (!content || content.cell.style === 0) throw new TemplateError(message('style.plain', { cell: like }));
  return content.cell.style;
}
