import type { FaultSettingsInput } from './faultRule.js';
import type { LimitSettingsInput } from './limitSettings.js';
import type { RecordInputOf } from './neutralRecords.js';
import type { PagingSettingsInput } from './pagingSettings.js';
import type { Scope } from './scopes.js';
import type { ScriptedEdit } from './scriptedEdit.js';
import type { NamedShapes } from './shapes.js';

/**
 * Dated records that are made when they are asked for, for more of them than memory holds.
 * `onDate` must give the same records for a day each time.
 */
export interface DaySource<R> {
  /** First and last day that has records, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  readonly onDate: (date: string) => readonly R[];
}

/** An employer's records; a list that is left out is empty. Records are not checked again here. */
export interface EmployerRecords {
  readonly establishments?: Iterable<RecordInputOf['establishments']>;
  readonly 'public-holidays'?: Iterable<RecordInputOf['public-holidays']>;
  readonly employees?: Iterable<RecordInputOf['employees']>;
  readonly agencies?: Iterable<RecordInputOf['agencies']>;
  readonly 'agency-workers'?: Iterable<RecordInputOf['agency-workers']>;
  readonly teams?: Iterable<RecordInputOf['teams']>;
  readonly tasks?: Iterable<RecordInputOf['tasks']>;
  readonly shifts?: Iterable<RecordInputOf['shifts']> | DaySource<RecordInputOf['shifts']>;
  readonly 'time-entries'?:
    | Iterable<RecordInputOf['time-entries']>
    | DaySource<RecordInputOf['time-entries']>;
}

export interface IntegrationData {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly Scope[];
}

export interface EmployerData {
  readonly employerId: string;
  readonly name: string;
  /** Default: active. */
  readonly apiAccess?: boolean;
  /** Default: both on. */
  readonly modules?: { readonly planning?: boolean; readonly timeRegistration?: boolean };
  readonly integrations?: readonly IntegrationData[];
  readonly edits?: readonly ScriptedEdit[];
  readonly records: EmployerRecords;
}

/** Everything that the sandbox serves and how, as a data folder gives it. */
export interface SandboxData {
  readonly employers: readonly EmployerData[];
  readonly shapes?: NamedShapes;
  readonly limits?: LimitSettingsInput;
  readonly paging?: PagingSettingsInput;
  readonly faults?: FaultSettingsInput;
}
