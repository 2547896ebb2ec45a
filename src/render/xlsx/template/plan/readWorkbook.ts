import { shortQuote } from '../../shortText.js';
import { MAX_ROWS } from '../formula/address.js';
import type { FillSettings } from '../language/fillValue.js';
import type { TemplateFields } from '../language/templateFields.js';
import { CellFormats } from '../package/cellFormats.js';
import { readSharedStrings } from '../package/sharedStrings.js';
import type { TemplatePackage } from '../package/templatePackage.js';
import { pivotArea } from '../parts/pivot.js';
import { Problems } from '../problem.js';
import { readRows } from '../sheet/templateRows.js';
import { childOf, childrenOf, prefixedAttribute, type XmlElement } from '../xml/xmlElement.js';
import type { CompileContext } from './compileContext.js';
import { directivesInCells, directivesInNames, directivesInNotes } from './findDirectives.js';
import { findWorkbook, refuse } from './findWorkbook.js';
import { outsidePlace } from './outside.js';
import { type PlacedDirective, type Report, readBands } from './readBands.js';
import { readName, readTables } from './readNames.js';
import { refuseUnclearParts } from './refuseUnclearParts.js';
import { SheetPlan, type SheetRepeat } from './sheetPlan.js';
import type { WorkbookPlan } from './workbookPlan.js';

export interface CompileOptions extends Omit<FillSettings, 'counts1904'> {
  /** Names of sheets whose rows do not fit one sheet. @default none */
  readonly continued?: ReadonlySet<string>;
  /** @default what Excel can hold */
  readonly rowsPerSheet?: number;
}

/** More sheets than this no person draws. */
const MOST_SHEETS = 200;
/** Copied sheets leave names behind by the thousand; each of them is looked at for each sheet. */
const MOST_NAMES = 10_000;
const TIDY_NAMES = 'Delete those that nobody needs (Formulas, Name Manager).';
/** Every row down to the last one that holds anything is placed, also empty ones. */
const MOST_ROWS = 4 * MAX_ROWS;
const TIDY_ROWS = 'Delete the rows below what is drawn (select them, Home, Delete), and save.';

/** Reads the parts of a template that say what repeats: sheets, names, notes, tables. Cells are not yet prepared. */
export function readWorkbook(
  file: TemplatePackage,
  fields: TemplateFields,
  { continued = new Set(), rowsPerSheet = MAX_ROWS, ...settings }: CompileOptions,
): WorkbookPlan {
  const workbookPart = findWorkbook(file);
  const { root } = file.xml(workbookPart);
  const sheetElements = childrenOf(childOf(root, 'sheets'), 'sheet');
  if (sheetElements.length > MOST_SHEETS) {
    throw refuse(file, `has ${sheetElements.length} sheets; at most ${MOST_SHEETS} are allowed`);
  }
  refuseUnclearParts(file, workbookPart, sheetElements);
  const filled: WorkbookPlan['filled'] = { data: undefined };
  const sheets: SheetPlan[] = [];
  const [styles] = file.related(workbookPart, 'styles');
  const formats = new CellFormats(styles === undefined ? undefined : file.xml(styles));
  const date1904 = childOf(root, 'workbookPr')?.attributes.date1904 ?? '0';
  const context: CompileContext = {
    fields,
    settings: { ...settings, counts1904: date1904 === '1' || date1904 === 'true' },
    formats,
    sheetNamed: (name) => sheets.find((sheet) => sheet.name.toLowerCase() === name.toLowerCase()),
    sheetOfTable: (name) => tables.get(name.toLowerCase())?.sheet,
    problems: new Problems(),
    refusals: new Problems(),
    data: () => {
      if (!filled.data) throw new Error('a template was asked for values before it was filled');
      return filled.data;
    },
  };
  const nameElements = childrenOf(childOf(root, 'definedNames'), 'definedName');
  if (nameElements.length > MOST_NAMES)
    throw refuse(
      file,
      `has ${nameElements.length} defined names; at most ${MOST_NAMES} are allowed`,
      TIDY_NAMES,
    );
  sheets.push(...readSheets(file, workbookPart, sheetElements, nameElements, context, continued));
  const lastRows = sheets.reduce((sum, { lastRow }) => sum + lastRow, 0);
  if (lastRows > MOST_ROWS)
    throw refuse(
      file,
      `has sheets that reach down ${lastRows} rows in all; at most ${MOST_ROWS} are allowed`,
      TIDY_ROWS,
    );
  const names = nameElements.map((element) => readName(element, sheets));
  const tables = readTables(file, sheets);
  return {
    file,
    workbookPart,
    sheetElements,
    sheets,
    names,
    tables,
    formats,
    context,
    rowsPerSheet,
    outside: outsidePlace(),
    filled,
  };
}

function readSheets(
  file: TemplatePackage,
  workbookPart: string,
  elements: readonly XmlElement[],
  names: readonly XmlElement[],
  context: CompileContext,
  continued: ReadonlySet<string>,
): SheetPlan[] {
  const sharedPart = file.related(workbookPart, 'sharedStrings')[0];
  const sharedStrings = readSharedStrings(sharedPart === undefined ? undefined : file.xml(sharedPart));
  const relationships = file.relationships(workbookPart);
  return elements.flatMap((element, index) => {
    const id = prefixedAttribute(element, 'id');
    const target = relationships.find((each) => each.id === id);
    if (target?.type !== 'worksheet') return [];
    const name = element.attributes.name ?? '';
    const part = file.xml(target.target);
    const rows = rowsOf(
      () => readRows(part, { sharedStrings, counts1904: context.settings.counts1904 }),
      file,
      name,
    );
    const pivots = file
      .related(target.target, 'pivotTable')
      .flatMap((each) => pivotArea(file.xml(each)) ?? []);
    const report: Report = (cell, error) => {
      context.problems.add(name, cell, error.message, 'remedy' in error ? error.remedy : '');
    };
    const noteCells = new Set<string>();
    const directives = [
      ...directivesInCells(rows, pivots, report),
      ...directivesInNotes(file, target.target, noteCells, report),
      ...directivesInNames(names, name, new Set(context.fields.dataSets.keys()), report),
    ];
    const repeat = repeatOf(directives, name, context);
    const root = readBands(directives, repeat?.selection, context.fields, report);
    const sheet = new SheetPlan(
      name,
      index,
      target.target,
      part,
      rows,
      root,
      repeat,
      pivots,
      continued.has(name),
    );
    for (const cell of noteCells) sheet.directiveNotes.add(cell);
    return [sheet];
  });
}

function rowsOf<T>(read: () => T, file: TemplatePackage, sheet: string): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw refuse(
      file,
      `is damaged: sheet "${shortQuote(sheet)}" has an impossible ${shortQuote(error.message)}`,
    );
  }
}

function repeatOf(
  directives: readonly PlacedDirective[],
  sheet: string,
  { problems }: CompileContext,
): SheetRepeat | undefined {
  const repeats = directives.flatMap(({ directive, place }) =>
    directive.kind === 'sheet' ? [{ directive, place }] : [],
  );
  const [first, second] = repeats;
  if (second)
    problems.add(
      sheet,
      second.place,
      'the sheet repeats twice',
      `Leave this one or ${first?.place ?? 'the other'} away.`,
    );
  return first && { selection: first.directive.selection, nameField: first.directive.nameField };
}
