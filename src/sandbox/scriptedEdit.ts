import { z } from 'zod';
import { FILE_NAMES, type FileName, LIST_NAMES, type ListName, RECORD_SCHEMAS } from './neutralRecords.js';

/** What happens to one record: it is put whole, changed in part, or taken away. */
export type RecordEdit = { readonly list: FileName } & (
  | { readonly put: object }
  | { readonly patch: { readonly id: string } }
  | { readonly delete: string }
);

/** An edit that happens once, right after a page has been answered. */
export interface ScriptedEdit {
  /** `page` counts from 1; `pass`: at the how-manieth reading of that page (default 1). */
  readonly after: { readonly list: ListName; readonly page: number; readonly pass?: number };
  readonly edit: RecordEdit;
}

const fields = z.strictObject({
  after: z.strictObject({
    list: z.enum(LIST_NAMES),
    page: z.int().min(1),
    pass: z.int().min(1).default(1),
  }),
  /** The list that is edited; default: the one that is read. */
  list: z.enum(FILE_NAMES).optional(),
  put: z.looseObject({}).optional(),
  patch: z.looseObject({ id: z.guid() }).optional(),
  delete: z.guid().optional(),
});

/** Reads `{ after: { list, page, pass? }, list?, put | patch | delete }`; a `put` record is checked like a file. */
export const scriptedEdit = fields.transform((raw, context): ScriptedEdit => {
  const list = raw.list ?? raw.after.list;
  const given = [raw.put, raw.patch, raw.delete].filter((action) => action !== undefined);
  if (given.length !== 1) {
    context.issues.push({
      code: 'custom',
      input: raw,
      message: 'give exactly one of "put", "patch" and "delete"',
    });
    return z.NEVER;
  }
  if (raw.delete !== undefined) return { after: raw.after, edit: { list, delete: raw.delete } };
  if (raw.patch !== undefined) return { after: raw.after, edit: { list, patch: raw.patch } };
  const checked = RECORD_SCHEMAS[list].safeParse(raw.put);
  if (checked.success) return { after: raw.after, edit: { list, put: checked.data } };
  for (const issue of checked.error.issues) {
    context.issues.push({
      code: 'custom',
      input: raw,
      message: issue.message,
      path: ['put', ...issue.path],
    });
  }
  return z.NEVER;
});
