import { SheetNames } from '../../draw/sheetNames.js';
import { WorkbookError } from '../../workbookError.js';
import { fieldContext, fillText } from '../cells/fillText.js';
import { fieldValues } from '../cells/valueContent.js';
import type { BandScope } from '../language/placedBands.js';
import type { TemplateData } from '../language/templateData.js';
import { valueText } from '../language/valueText.js';
import type { DrawnSheet } from '../plan/drawnSheet.js';
import { outermostBands, type Placing, placedSheet, type SheetCopy } from '../plan/placedSheet.js';
import type { TemplatePlan } from '../plan/templatePlan.js';
import { bandSlices } from '../sheet/slices.js';

/** More tabs than this nobody finds anything in, and Excel takes minutes to open them. */
const MOST_SHEETS = 2_000;

/** The sheets to write, worksheets only, in order. A repeated sheet without data is there once, blank. */
export function sheetCopies(placing: Placing): SheetCopy[] {
  const { plan, data } = placing;
  const names = new SheetNames(fixedNames(plan));
  const list = plan.sheets.flatMap((drawn) => {
    if (drawn.continues) return continuedSheets(drawn, placing, names);
    return scopesOf(drawn, data).map((scope, copy): SheetCopy => {
      const one = { ...asDrawn(drawn), copy, scope, tableNames: tableNames(drawn, copy, plan) };
      return isNamedByData(drawn) ? { ...one, name: names.add(nameOf(one, placing)) } : one;
    });
  });
  if (list.length > MOST_SHEETS) {
    throw new WorkbookError(
      'RENDER_REFUSED',
      `${plan.file.subject} would have ${list.length} sheets; at most ${MOST_SHEETS} are written`,
      {
        record: plan.file.subject,
        remedy: 'Let fewer groups in with "where", or repeat rows instead of sheets.',
      },
    );
  }
  return list;
}

/** Names that stand fast: those made of data give way. */
function fixedNames(plan: TemplatePlan): string[] {
  const drawn = plan.sheets.filter((sheet) => !isNamedByData(sheet)).map(({ name }) => name);
  const others = plan.sheetElements
    .map(({ attributes }) => attributes.name ?? '')
    .filter((name) => !plan.context.sheetNamed(name));
  return [...drawn, ...others];
}

function isNamedByData(sheet: DrawnSheet): boolean {
  return sheet.repeat !== undefined || sheet.name.includes('{{');
}

const WHOLE: BandScope = { rows: [], number: 1, isBlank: false };

function asDrawn(drawn: DrawnSheet): SheetCopy {
  return { drawn, copy: 0, scope: WHOLE, name: drawn.name, slice: undefined, tableNames: new Map() };
}

/** The first sheet has the name that was drawn; "Hours (2)" and so on go on. */
function continuedSheets(drawn: DrawnSheet, placing: Placing, names: SheetNames): SheetCopy[] {
  const { plan } = placing;
  const whole = asDrawn(drawn);
  const { rows } = placedSheet(whole, placing, Number.POSITIVE_INFINITY);
  const slices = bandSlices(rows, { sheet: drawn.name, mostRows: plan.rowsPerSheet });
  const wanted = isNamedByData(drawn) ? nameOf(whole, placing) : drawn.name;
  return slices.map((slice, copy) => {
    const isDrawn = copy === 0 && !isNamedByData(drawn);
    const name = isDrawn ? wanted : names.add(wanted);
    return { ...whole, copy, slice, name, tableNames: tableNames(drawn, copy, plan) };
  });
}

/** Tables of further copies have names of their own. */
function tableNames(drawn: DrawnSheet, copy: number, plan: TemplatePlan): Map<string, string> {
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

function scopesOf({ repeat }: DrawnSheet, data: TemplateData): readonly BandScope[] {
  if (!repeat) return [WHOLE];
  const scopes = data.scopes(repeat.selection);
  return scopes.length === 0 ? [{ rows: [], number: 1, isBlank: true }] : scopes;
}

function nameOf(copy: SheetCopy, placing: Placing): string {
  const { context } = placing.plan;
  const { name, repeat, outer } = copy.drawn;
  const field = repeat?.nameField ?? (name.includes('{{') ? undefined : repeat?.selection.groupBy[0]);
  if (copy.scope.isBlank) return name.replace(/\{\{|\}\}/g, '');
  const bands = outermostBands(copy, placing);
  const isKey = field?.includes('|') ?? false;
  if (field === undefined || isKey)
    return fillText(isKey ? `{{${field}}}` : name, outer, fieldContext(context, name, 'tab'), context)(bands)(
      0,
    );
  const values = fieldValues([field], { sheet: name, name: 'tab', bands: outer }, context);
  return valueText(values.get(field)?.(bands)(0) ?? null, 'text', context.settings);
}
