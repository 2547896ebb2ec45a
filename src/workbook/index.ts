/** The workbook engine: fills workbooks that people drew, and writes large ones of its own plan. See README.md. */

export { areaName, cellName } from './cells/address.js';
export { clockFractionOf, dayFractionOf, hoursOf, serialDateOf } from './cells/serialDate.js';
export type { CellValue } from './cells/sheetRow.js';
export { type Cell, type PlainRow, type SheetRow, type StyleIds, styleIdOf } from './cells/sheetRow.js';
export type { CellBorder, CellFill, CellStyle, SheetSettings } from './draw/cellStyle.js';
export type { ChartPlan } from './draw/chartData.js';
export { absoluteColumn, type ChartSeries, type ColumnChart } from './draw/chartData.js';
export { columnChartXml } from './draw/columnChartXml.js';
export { SheetNames } from './draw/sheetNames.js';
export type { PrintPlan, SheetPlan, WorkbookPlan, WorkbookProperties } from './draw/sheetPlan.js';
export type { TableColumn, TablePlan } from './draw/tableXml.js';
export { type WriteOptions, writeWorkbook } from './draw/writeWorkbook.js';
export type { Reading } from './fill/check/neighbourReadings.js';
export { type CheckOptions, checkWorkbook, type WorkbookCheck } from './fill/checkWorkbook.js';
export { type FilledWorkbook, type FillOptions, fillWorkbook } from './fill/fillWorkbook.js';
export { fieldsOfModel, type TemplateFields } from './fill/language/templateFields.js';
export { usedPlaceholders } from './fill/usedPlaceholders.js';
export type { WorkbookExamples, WorkbookSettings } from './fillSettings.js';
export { SHEET_ROWS } from './limits.js';
export type { DataRow, DataSet, Field, FieldType, Scalar, WorkbookModel } from './model.js';
export { type Problem, problemText } from './problem.js';
export { rowsAsShown } from './read/rowsAsShown.js';
export { WorkbookError, type WorkbookErrorCode } from './workbookError.js';
export type { WorkbookWords } from './workbookWords.js';
