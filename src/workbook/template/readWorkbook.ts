import { TemplateError } from '../../language/templateError.js';
import type { TemplateFields } from '../../language/templateFields.js';
import { MAX_COLUMNS, MAX_ROWS } from '../cells/address.js';
import type { FormulaTargets } from '../formula/compileFormula.js';
import { tokenize } from '../formula/tokens.js';
import { isBandDirective, parseRuleName } from '../language/directive.js';
import type { ResolveSettings } from '../language/filling.js';
import { type Message, message } from '../messages.js';
import type { FullSettings } from '../model.js';
import { CellFormats } from '../package/cellFormats.js';
import { addedCells, readRows, readSharedStrings, type TemplateRow } from '../package/templateCells.js';
import {
  listSheetParts,
  relationshipsPath,
  type TemplatePackage,
  type XmlPart,
} from '../package/templatePackage.js';
import { invalidTemplate, Problems, shortQuote, type WorkbookError } from '../workbookError.js';
import { childOf, childrenOf, isTrue, prefixedAttribute, type XmlElement } from '../xml/xml.js';
import {
  directivesInCells,
  directivesInNames,
  directivesInNotes,
  impliedBands,
  impliedDirective,
  reportUnclear,
} from './findDirectives.js';
import { outsidePlace } from './placedSheet.js';
import { bandDirectives, type PlacedDirective, type ReportMistake, readBands } from './readBands.js';
import { type DefinedName, DrawnSheet, type LookDirective, type TemplateWorkbook } from './templatePlan.js';
import { pivotArea, readTables, sheetTables } from './templateTables.js';

