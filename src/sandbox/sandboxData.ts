import { z } from 'zod';
import { type FaultSettingsInput, faultSettings } from './faults.js';
import {
  FILE_NAMES,
  type FileName,
  LIST_NAMES,
  type ListName,
  RECORD_SCHEMAS,
  type RecordInputOf,
} from './records.js';
import { SCOPES, type Scope } from './scopes.js';
import {
  type LimitSettingsInput,
  limitSettings,
  type PagingSettingsInput,
  pagingSettings,
} from './settings.js';
import { type NamedShapes, shapeSettings } from './shapes.js';

/**
 * Dated records that are generated on request, if they are too many for memory. `onDate` must return the same records
 * for a day each time.
 */
export interface DaySource<R> {
  /** The first and last day with records, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  readonly onDate: (date: string) => readonly R[];
}

type DatedListName = 'shifts' | 'time-entries';

/** An employer's records; an omitted list is empty. Records are not checked again here. */
export type EmployerRecords = {
  readonly [Name in FileName]?:
    | Iterable<RecordInputOf[Name]>
    | (Name extends DatedListName ? DaySource<RecordInputOf[Name]> : never);
};

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

/** The data and settings of the sandbox, as in a data folder. */
export interface SandboxData {
  readonly employers: readonly EmployerData[];
  readonly shapes?: NamedShapes;
  readonly limits?: LimitSettingsInput;
  readonly paging?: PagingSettingsInput;
  readonly faults?: FaultSettingsInput;
}

/** A change of one record: it is replaced, changed in part, or deleted. */
export type RecordEdit = { readonly list: FileName } & (
  | { readonly put: object }
  | { readonly patch: { readonly id: string; readonly [field: string]: unknown } }
  | { readonly delete: string }
);

/** An edit that happens once, immediately after a page has been answered. */
export interface ScriptedEdit {
  /** `page` counts from 1; `pass` is the number of the request for that page, from 1 (default 1). */
  readonly after: { readonly list: ListName; readonly page: number; readonly pass?: number };
  readonly edit: RecordEdit;
}

const actions = z.strictObject({
  list: z.enum(FILE_NAMES),
  put: z.looseObject({}).optional(),
  patch: z.looseObject({ id: z.guid() }).optional(),
  delete: z.guid().optional(),
});

const fields = actions.extend({
  after: z.strictObject({
    list: z.enum(LIST_NAMES),
    page: z.int().min(1),
    pass: z.int().min(1).default(1),
  }),
  /** The list to edit. Default: the one that is read. */
  list: z.enum(FILE_NAMES).optional(),
});

/**
 * Reads `{ after: { list, page, pass? }, list?, put | patch | delete }`; a `put` record is checked like those in a
 * file.
 */
export const scriptedEdit = fields.transform((raw, context): ScriptedEdit => {
  const { after, list = after.list, ...action } = raw;
  return { after, edit: editOf({ ...action, list }, context) };
});

/** Reads `{ list, put | patch | delete }`, in the same way. */
export const recordEdit = actions.transform(editOf);

function editOf(raw: z.output<typeof actions>, context: z.RefinementCtx): RecordEdit {
  const { list } = raw;
  const given = [raw.put, raw.patch, raw.delete].filter((action) => action !== undefined);
  if (given.length !== 1) {
    const message = 'give exactly one of "put", "patch" and "delete"';
    context.issues.push({ code: 'custom', input: raw, message });
    return z.NEVER;
  }
  if (raw.delete !== undefined) return { list, delete: raw.delete };
  if (raw.patch !== undefined) return { list, patch: raw.patch };
  const checked = RECORD_SCHEMAS[list].safeParse(raw.put);
  if (checked.success) return { list, put: checked.data };
  for (const issue of checked.error.issues) {
    const { message, path } = issue;
    context.issues.push({ code: 'custom', input: raw, message, path: ['put', ...path] });
  }
  return z.NEVER;
}

const text = z.string().min(1);

const integration = z.strictObject({
  clientId: text,
  clientSecret: text,
  scopes: z.array(z.enum(SCOPES)).min(1),
});

const employer = z.strictObject({
  /** The identifier in the URLs. */
  employerId: z.string().regex(/^[A-Za-z0-9._~-]+$/, 'expected letters, digits, ".", "_", "~" or "-"'),
  name: text,
  /** The folder with the employer's records, next to this file. */
  folder: z.string().regex(/^[^/\\]+$/, 'expected the name of a folder next to service.json'),
  apiAccess: z.boolean().default(true),
  modules: z
    .strictObject({ planning: z.boolean().default(true), timeRegistration: z.boolean().default(true) })
    .prefault({}),
  integrations: z.array(integration).default([]),
  edits: z.array(scriptedEdit).default([]),
});

/** `service.json` of a data folder. */
export const serviceFile = z.strictObject({
  employers: z.array(employer).min(1),
  shapes: shapeSettings.prefault({}),
  limits: limitSettings,
  paging: pagingSettings,
  faults: faultSettings.prefault({}),
});

type ServiceFile = z.output<typeof serviceFile>;
export type EmployerEntry = ServiceFile['employers'][number];
