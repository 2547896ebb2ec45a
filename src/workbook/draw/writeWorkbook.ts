import type { Workbook, Worksheet } from 'exceljs';
import { cellName } from '../cells/address.js';
import { RowWriter, type StyleIds } from '../cells/rowWriter.js';
import { childOf, childrenOf, parseXml } from '../xml/xml.js';
import { readZip } from '../zip/readZip.js';
import { writeZip, type ZipEntry, type ZipOptions } from '../zip/writeZip.js';
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
  yield* writeZip(entriesOf(plan, shell), options);
}

const SHEET_PATH = /^xl\/worksheets\/sheet(\d+)\.xml$/;

function* entriesOf(
  plan: WorkbookPlan,
  { parts, styleIds }: Awaited<ReturnType<typeof buildShell>>,
): Generator<ZipEntry> {
  // Readers expect the types of the parts first.
  const [types, others] = [[CONTENT_TYPES], [...parts.keys()].filter((name) => name !== CONTENT_TYPES)];
  for (const name of [...types, ...others]) {
    const content = parts.get(name) ?? new Uint8Array();
    const sheet = plan.sheets[Number(SHEET_PATH.exec(name)?.[1] ?? 0) - 1];
    yield { name, content: sheet === undefined ? content : sheetXml(decodeUtf8(content), sheet, styleIds) };
  }
}

const CONTENT_TYPES = '[Content_Types].xml';

function decodeUtf8(content: Uint8Array | undefined): string {
  return Buffer.from(content ?? '').toString('utf8');
}

function* sheetXml(shellXml: string, plan: SheetPlan, styleIds: StyleIds): Generator<Uint8Array> {
  const [head = '', tail] = shellXml.split(/<sheetData\/>|<sheetData[\s\S]*<\/sheetData>/);
  if (tail === undefined) throw new Error('shell sheet has no rows to replace');
  const before = head.replace(/<dimension ref="[^"]*"\/>/, `<dimension ref="${plan.area}"/>`);
  const writer = new RowWriter(styleIds, plan.name, `${before}<sheetData>`);
  for (const row of plan.rows(styleIds)) {
    writer.write(row);
    for (const chunk of writer.takeChunks()) yield chunk;
  }
  // Payroll IDs are text even if they look like numbers: this suppresses Excel's warning.
  const ignored = `<ignoredErrors><ignoredError sqref="${plan.area}" numberStoredAsText="1"/></ignoredErrors>`;
  yield writer.rest(`</sheetData>${tail.replace('</worksheet>', () => `${ignored}</worksheet>`)}`);
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

function applySettings(sheet: Worksheet, { widths, frozen }: SheetSettings): void {
  sheet.columns = widths.map((width) => ({ width }));
  if (frozen) sheet.views = [{ state: 'frozen', ySplit: frozen.rows, xSplit: frozen.columns }];
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
