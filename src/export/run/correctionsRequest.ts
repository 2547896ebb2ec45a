import type { RunRequest } from '../../run.js';

/** What the command line asked of corrections. */
export interface CorrectionsRequest extends RunRequest {
  /** Line, template, or employee and pay code -> reason. */
  readonly settle: ReadonlyMap<string, string>;
  /** Where a workbook of what is typed by hand goes; undefined: nowhere. */
  readonly sheet: string | undefined;
  /** Only finals that were made with this run or after it. */
  readonly since: string | undefined;
}