export interface CompileOptions {
  readonly settings: FullSettings;
  /** Names of sheets whose rows do not fit one sheet. @default none */
  readonly continued?: ReadonlySet<string>;
  /** @default Excel's limit */
  readonly rowsPerSheet?: number;
}

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
  refuseMore(sheetElements.length, MOST_SHEETS, 'file.tooManySheets', file);
  refuseUnclearParts(file, workbookPart, sheetElements);
  refuseMore(nameElements.length, MOST_NAMES, 'file.tooManyNames', file);
  const [styles] = file.related(workbookPart, 'styles');
  const formats = new CellFormats(styles === undefined ? undefined : file.xml(styles));
  const counts1904 = isTrue(childOf(root, 'workbookPr')?.attributes.date1904);
  const given = { fields, settings: { ...settings, counts1904 }, problems: new Problems() };
  const sources = { file, workbookPart, names: nameElements, continued, ...given };
  const sheets = readSheets(sheetElements, sources);
  const rows = sheets.reduce((sum, { lastRow }) => sum + lastRow, 0);
  refuseMore(rows, MOST_ROWS, 'file.tooManyRows', file);
  const tables = readTables(file, sheets);
  const context = { ...given, formats, sheets, ...formulaTargets(sheets, tables, settings) };
  return {
    file,
    workbookPart,
    sheetElements,
    sheets,
    tables,
    formats,
    context,
    rowsPerSheet,
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

type TooMany = `file.${'tooManySheets' | 'tooManyNames' | 'tooManyRows'}`;

function refuseMore(count: number, most: number, id: TooMany, { subject }: TemplatePackage): void {
  if (count > most) throw invalidTemplate(message(id, { file: subject, count, most }));
}

/** The workbook part. @throws WorkbookError TEMPLATE_INVALID if the file is not a workbook that can be filled */
export function findWorkbook(file: TemplatePackage): string {
  const [part] = file.related('', 'officeDocument');
  if (part === undefined || !file.has(part))
    throw invalidTemplate(message('file.notXlsx', { file: file.subject }));
  const type = file.contentType(part);
  // A macro signature covers the sheets' code, and Office drops it after another program has written the file.
  const isSigned = ({ target }: { target: string }): boolean =>
    file.relationships(target).some((each) => /^vbaProjectSignature/i.test(each.type));
  if (file.relationships(part).some(isSigned))
    throw invalidTemplate(message('file.macrosSigned', { file: file.subject }));
  if (!/(?:spreadsheetml|ms-excel)\.(sheet|template)\.(?:macroEnabled\.)?main\+xml$/.test(type))
    throw invalidTemplate(message('file.notXlsx', { file: file.subject }));
  return part;
}

export function holdsMacros({ file, workbookPart }: TemplateWorkbook): boolean {
  return file.related(workbookPart, 'vbaProject').length > 0;
}

/**
 * Refuses a workbook with ambiguous parts: a sheet without a part, or a part of several sheets, which would be written
 * several times.
 * @throws WorkbookError TEMPLATE_INVALID
 */
export function refuseUnclearParts(
  file: TemplatePackage,
  workbookPart: string,
  sheetElements: readonly XmlElement[],
): void {
  const owners = new Map<string, Message>();
  const { subject } = file;
  const own = (part: string, owner: Message): void => {
    const one = owners.get(part.toLowerCase());
    const named = { file: subject, part: shortQuote(part) };
    if (one) throw invalidTemplate(message('file.partShared', { ...named, one, other: owner }));
    if (!file.has(part)) throw invalidTemplate(message('file.partMissing', named));
    owners.set(part.toLowerCase(), owner);
  };
  const related = file.relationships(workbookPart);
  const shared = related.filter(({ type, isExternal }) => type !== 'worksheet' && !isExternal);
  const others = ['[Content_Types].xml', workbookPart, relationshipsPath(workbookPart)];
  for (const part of new Set([...others, ...shared.map(({ target }) => target)]))
    owners.set(part.toLowerCase(), message('file.owner.workbook'));
  for (const element of sheetElements) {
    const sheet = shortQuote(element.attributes.name ?? '');
    const target = related.find((each) => each.id === prefixedAttribute(element, 'id'));
    if (!target || target.isExternal)
      throw invalidTemplate(message('file.sheetUnclear', { file: subject, sheet }));
    if (/macrosheet$/i.test(target.type)) throw invalidTemplate(message('file.macros', { file: subject }));
    if (target.type !== 'worksheet') continue;
    for (const part of listSheetParts(file, target.target, (each) => each).keys())
      own(part, message('file.owner.sheet', { sheet }));
    if (file.xml(target.target).root.local !== 'worksheet')
      throw invalidTemplate(message('file.noWorksheet', { file: subject, sheet }));
  }
}

interface SheetSources {
  readonly file: TemplatePackage;
  readonly workbookPart: string;
  readonly names: readonly XmlElement[];
  readonly fields: TemplateFields;
  readonly settings: ResolveSettings;
  readonly problems: Problems;
  /** Names of sheets whose rows do not fit one sheet. */
  readonly continued: ReadonlySet<string>;
}

/** Reads the worksheets among the `sheet` elements of the workbook part: their cells and bands. */
export function readSheets(elements: readonly XmlElement[], sources: SheetSources): DrawnSheet[] {
  const { file, workbookPart } = sources;
  const sharedPart = file.related(workbookPart, 'sharedStrings')[0];
  const sharedStrings = readSharedStrings(sharedPart === undefined ? undefined : file.xml(sharedPart));
  const relationships = file.relationships(workbookPart);
  return elements.flatMap((element, index) => {
    const id = prefixedAttribute(element, 'id');
    const target = relationships.find((each) => each.id === id);
    if (target?.type !== 'worksheet') return [];
    const name = element.attributes.name ?? '';
    return [readSheet({ name, index, partName: target.target }, sharedStrings, sources)];
  });
}

type Place = Pick<DrawnSheet, 'name' | 'index' | 'partName'>;

function readSheet(
  own: Place,
  sharedStrings: ReturnType<typeof readSharedStrings>,
  { file, names, fields, settings, problems, continued }: SheetSources,
): DrawnSheet {
  const { name, index, partName } = own;
  const part = file.xml(partName);
  const { counts1904 } = settings;
  const impossible = (what: string): WorkbookError => {
    const facts = { file: file.subject, sheet: shortQuote(name), place: shortQuote(what) };
    return invalidTemplate(message('file.impossiblePlace', facts));
  };
  const rows = readRows(part, { sharedStrings, counts1904, impossible });
  const pivots = file.related(partName, 'pivotTable').flatMap((each) => pivotArea(file.xml(each)) ?? []);
  const report: ReportMistake = (cell, error) => {
    problems.add(name, cell, error.text, error.remedyText);
  };
  const reading = { report, examples: settings.examples, knownSets: new Set(fields.dataSets.keys()) };
  const noteCells = new Set<string>();
  const directives = [
    ...directivesInCells(rows, pivots, reading),
    ...directivesInNotes(file, partName, noteCells, reading),
    ...directivesInNames(names, name, reading),
  ];
  const implied = impliedBands({ rows, tables: sheetTables(file, partName), directives, pivots }, fields);
  for (const { sets } of implied) for (const set of sets) fields.usedSets?.add(set);
  directives.push(...implied.map(impliedDirective));
  const [first, second] = directives.flatMap(({ directive, place }) =>
    directive.kind === 'sheet' ? [{ repeat: directive, place }] : [],
  );
  if (second) problems.add(name, second.place, message('band.sheetTwice', { other: first?.place ?? '' }));
  const repeat = first?.repeat;
  const repeated = bandDirectives(directives);
  const root = readBands(repeated, 'rows', repeat?.selection, { fields, settings, report });
  const columnRoot = readBands(repeated, 'columns', repeat?.selection, { fields, settings, report });
  const looks = lookDirectives(directives);
  for (const { directive, row, column, place } of looks) {
    if (directive.kind !== 'style') continue;
    if (rows.has(row)) addCells(rows, row, { from: column, count: directive.columns });
    else report(place, new TemplateError(message('style.emptyRow', { row: String(row) })));
  }
  for (const band of implied) reportUnclear(band, report);
  const links = filledLinks(file, partName, part);
  const place = [name, index, partName, part, rows, root, columnRoot, repeat, pivots] as const;
  return new DrawnSheet(...place, noteCells, links, continued.has(name), implied, looks);
}

function lookDirectives(all: readonly PlacedDirective[]): LookDirective[] {
  return all.flatMap(({ directive, ...place }) =>
    isBandDirective(directive) ? [] : [{ directive, ...place }],
  );
}

/** An empty cell without a format is not in the file; one that may take a look has to be. */
function addCells(
  rows: Map<number, TemplateRow>,
  row: number,
  { from, count }: { readonly from: number; readonly count: number },
): void {
  const found = rows.get(row);
  const columns = Array.from({ length: Math.min(count, MAX_COLUMNS - from + 1) }, (_, index) => from + index);
  if (found) rows.set(row, { ...found, cells: addedCells(found, columns) });
}

const ENCODED = /(?:\{|%7B){2}(.*?)(?:\}|%7D){2}/gi;

/** Links of cells to addresses with placeholders; Excel writes their braces as `%7B`. */
function filledLinks(file: TemplatePackage, partName: string, part: XmlPart): Map<string, string> {
  const cells = childrenOf(childOf(part.root, 'hyperlinks'), 'hyperlink');
  const used = new Set(cells.map((link) => prefixedAttribute(link, 'id')));
  const links = file.relationships(partName).filter(({ id, type }) => type === 'hyperlink' && used.has(id));
  return new Map(
    links.flatMap(({ id, target }) => {
      const address = decodeBraces(target);
      return address.includes('{{') ? [[id, address] as const] : [];
    }),
  );
}

/** The address of a link with its original placeholders. */
export function decodeBraces(address: string): string {
  return address.replace(ENCODED, (_, inside: string) => {
    try {
      return `{{${decodeURIComponent(inside)}}}`;
    } catch {
      return `{{${inside}}}`;
    }
  });
}
