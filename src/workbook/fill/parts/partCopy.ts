import type { CompileContext } from '../plan/compileContext.js';
import type { TemplateSheet } from '../plan/templateSheet.js';

/** The copy of a sheet that parts are written for; its bands have been placed. */
export interface SheetCopy {
  readonly sheet: TemplateSheet;
  /** 0 for the first or only one. */
  readonly copy: number;
  readonly context: CompileContext;
}
