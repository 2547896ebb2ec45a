import { MAX_ROWS } from '../../cells/address.js';
import type { FullSettings } from '../../fillSettings.js';
import { Problems } from '../../problem.js';
import { childOf, childrenOf } from '../../xml/xmlElement.js';
import type { TemplateFields } from '../language/templateFields.js';
import { CellFormats } from '../package/cellFormats.js';
import type { TemplatePackage } from '../package/templatePackage.js';
import type { CompileContext } from './compileContext.js';
import { findWorkbook, refuse } from './findWorkbook.js';
import { outsidePlace } from './outsidePlace.js';
import { readName, readTables } from './readNames.js';
import { readSheets } from './readSheets.js';
import { refuseUnclearParts } from './refuseUnclearParts.js';
import type { TemplateSheet } from './templateSheet.js';
import type { TemplateWorkbook } from './templateWorkbook.js';

export interface CompileOptions {
  readonly settings: FullSettings;
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
  { continued = new Set(), rowsPerSheet = MAX_ROWS, settings }: CompileOptions,
): TemplateWorkbook {
  const workbookPart = findWorkbook(file);
  const { root } = file.xml(workbookPart);
  const sheetElements = childrenOf(childOf(root, 'sheets'), 'sheet');
  const nameElements = childrenOf(childOf(root, 'definedNames'), 'definedName');
  refuseMore(sheetElements.length, MOST_SHEETS, 'sheets', file);
  refuseUnclearParts(file, workbookPart, sheetElements);
  refuseMore(nameElements.length, MOST_NAMES, 'defined names', file, TIDY_NAMES);
  const [styles] = file.related(workbookPart, 'styles');
  const formats = new CellFormats(styles === undefined ? undefined : file.xml(styles));
  const filled: TemplateWorkbook['filled'] = { data: undefined };
  const found: Found = { sheets: [], tables: new Map() };
  const counts1904 = isTrue(childOf(root, 'workbookPr')?.attributes.date1904);
  const context = contextOf({ fields, settings: { ...settings, counts1904 }, formats }, found, filled);
  const names = nameElements;
  found.sheets = readSheets(sheetElements, { file, workbookPart, names, context, continued });
  refuseLongSheets(found.sheets, file);
  found.tables = readTables(file, found.sheets);
  return {
    ...{ file, workbookPart, sheetElements, ...found, formats, context, rowsPerSheet, filled },
    names: nameElements.map((element) => readName(element, found.sheets)),
    outside: outsidePlace(),
    isUncalculated: isTrue(childOf(root, 'calcPr')?.attributes.fullCalcOnLoad),
  };
}

/** What formulas may refer to: known once all sheets are read. */
interface Found {
  sheets: readonly TemplateSheet[];
  tables: TemplateWorkbook['tables'];
}

function contextOf(
  given: Pick<CompileContext, 'fields' | 'settings' | 'formats'>,
  found: Found,
  filled: TemplateWorkbook['filled'],
): CompileContext {
  return {
    ...given,
    exampleField: `${given.settings.examples.dataSet}.${given.settings.examples.numberField}`,
    allSheets: () => found.sheets,
    sheetsBetween: (first, last) => {
      const at = (name: string): number =>
        found.sheets.findIndex((sheet) => sheet.name.toLowerCase() === name.toLowerCase());
      const ends = [at(first), at(last)];
      return Math.min(...ends) < 0 ? [] : found.sheets.slice(Math.min(...ends), Math.max(...ends) + 1);
    },
    sheetNamed: (name) => found.sheets.find((sheet) => sheet.name.toLowerCase() === name.toLowerCase()),
    sheetOfTable: (name) => found.tables.get(name.toLowerCase())?.sheet,
    problems: new Problems(),
    refusals: new Problems(),
    data: () => {
      if (!filled.data) throw new Error('a template was asked for values before it was filled');
      return filled.data;
    },
  };
}

function isTrue(flag: string | undefined): boolean {
  return flag === '1' || flag === 'true';
}

function refuseMore(count: number, most: number, what: string, file: TemplatePackage, remedy?: string): void {
  if (count > most) throw refuse(file, `has ${count} ${what}; at most ${most} are allowed`, remedy);
}

function refuseLongSheets(sheets: readonly TemplateSheet[], file: TemplatePackage): void {
  const rows = sheets.reduce((sum, { lastRow }) => sum + lastRow, 0);
  if (rows <= MOST_ROWS) return;
  const problem = `has sheets that reach down ${rows} rows in all; at most ${MOST_ROWS} are allowed`;
  throw refuse(file, problem, TIDY_ROWS);
}
