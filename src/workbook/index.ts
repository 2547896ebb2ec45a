/** The workbook engine: fills workbooks that people drew, and writes large ones from a plan. See README.md. */

export type { DataRow, Field, FieldType, Scalar, ValueWords } from '../language/languageValues.js';
export { fieldsOfModel, type TemplateFields } from '../language/templateFields.js';
export { areaName, cellName, columnName, MAX_ROWS as SHEET_ROWS, SheetNames } from './cells/address.js';
export { clockFractionOf, dayFractionOf, hoursOf, serialDateOf } from './cells/numbers.js';
export {
  type Cell,
  type CellValue,
  type PlainRow,
  type SheetRow,
  type StyleIds,
  styleIdOf,
} from './cells/rowWriter.js';
export { linesInColumn, textWidth, widestPossible } from './cells/textWidth.js';
export { type Reading, readingMessage } from './check/checkReferences.js';
export { absoluteColumn, type ChartSeries, type ColumnChart, columnChartXml } from './draw/sheetParts.js';
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
export { writeWorkbook } from './draw/writeWorkbook.js';
export type { EngineMessages } from './engineMessages.js';
export {
  type CheckOptions,
  checkWorkbook,
  type FilledWorkbook,
  type FillOptions,
  fillWorkbook,
  usedDataSets,
  usedPlaceholders,
  type WorkbookCheck,
} from './fillWorkbook.js';
export type {
  AnyMessage as WorkbookMessage,
  MessageId as WorkbookMessageId,
  Text as WorkbookText,
} from './messages.js';
export type { DataSet, WorkbookExamples, WorkbookModel, WorkbookSettings } from './model.js';
export { type ReadRow, rowsAsShown, type ShownLimits } from './package/rowsAsShown.js';
export { type Problem, problemMessage, WorkbookError, type WorkbookErrorCode } from './workbookError.js';
