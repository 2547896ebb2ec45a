import type { Workbook, Worksheet } from 'exceljs';
import { cellName } from '../cells/address.js';
import { childOf, childrenOf, parseXml } from '../xml/parseXml.js';
import { readZip } from '../zip/readZip.js';
import type { SheetSettings, WorkbookPlan } from './workbookPlan.js';

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
      selectTab(sheet);
      addStyleCells(sheet, plan);
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

/** The number of A4 in Excel's list of papers. */
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
    ...{ paperSize: A4, orientation: page.orientation },
    ...{ fitToPage: true, fitToWidth: page.pagesWide ?? 1, fitToHeight: page.pagesTall },
    ...{ horizontalCentered: page.isCentred, margins: page.marginsInches },
  });
  sheet.headerFooter.oddFooter = page.footer;
}

/** The workbook opens on its first sheet; some programs read this from the sheet, not the workbook. */
function selectTab(sheet: Worksheet): void {
  sheet.views = (sheet.views.length === 0 ? [{}] : sheet.views).map((view) => ({
    ...view,
    tabSelected: true,
  }));
}

function addStyleCells(sheet: Worksheet, plan: WorkbookPlan): void {
  const row = sheet.getRow(1);
  for (const [index, style] of [...plan.styles.values()].entries()) row.getCell(index + 1).style = style;
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
