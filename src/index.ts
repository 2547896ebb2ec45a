/** paytally as a library: everything exported here is public (docs/library.md). Everything else may change. */

export { type ExportOptions, exportPeriod } from './app/export/exportPeriod.js';
export type { OutcomeJson } from './app/export/outcome.js';
export {
  type EmployeeTimesheet,
  type PeriodOptions,
  type ReadPeriod,
  type RenderedFile,
  type TimesheetDay,
  type TimesheetPayLine,
  withPeriod,
} from './app/export/withPeriod.js';
export { type Config, configOf, type LoadedConfig } from './config/config.js';
export { type LoadOptions, loadConfig } from './config/load.js';
export type { Context } from './context.js';
export { type ContextOptions, createContext } from './createContext.js';
export { ERRORS, type ErrorCode, ExitStatus, PaytallyError } from './errors.js';
