/** The workbook engine: fills workbooks that people drew, and writes large ones from a plan. See README.md. */

export type { DataRow, Field, FieldType, Scalar, ValueWords } from '../language/languageValues.js';
export { fieldsOfModel, type TemplateFields } from '../language/templateFields.js';
export { areaName, SheetNames } from './cells/address.js';
export type { Cell } from './cells/rowWriter.js';
export { type Reading, readingMessage } from './check/checkReferences.js';
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
