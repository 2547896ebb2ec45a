import type { CompileContext } from '../plan/compileContext.js';
import type { SheetPlan } from '../plan/sheetPlan.js';

/** The copy of a sheet that parts are written for; its bands have been placed. */
export interface SheetCopy {
  readonly sheet: SheetPlan;
  /** 0 for the first or only one. */
  readonly copy: number;
  readonly context: CompileContext;
}
