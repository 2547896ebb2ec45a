import type { Config } from '../../config/config.js';
import type { MappingFile } from '../../config/mappingFile.js';
import type { Period } from '../../domain/period/period.js';
import type { Employee, Establishment } from '../../domain/records/records.js';
import type { RenderApart } from '../../render/worker/apart.js';

/** What templates are tried out with, before any period is read: made-up work of real people. */
export interface Rehearsal {
  readonly config: Config;
  /** Where templates of others are written; undefined: in this thread. */
  readonly apart: RenderApart | undefined;
  readonly version: string;
  /** A whole month. */
  readonly period: Period;
  readonly mapping: MappingFile;
  readonly establishments: readonly Establishment[];
  /** undefined where the service was not asked, null where the list cannot be read. */
  readonly employees: readonly Employee[] | null | undefined;
  readonly rememberedEmployees: readonly Employee[];
  /** False where planning cannot be read. */
  readonly hasShifts: boolean;
  /** Ids of those whom an export would name: the active ones, and who has worked lately. */
  readonly people: readonly string[];
  /** Ids of those who have worked in the days that the doctor reads. */
  readonly recent: ReadonlySet<string>;
}
