import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { LoadedConfig } from '../../config/config.js';
import { readMappingBytes } from '../../config/inputFiles.js';
import { decodeMapping } from '../../domain/people/mappingText.js';
import { parseMapping } from '../../domain/people/parseMapping.js';
import {
  findLostZeros,
  type PayrollIdChange,
  type PayrollIdRow,
  payrollIdRows,
  setPayrollIds,
} from '../../domain/people/payrollIdTable.js';
import { PaytallyError } from '../../errors.js';
import { joined, type Message, message } from '../../i18n/message.js';
import { withClaims } from '../../sources/staging/withStore.js';
import { replaceFile } from '../../store/replaceFile.js';
import { type DifferenceLine, lineDifference } from './lineDifference.js';

/** A change of a file before it is written. */
export interface FilePreview {
  readonly file: string;
  readonly difference: readonly DifferenceLine[];
  /** Things to check; they do not prevent the change. */
  readonly warnings: readonly Message[];
  /** A digest of the file before and after, so that only this change is written. */
  readonly digest: string;
}

export interface PayrollIds {
  /** Absolute; null if the configuration names no mapping file. */
  readonly path: string | null;
  readonly rows: readonly PayrollIdRow[];
}

/**
 * The employees of an employer with their payroll IDs.
 * @param unmapped names by ID of employees who worked; those whom the file lacks come first
 * @throws PaytallyError MAPPING_INVALID
 */
export async function listPayrollIds(
  loaded: LoadedConfig,
  employer: string,
  unmapped: ReadonlyMap<string, string>,
): Promise<PayrollIds> {
  const path = mappingPathOf(loaded, employer);
  if (path === null) return { path, rows: [] };
  const rows = payrollIdRows(await readMappingBytes(path), path);
  const listed = new Set(rows.map(({ employeeId }) => employeeId));
  const lacking = [...unmapped].filter(([employeeId]) => !listed.has(employeeId));
  const added = lacking.map(([employeeId, name]) => ({
    employeeId,
    name,
    number: '',
    status: '',
    line: null,
    from: null,
    to: null,
  }));
  return { path, rows: [...added, ...rows] };
}

/**
 * Previews the changes of new payroll IDs.
 * @throws PaytallyError MAPPING_INVALID for shared IDs and those that a spreadsheet has damaged; its record lists the
 * IDs of the employees
 */
export async function previewPayrollIds(
  loaded: LoadedConfig,
  employer: string,
  changes: ReadonlyMap<string, PayrollIdChange>,
): Promise<FilePreview> {
  const { path, bytes, edited } = await editedMapping(loaded, employer, changes);
  return {
    file: path,
    difference: lineDifference(edited.before, edited.after),
    warnings: findLostZeros(payrollIdRows(bytes, path), payrollIdRows(edited.bytes, path)).map(
      ({ name, number }) => message('setup.lostZero', { name, number }),
    ),
    digest: fileDigest(bytes, edited.bytes),
  };
}

/** Writes what the preview showed. @throws PaytallyError USAGE if the file has changed meanwhile */
export async function savePayrollIds(
  loaded: LoadedConfig,
  employer: string,
  changes: ReadonlyMap<string, PayrollIdChange>,
  digest: string,
): Promise<void> {
  const { path, bytes, edited } = await editedMapping(loaded, employer, changes);
  if (fileDigest(bytes, edited.bytes) !== digest)
    throw new PaytallyError('USAGE', message('connect.changedMeanwhile', { path }), { record: path });
  await withClaims(loaded.folder, (claims) => replaceFile(path, edited.bytes, claims));
}

export function fileDigest(before: Uint8Array, after: Uint8Array): string {
  const digest = createHash('sha256').update(String(before.length)).update('\n');
  return digest.update(before).update(after).digest('hex');
}

function mappingPathOf({ config, folder }: LoadedConfig, employer: string): string | null {
  const path = config.employers[employer]?.employees;
  return path === undefined ? null : resolve(folder, path);
}

async function editedMapping(
  loaded: LoadedConfig,
  employer: string,
  changes: ReadonlyMap<string, PayrollIdChange>,
): Promise<{ path: string; bytes: Uint8Array; edited: ReturnType<typeof setPayrollIds> }> {
  const path = mappingPathOf(loaded, employer);
  if (path === null)
    throw new PaytallyError('CONFIG_INVALID', message('setup.noMapping', { employer }), { record: employer });
  const bytes = await readMappingBytes(path);
  const edited = setPayrollIds(bytes, changes, path);
  const isNew = new Set(changes.keys());
  const { problems } = parseMapping(edited.bytes, path);
  const wrong = problems.filter(
    ({ kind, employeeId = '' }) =>
      kind === 'duplicate-number' || (kind === 'damaged' && isNew.has(employeeId)),
  );
  // They were typed into a table: lines of the file say nothing.
  if (wrong.length > 0)
    throw new PaytallyError('MAPPING_INVALID', joined(wrong.map((problem) => problem.message)), {
      record: wrong.flatMap(({ employeeId = [], sharedBy = employeeId }) => sharedBy).join(' '),
      remedy: message('setup.correctField'),
    });
  // The edited file must have the same structure: a delimiter in an ID is quoted, never a new column.
  decodeMapping(edited.bytes, path);
  return { path, bytes, edited };
}
