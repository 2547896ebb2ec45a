import type { Problem } from './problem.js';

/** `TEMPLATE_INVALID`: the workbook that was drawn cannot be used. `RENDER_REFUSED`: values do not fit a workbook. */
export type WorkbookErrorCode = 'TEMPLATE_INVALID' | 'RENDER_REFUSED';

export interface WorkbookErrorDetail {
  /** What it is about: the name of the file, a sheet, or `Hours!B4`. */
  readonly record?: string;
  readonly sheet?: string;
  /** `B4`. */
  readonly cell?: string;
  /** What would be right. */
  readonly remedy?: string;
  /** All that is wrong, each with its place, where several things are. */
  readonly problems?: readonly Problem[];
  readonly cause?: unknown;
}

/** Something about a workbook or its values that a person can mend. Anything else that is thrown is a bug. */
export class WorkbookError extends Error {
  readonly record: string | undefined;
  readonly sheet: string | undefined;
  readonly cell: string | undefined;
  readonly remedy: string | undefined;
  readonly problems: readonly Problem[];

  constructor(
    readonly code: WorkbookErrorCode,
    message: string,
    { record, sheet, cell, remedy, problems = [], cause }: WorkbookErrorDetail = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'WorkbookError';
    this.record = record;
    this.sheet = sheet ?? problems[0]?.sheet;
    this.cell = cell ?? problems[0]?.cell;
    this.remedy = remedy;
    this.problems = problems;
  }
}
