import type { Selection } from '../../language/clauses.js';
import { formatValue } from '../../language/writtenValue.js';
import { SheetNames } from '../cells/address.js';
import { fillText, resolveAt } from '../content/valueContent.js';
import type { BandScope } from '../language/bands.js';
import { message } from '../messages.js';
import { bandSlices } from '../placement/placeBands.js';
import { outermostBands, type Placing, placedSheet, type SheetCopy } from '../template/placedSheet.js';
import type { DrawnSheet, TemplatePlan } from '../template/templatePlan.js';
import { WorkbookError } from '../workbookError.js';

/** The maximum number of tabs: with more, users find nothing, and Excel takes minutes to open them. */
const MOST_SHEETS = 2_000;

/** The sheets to write, worksheets only, in order. A repeated sheet without data is written once, blank. */
export function sheetCopies(placing: Placing): SheetCopy[] {
  const { plan } = placing;
  const drawnNames = plan.sheets.filter((sheet) => !isNamedByData(sheet)).map(({ name }) => name);
  const otherNames = plan.sheetElements
    .map(({ attributes }) => attributes.name ?? '')
    .filter((name) => !plan.context.sheetNamed(name));
  const names = new SheetNames([...drawnNames, ...otherNames]);
  const list = plan.sheets.flatMap((drawn) => {
    if (drawn.continues) return continuedSheets(drawn, placing, names);
    return sheetScopes(drawn, placing).map((scope, copy): SheetCopy => {
      const one = { ...uncopiedSheet(drawn), copy, scope, tableNames: tableNames(drawn, copy, plan) };
      return isNamedByData(drawn) ? { ...one, name: names.add(sheetName(one, placing)) } : one;
    });
  });
  const { subject } = plan.file;
  if (list.length + plan.sheetElements.length === plan.sheets.length) {
    const text = message('sheet.noneLeft', { file: subject });
    throw new WorkbookError('RENDER_REFUSED', text, { record: subject });
  }
  if (list.length > MOST_SHEETS) {
    const text = message('size.sheets', { file: subject, count: list.length, most: MOST_SHEETS });
    throw new WorkbookError('RENDER_REFUSED', text, { record: subject });
  }
  return list;
}

function isNamedByData(sheet: DrawnSheet): boolean {
  return sheet.repeat?.selection !== undefined || sheet.name.includes('{{');
}

const WHOLE: BandScope = { rows: [], number: 1, isBlank: false };

function uncopiedSheet(drawn: DrawnSheet): SheetCopy {
  return { drawn, copy: 0, scope: WHOLE, name: drawn.name, slice: undefined, tableNames: new Map() };
}

/** The first sheet has the drawn name; "Hours (2)" and so on follow. */
function continuedSheets(drawn: DrawnSheet, placing: Placing, names: SheetNames): SheetCopy[] {
  const { plan } = placing;
  const whole = uncopiedSheet(drawn);
  const { rows } = placedSheet(whole, placing, Number.POSITIVE_INFINITY);
  const slices = bandSlices(rows, { sheet: drawn.name, mostRows: plan.rowsPerSheet });
  const wanted = isNamedByData(drawn) ? sheetName(whole, placing) : drawn.name;
  return slices.map((slice, copy) => {
    const isDrawn = copy === 0 && !isNamedByData(drawn);
    const name = isDrawn ? wanted : names.add(wanted);
    return { ...whole, copy, slice, name, tableNames: tableNames(drawn, copy, plan) };
  });
}

export function tableNames(drawn: DrawnSheet, copy: number, plan: TemplatePlan): Map<string, string> {
  const own = [...plan.tables].filter(([, { sheet }]) => copy > 0 && sheet === drawn);
  const isTaken = (name: string): boolean =>
    plan.tables.has(name.toLowerCase()) ||
    plan.names.some((each) => each.name.toLowerCase() === name.toLowerCase());
  return new Map(
    own.map(([key, { table }]) => {
      let name = `${table.name}_${copy + 1}`;
      while (isTaken(name)) name += '_';
      return [key, name] as const;
    }),
  );
}

function sheetScopes(drawn: DrawnSheet, placing: Placing): readonly BandScope[] {
  const { data, plan } = placing;
  const { repeat, root } = drawn;
  if (repeat?.condition) {
    const shown = plan.bandRules.conditions.get(root)?.(outermostBands(uncopiedSheet(drawn), placing));
    return shown?.(0) ? [WHOLE] : [];
  }
  const other = repeat?.standsInFor === undefined ? undefined : repeatedOver(repeat.standsInFor, plan);
  const at = { sheet: drawn.name, place: message('place.tab') };
  if (other) return data.scopes(other, at).length === 0 ? [WHOLE] : [];
  if (!repeat?.selection) return [WHOLE];
  const scopes = data.scopes(repeat.selection, at);
  if (scopes.length > 0) return scopes;
  const { dataSet } = repeat.selection;
  const isReplaced = plan.sheets.some((sheet) => sheet.repeat?.standsInFor === dataSet);
  return isReplaced ? [] : [{ rows: [], number: 1, isBlank: true }];
}

/** The groups of the sheet that repeats over a data set. */
function repeatedOver(dataSet: string, { sheets }: TemplatePlan): Selection | undefined {
  return sheets
    .flatMap(({ repeat }) => repeat?.selection ?? [])
    .find((selection) => selection.dataSet === dataSet);
}

function sheetName(copy: SheetCopy, placing: Placing): string {
  const { context } = placing.plan;
  const { name, repeat, outer } = copy.drawn;
  const by = repeat?.nameBy ?? (name.includes('{{') ? undefined : repeat?.selection?.keys[0]);
  if (copy.scope.isBlank) return name.replace(/\{\{|\}\}/g, '');
  const bands = outermostBands(copy, placing);
  const place = { sheet: name, name: 'tab', bands: outer };
  if (!by) return fillText(name, place, context)(bands)(0);
  const { valueAt, type } = resolveAt(by, place, context);
  // A field is used in sheet names in its machine-readable form.
  return formatValue(valueAt(bands)(0), by.kind === 'field' ? 'text' : type, context.settings);
}
