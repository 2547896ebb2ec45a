import type { Config } from '../../config/config.js';
import type { AbsenceFile, HolidayFile, MappingFile } from '../../config/inputFiles.js';
import type { MappingNeeds } from '../../documents/template/needsMapping.js';
import type { Template } from '../../documents/template/template.js';
import type { Period } from '../../domain/period/period.js';

/** An employer's settings, with the data of the files that they name: the input of a computation beside the records. */
export interface EmployerInputs {
  /** The employer's effective settings. */
  readonly config: Config;
  readonly mapping: MappingFile;
  readonly absences: AbsenceFile;
  readonly holidays: HolidayFile;
  /** The mapping data that at least one template requires. */
  readonly needs: MappingNeeds;
}

/** The same with the templates of a run. */
export interface RunInputs extends EmployerInputs {
  readonly employerKey: string;
  readonly employer: Config['employer'];
  readonly templates: readonly Template[];
  /** undefined if the days of the period depend on the establishments' zones. */
  readonly period: Period | undefined;
}

/** The same for rendering. */
export interface RenderInputs extends RunInputs {
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}
