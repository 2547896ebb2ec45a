import type { Workbook, Worksheet } from 'exceljs';
import { cellName, columnName, quotedSheet } from '../cells/address.js';
import { RowWriter, type StyleIds } from '../cells/rowWriter.js';
import { childOf, childrenOf, escapeText, parseXml } from '../xml/xml.js';
import { readZip } from '../zip/readZip.js';
import { writeZip, type ZipEntry, type ZipOptions } from '../zip/writeZip.js';
import { type AddedParts, type SheetReferences, sheetParts } from './sheetParts.js';
import type { SheetPlan, SheetSettings, WorkbookPlan } from './workbookPlan.js';

/**
 * Writes a workbook in chunks: the shell's parts unchanged, rows streamed. Memory does not grow with the rows; the same
 * plan gives the same bytes.
 * @throws WorkbookError RENDER_REFUSED during reading, if a value does not fit a cell.
 */
export async function* writeWorkbook(
  plan: WorkbookPlan,
  options: Pick<ZipOptions, 'level'> = {},
): AsyncGenerator<Uint8Array> {
  const shell = await buildShell(plan);
  yield* writeZip(entriesOf(plan, shell, sheetParts(plan)), options);
}

const SHEET_PATH = /^xl\/worksheets\/sheet(\d+)\.xml$/;
const WORKBOOK = 'xl/workbook.xml';
const CONTENT_TYPES = '[Content_Types].xml';

function* entriesOf(
  plan: WorkbookPlan,
  { parts, styleIds }: Awaited<ReturnType<typeof buildShell>>,
  added: AddedParts,
): Generator<ZipEntry> {
  const overrides = added.parts.map(({ path, type }) =>
    type === undefined ? '' : `<Override PartName="/${path}" ContentType="${PART_TYPES[type]}"/>`,
  );
  const types = decodeUtf8(parts.get(CONTENT_TYPES));
  const contentTypes = types.replace('</Types>', `${overrides.join('')}</Types>`);
  yield { name: CONTENT_TYPES, content: Buffer.from(contentTypes) };
  for (const [name, content] of parts) {
    if (name === CONTENT_TYPES) continue;
    if (name === WORKBOOK) {
      yield { name, content: Buffer.from(withDefinedNames(decodeUtf8(content), plan.sheets)) };
      continue;
    }
    const index = Number(SHEET_PATH.exec(name)?.[1] ?? 0) - 1;
    const sheet = plan.sheets[index];
    const references = added.references[index];
    if (sheet === undefined || references === undefined) yield { name, content };
    else yield { name, content: sheetXml(decodeUtf8(content), sheet, styleIds, references) };
  }
  for (const { path, xml } of added.parts) yield { name: path, content: Buffer.from(xml) };
}

function decodeUtf8(content: Uint8Array | undefined): string {
  return Buffer.from(content ?? '').toString('utf8');
}

function* sheetXml(
  shellXml: string,
  plan: SheetPlan,
  styleIds: StyleIds,
  references: SheetReferences,
): Generator<Uint8Array> {
  const [head = '', tail] = shellXml.split(/<sheetData\/>|<sheetData[\s\S]*<\/sheetData>/);
  if (tail === undefined) throw new Error('shell sheet has no rows to replace');
  const before = head.replace(/<dimension ref="[^"]*"\/>/, `<dimension ref="${plan.area}"/>`);
  const writer = new RowWriter(styleIds, plan.name, `${before}<sheetData>`);
  for (const row of plan.rows(styleIds)) {
    writer.write(row);
    for (const chunk of writer.takeChunks()) yield chunk;
  }
  const end = tail
    .replace('<headerFooter', HEADER_FOOTER)
    .replace('</worksheet>', () => `${referencesXml(plan, references)}</worksheet>`);
  yield writer.rest(`</sheetData>${end}`);
}

/** The footer keeps its size if the page is scaled to fit, which exceljs cannot express. */
const HEADER_FOOTER = '<headerFooter scaleWithDoc="0"';

/** The last elements of a sheet, in the order of the schema: ignoredErrors, drawing, tableParts. */
function referencesXml(plan: SheetPlan, { drawing, tables }: SheetReferences): string {
  // Payroll IDs are text even if they look like numbers: this suppresses Excel's warning.
  let xml = `<ignoredErrors><ignoredError sqref="${plan.area}" numberStoredAsText="1"/></ignoredErrors>`;
  if (drawing !== undefined) xml += `<drawing r:id="${drawing}"/>`;
  if (tables.length > 0) {
    const list = tables.map((id) => `<tablePart r:id="${id}"/>`).join('');
    xml += `<tableParts count="${tables.length}">${list}</tableParts>`;
  }
  return xml;
}

const PART_TYPES = {
  table: 'application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml',
  drawing: 'application/vnd.openxmlformats-officedocument.drawing+xml',
  chart: 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml',
} as const;

/**
 * The workbook part with the names for print titles and print areas. Written here because exceljs neither doubles the
 * quotes of a sheet called O'Neill nor makes areas absolute, and programs then drop the name or reject the workbook.
 */
