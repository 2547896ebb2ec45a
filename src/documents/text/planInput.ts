import type { FieldValues } from './fieldValues.js';
import type { RenderContext } from './renderContext.js';
import type { ResolvedFile } from './resolvedFile.js';
import type { RowRecord } from './rowRecord.js';
import type { SectionSpec } from './sectionSpec.js';

/** What the layout of a section's columns depends on. */
export interface PlanInput {
  readonly context: RenderContext;
  readonly file: ResolvedFile;
  readonly section: SectionSpec;
  readonly fields: FieldValues;
  readonly records: readonly RowRecord[];
}
