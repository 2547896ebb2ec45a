import { message } from '../../i18n/message.js';
import { MAX_ROWS } from '../cells/address.js';
import type { FormulaTargets } from '../formula/compileFormula.js';
import { tokenize } from '../formula/tokens.js';
import { parseRuleName } from '../language/directive.js';
import type { TemplateFields } from '../language/templateFields.js';
import type { FullSettings } from '../model.js';
import { CellFormats } from '../package/cellFormats.js';
import type { TemplatePackage } from '../package/templatePackage.js';
import { invalidTemplate, Problems } from '../workbookError.js';
import { childOf, childrenOf, isTrue, type XmlElement } from '../xml/parseXml.js';
import { type DrawnSheet, readTables } from './drawnSheet.js';
import { outsidePlace } from './placedSheet.js';
import { findWorkbook, readSheets, refuseUnclearParts } from './readSheets.js';
import type { DefinedName, TemplateWorkbook } from './templatePlan.js';

export interface CompileOptions {
  readonly settings: FullSettings;
  /** Names of sheets whose rows do not fit one sheet. @default none */
  readonly continued?: ReadonlySet<string>;
  /** @default Excel's limit */
  readonly rowsPerSheet?: number;
}

/** The maximum number of sheets, far above real workbooks. */
const MOST_SHEETS = 200;
/** Copied sheets leave thousands of names behind; each of them is checked for each sheet. */
const MOST_NAMES = 10_000;
/** Every row down to the last one with content is placed, including empty ones. */
const MOST_ROWS = 4 * MAX_ROWS;

/** Reads the parts of a template that define its bands: sheets, names, notes, tables. Cells are not yet prepared. */
export function readWorkbook(
  file: TemplatePackage,
  fields: TemplateFields,
  { continued = new Set(), rowsPerSheet = MAX_ROWS, settings }: CompileOptions,
): TemplateWorkbook {
  const workbookPart = findWorkbook(file);
  const { root } = file.xml(workbookPart);
  const sheetElements = childrenOf(childOf(root, 'sheets'), 'sheet');
  const nameElements = childrenOf(childOf(root, 'definedNames'), 'definedName');
  refuseMore(sheetElements.length, MOST_SHEETS, 'workbook.file.tooManySheets', file);
  refuseUnclearParts(file, workbookPart, sheetElements);
  refuseMore(nameElements.length, MOST_NAMES, 'workbook.file.tooManyNames', file);
  const [styles] = file.related(workbookPart, 'styles');
  const formats = new CellFormats(styles === undefined ? undefined : file.xml(styles));
  const counts1904 = isTrue(childOf(root, 'workbookPr')?.attributes.date1904);
  const given = { fields, settings: { ...settings, counts1904 }, problems: new Problems() };
  const sources = { file, workbookPart, names: nameElements, continued, ...given };
  const sheets = readSheets(sheetElements, sources);
  refuseLongSheets(sheets, file);
  const tables = readTables(file, sheets);
  const context = { ...given, formats, ...formulaTargets(sheets, tables, settings) };
  return {
    ...{ file, workbookPart, sheetElements, sheets, tables, formats, context, rowsPerSheet },
    names: nameElements.map((element) => readName(element, sheets)),
    outside: outsidePlace(),
    isUncalculated: isTrue(childOf(root, 'calcPr')?.attributes.fullCalcOnLoad),
  };
}

function formulaTargets(
  sheets: readonly DrawnSheet[],
  tables: TemplateWorkbook['tables'],
  { examples }: FullSettings,
): FormulaTargets {
  const at = (name: string): number =>
    sheets.findIndex((sheet) => sheet.name.toLowerCase() === name.toLowerCase());
  return {
    exampleField: `${examples.dataSet}.${examples.numberField}`,
    allSheets: () => sheets,
    sheetsBetween: (first, last) => {
      const ends = [at(first), at(last)];
      return Math.min(...ends) < 0 ? [] : sheets.slice(Math.min(...ends), Math.max(...ends) + 1);
    },
    sheetNamed: (name) => sheets[at(name)],
    sheetOfTable: (name) => tables.get(name.toLowerCase())?.sheet,
  };
}

/** A defined name, and the sheet that it belongs to. */
function readName(element: XmlElement, sheets: readonly DrawnSheet[]): DefinedName {
  const { name = '', localSheetId } = element.attributes;
  const sheet =
    localSheetId === undefined ? undefined : sheets.find((each) => each.index === Number(localSheetId));
  const [first] = tokenize(element.text);
  const target = first?.kind === 'reference' ? first.sheet?.toLowerCase() : undefined;
  const isOnRepeated = sheets.some((each) => each.isRepeated && each.name.toLowerCase() === target);
  const isDropped = parseRuleName(name) !== undefined && isOnRepeated;
  return { element, name, sheet, text: element.text, isDropped };
}

type TooMany = `workbook.file.${'tooManySheets' | 'tooManyNames' | 'tooManyRows'}`;

function refuseMore(count: number, most: number, id: TooMany, { subject }: TemplatePackage): void {
  if (count > most) throw invalidTemplate(message(id, { file: subject, count, most }));
}

function refuseLongSheets(sheets: readonly DrawnSheet[], file: TemplatePackage): void {
  const rows = sheets.reduce((sum, { lastRow }) => sum + lastRow, 0);
  refuseMore(rows, MOST_ROWS, 'workbook.file.tooManyRows', file);
}
