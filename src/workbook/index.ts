/** The workbook engine: fills workbooks that people drew, and writes large ones from a plan. See README.md. */

export { areaName, cellName, MAX_ROWS as SHEET_ROWS } from './cells/address.js';
export {
  type Cell,
  type CellValue,
  type PlainRow,
  type SheetRow,
  type StyleIds,
  styleIdOf,
} from './cells/rowWriter.js';
export { clockFractionOf, dayFractionOf, hoursOf, serialDateOf } from './cells/serialDate.js';
export { linesInColumn, textWidth, widestPossible } from './cells/textWidth.js';
export { type Reading, readingMessage } from './check/checkReferences.js';
export {
  type CheckOptions,
  checkWorkbook,
  usedDataSets,
  usedPlaceholders,
  type WorkbookCheck,
} from './compileWorkbook.js';
export { absoluteColumn, type ChartSeries, type ColumnChart, columnChartXml } from './draw/columnChart.js';
export { SheetNames } from './draw/sheetNames.js';
export type {
  CellBorder,
  CellFill,
  CellStyle,
  ChartPlan,
  PrintPlan,
  SheetPlan,
  SheetSettings,
  TableColumn,
  TablePlan,
  WorkbookPlan,
  WorkbookProperties,
} from './draw/workbookPlan.js';
export { type WriteOptions, writeWorkbook } from './draw/writeWorkbook.js';
export { type FilledWorkbook, type FillOptions, fillWorkbook } from './fillWorkbook.js';
export { fieldsOfModel, type TemplateFields } from './language/templateFields.js';
export type {
  DataRow,
  DataSet,
  Field,
  FieldType,
  Scalar,
  WorkbookExamples,
  WorkbookModel,
  WorkbookSettings,
  WorkbookWords,
} from './model.js';
export { rowsAsShown } from './rowsAsShown.js';
export { type Problem, problemMessage, WorkbookError, type WorkbookErrorCode } from './workbookError.js';