function withDefinedNames(workbookXml: string, sheets: readonly SheetPlan[]): string {
  const names = sheets.flatMap(({ name, print, settings }, index) => {
    if (print === undefined) return [];
    const { columns = settings.widths.length, lastRow, titleRows, isForScreen } = print;
    const sheet = quotedSheet(name);
    // An area with nothing in it has no page.
    if (isForScreen)
      return definedName('Print_Area', index, `${sheet}!$${columnName(settings.widths.length)}$1`);
    const area = definedName('Print_Area', index, `${sheet}!$A$1:$${columnName(columns - 1)}$${lastRow}`);
    if (titleRows === undefined) return area;
    const titles = `${sheet}!$${titleRows.from}:$${titleRows.to}`;
    return [area, definedName('Print_Titles', index, titles)];
  });
  if (names.length === 0) return workbookXml;
  return workbookXml.replace('</sheets>', () => `</sheets><definedNames>${names.join('')}</definedNames>`);
}

function definedName(name: string, sheetIndex: number, reference: string): string {
  return `<definedName name="_xlnm.${name}" localSheetId="${sheetIndex}">${escapeText(reference)}</definedName>`;
}

/** A workbook package without rows: all its parts by path, and the numbers of its styles. */
export interface WorkbookShell {
  readonly parts: Map<string, Uint8Array>;
  readonly styleIds: ReadonlyMap<string, number>;
}

/** exceljs builds the shell from our own plan, so the limits for foreign files do not apply. */
const NO_LIMITS = { entries: 60_000, totalBytes: 2 ** 31, ratio: 10_000 };

/**
 * Builds everything except rows with exceljs. The rows of its sheets (one with a cell for each style) must be replaced.
 */
export async function buildShell(plan: WorkbookPlan): Promise<WorkbookShell> {
  // Loaded when needed: loading the library takes longer than many runs.
  const { default: ExcelJS } = await import('#exceljs');
  const workbook = new ExcelJS.Workbook();
  applyProperties(workbook, plan);
  for (const sheetPlan of plan.sheets) {
    const sheet = workbook.addWorksheet(sheetPlan.name);
    sheet.properties.dyDescent = 0.25;
    applySettings(sheet, sheetPlan.settings);
    if (sheet.id === 1) {
      // Some programs read from the sheet, not the workbook, that it opens there.
      const views = sheet.views.length === 0 ? [{}] : sheet.views;
      sheet.views = views.map((view) => ({ ...view, tabSelected: true }));
      const row = sheet.getRow(1);
      for (const [index, style] of [...plan.styles.values()].entries()) row.getCell(index + 1).style = style;
    }
  }
  // Not compressed here: every part is compressed once, when the workbook is written.
  const packed = new Uint8Array(await workbook.xlsx.writeBuffer({ zip: { compression: 'STORE' } } as object));
  const parts = await readZip(packed, 'workbook shell', NO_LIMITS);
  return { parts, styleIds: readStyleIds(parts, [...plan.styles.keys()]) };
}

function applyProperties(workbook: Workbook, { properties }: WorkbookPlan): void {
  const createdAt = new Date(properties.createdAtUtc);
  workbook.creator = properties.creator;
  workbook.lastModifiedBy = properties.creator;
  workbook.created = createdAt;
  workbook.modified = createdAt;
  workbook.title = properties.title;
  workbook.subject = properties.subject;
  workbook.company = properties.company;
  workbook.description = properties.description;
  workbook.views = [
    { x: 0, y: 0, width: 28_000, height: 16_000, firstSheet: 0, activeTab: 0, visibility: 'visible' },
  ];
  workbook.calcProperties.fullCalcOnLoad = true;
}

const A4 = 9;

function applySettings(sheet: Worksheet, settings: SheetSettings): void {
  const { widths, tabColour, frozen, showsGrid, page } = settings;
  sheet.columns = widths.map((width) => ({ width }));
  if (tabColour !== undefined) sheet.properties.tabColor = { argb: tabColour };
  const isFrozen = frozen !== undefined && frozen.rows + frozen.columns > 0;
  const pane = isFrozen ? ({ state: 'frozen', ySplit: frozen.rows, xSplit: frozen.columns } as const) : {};
  if (isFrozen || showsGrid !== undefined)
    sheet.views = [{ ...pane, ...(showsGrid === undefined ? {} : { showGridLines: showsGrid }) }];
  if (!page) return;
  Object.assign(sheet.pageSetup, {
    paperSize: A4,
    orientation: page.orientation,
    fitToPage: true,
    fitToWidth: 1,
    fitToHeight: page.pagesTall,
    horizontalCentered: page.isCentred,
    margins: page.marginsInches,
  });
  sheet.headerFooter = { differentFirst: true, firstFooter: page.firstFooter, oddFooter: page.footer };
}

/**
 * exceljs numbers the formats but does not return the numbers; the cells of sheet 1 contain the number of each style.
 */
function readStyleIds(parts: ReadonlyMap<string, Uint8Array>, names: readonly string[]): Map<string, number> {
  const path = 'xl/worksheets/sheet1.xml';
  const xml = Buffer.from(parts.get(path) ?? '').toString('utf8');
  const [row] = childrenOf(childOf(parseXml(xml, path), 'sheetData'), 'row');
  const ids = new Map(
    childrenOf(row, 'c').map(({ attributes }) => [attributes.r, Number(attributes.s ?? 0)]),
  );
  // A cell without a style has format 0, and is not written.
  return new Map(names.map((name, index) => [name, ids.get(cellName(index, 1)) ?? 0]));
}
