import { resolve } from 'node:path';
import { type Config, configOf, type LoadedConfig } from '../../config/config.js';
import { readAbsences, readMapping } from '../../config/inputFiles.js';
import { appendAdjustmentRow, type NewAdjustment } from '../../domain/absences/absenceTable.js';
import { parseAbsences } from '../../domain/absences/parseAbsences.js';
import { employeeFinder } from '../../domain/mapping/employeeRows.js';
import { stateId } from '../../domain/mapping/employeesMeant.js';
import { PaytallyError } from '../../errors.js';
import { type Message, message } from '../../i18n/message.js';
import { readPlainFile } from '../../runtime/readWithin.js';
import { withClaims } from '../../sources/staging/withStore.js';
import { replaceFile } from '../../store/replaceFile.js';
import { lineDifference } from './lineDifference.js';
import { type FilePreview, fileDigest } from './payrollIds.js';

/** A payout or correction of a person's hours account. */
export interface AdjustmentOrder extends Omit<NewAdjustment, 'employee'> {
  readonly employeeId: string;
}

/** The change of the file of absences. @throws PaytallyError CONFIG_INVALID, ABSENCES_INVALID, MAPPING_INVALID */
export async function previewAdjustment(
  loaded: LoadedConfig,
  employer: string,
  order: AdjustmentOrder,
  warnings: readonly Message[],
): Promise<FilePreview> {
  const { path, before, edited } = await editedAbsences(loaded, employer, order);
  return {
    file: path,
    difference: lineDifference(edited.before, edited.after),
    warnings,
    digest: fileDigest(before, edited.bytes),
  };
}

/** Writes what the preview showed. @throws PaytallyError USAGE if the file has changed meanwhile */
export async function saveAdjustment(
  loaded: LoadedConfig,
  employer: string,
  order: AdjustmentOrder,
  digest: string,
): Promise<void> {
  const { path, before, edited } = await editedAbsences(loaded, employer, order);
  if (fileDigest(before, edited.bytes) !== digest)
    throw new PaytallyError('USAGE', message('connect.changedMeanwhile', { path }), { record: path });
  await withClaims(loaded.folder, (claims) => replaceFile(path, edited.bytes, claims));
}

async function editedAbsences(loaded: LoadedConfig, employer: string, order: AdjustmentOrder) {
  const config = configOf(loaded, employer);
  const path = absencesPath(config, loaded, employer);
  // An invalid file is reported before anything is added to it.
  await readAbsences(config, loaded.folder);
  const before = await readPlainFile(path, Number.POSITIVE_INFINITY);
  const { employeeId, ...row } = order;
  const employee = await nameInFile(config, loaded, employeeId, row);
  const edited = appendAdjustmentRow(before, { ...row, employee }, path);
  parseAbsences(edited.bytes, path, { hasAccount: true });
  return { path, before, edited };
}

/** @throws PaytallyError CONFIG_INVALID without a file of absences */
function absencesPath(config: Config, { folder }: LoadedConfig, employer: string): string {
  if (config.absences !== undefined && config.account !== undefined) return resolve(folder, config.absences);
  throw new PaytallyError('CONFIG_INVALID', message('setup.noAbsences', { employer }), { record: employer });
}

/** The employee ID; where that is the payroll ID of another person on that date, what means this person alone. */
async function nameInFile(
  { employer: { employees } }: Config,
  { folder }: LoadedConfig,
  employeeId: string,
  { date }: Pick<AdjustmentOrder, 'date'>,
): Promise<string> {
  const mapping = await readMapping(employees, folder);
  const find = employeeFinder(mapping.employees, (id) => id === employeeId);
  const isAlone = (text: string) => {
    const { all } = find(text, { from: date, to: date });
    return all.length === 1 && all[0] === employeeId;
  };
  return isAlone(employeeId) ? employeeId : stateId(employeeId);
}
