import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkEmployerRecords } from './checkEmployerRecords.js';
import { DataProblems } from './dataProblems.js';
import { scriptProblems } from './editRules.js';
import { EmployerState } from './employerState.js';
import { FILE_NAMES, type FileName, RECORD_SCHEMAS } from './neutralRecords.js';
import { readJsonFile, readRecordFile } from './readRecordFile.js';
import type { EmployerData, EmployerRecords, SandboxData } from './sandboxData.js';
import { type EmployerEntry, serviceFile } from './serviceFile.js';

/**
 * Reads a data folder (format: samples/README.md): `service.json` and a folder of records per employer.
 * @throws PaytallyError SANDBOX_DATA_INVALID naming file, index and path of everything wrong.
 */
export async function readDataFolder(folder: string): Promise<SandboxData> {
  const problems = new DataProblems();
  const raw = await readJsonFile(join(folder, 'service.json'), 'service.json', problems);
  problems.throwIfAny();
  const service = serviceFile.safeParse(raw);
  if (!service.success) {
    problems.addIssues('service.json', raw, service.error);
    problems.throwIfAny();
    throw service.error;
  }
  checkIds(service.data.employers, problems);
  const employers: EmployerData[] = [];
  for (const entry of service.data.employers) employers.push(await readEmployer(folder, entry, problems));
  problems.throwIfAny();
  for (const [index, employer] of employers.entries()) checkEdits(employer, index, problems);
  problems.throwIfAny();
  return { ...service.data, employers };
}

function checkIds(employers: readonly EmployerEntry[], problems: DataProblems): void {
  const seen = new Set<string>();
  const check = (kind: string, id: string, place: string) => {
    if (seen.has(`${kind} ${id}`)) problems.add(place, `${id} is there twice`);
    seen.add(`${kind} ${id}`);
  };
  for (const [index, { employerId, integrations }] of employers.entries()) {
    const place = `service.json.employers[${index}]`;
    check('employer', employerId, `${place}.employerId`);
    for (const [at, { clientId }] of integrations.entries()) {
      check('integration', clientId, `${place}.integrations[${at}].clientId`);
    }
  }
}

/** A scripted edit leaves a record behind that the start would have taken. */
function checkEdits(employer: EmployerData, at: number, problems: DataProblems): void {
  const { edits = [] } = employer;
  if (edits.length === 0) return;
  const state = new EmployerState({ ...employer, edits: [] });
  for (const { index, field, message } of scriptProblems(state, edits))
    problems.add(`service.json.employers[${at}].edits[${index}].${field}`, message);
}

async function readEmployer(
  folder: string,
  entry: EmployerEntry,
  problems: DataProblems,
): Promise<EmployerData> {
  const { folder: name, ...employer } = entry;
  const files = await findFiles(join(folder, name), name, problems);
  const pool = new StringPool();
  const records: Partial<Record<FileName, readonly object[]>> = {};
  for (const [list, file] of files) {
    records[list] = await readList(list, join(folder, name, file), `${name}/${file}`, pool, problems);
  }
  // Each list was checked by its own schema, which the compiler cannot follow through the loop.
  const typed = records as EmployerRecords;
  // Places count records, so they are right only where every record was readable.
  if (!problems.isEmpty) return { ...employer, records: typed };
  checkEmployerRecords(typed, (list, index) => `${name}/${files.get(list)}[${index}]`, problems);
  return { ...employer, records: typed };
}

/** The file of each list; a name that is nothing known is a mistake of the writer, never skipped. */
async function findFiles(
  path: string,
  label: string,
  problems: DataProblems,
): Promise<Map<FileName, string>> {
  const found = new Map<FileName, string>();
  const entries = await readdir(path).catch((error: Error) => {
    problems.add(label, error.message);
    return [];
  });
  for (const file of entries.sort()) {
    const [, stem, ending] = /^(.+)\.(json|ndjson)$/.exec(file) ?? [];
    if (ending === undefined) continue;
    const list = FILE_NAMES.find((name) => name === stem);
    if (list === undefined) problems.add(`${label}/${file}`, `not one of ${FILE_NAMES.join(', ')}`);
    else if (found.has(list)) problems.add(`${label}/${file}`, `there is ${found.get(list)} already`);
    else found.set(list, file);
  }
  return found;
}

async function readList(
  list: FileName,
  path: string,
  label: string,
  pool: StringPool,
  problems: DataProblems,
): Promise<readonly object[]> {
  const schema = RECORD_SCHEMAS[list];
  const records: object[] = [];
  for await (const { place, value } of readRecordFile(path, label, problems)) {
    const checked = schema.safeParse(value);
    if (checked.success) records.push(pool.share(checked.data));
    else problems.addIssues(place, value, checked.error);
  }
  return records;
}

const SHARED = [
  'date',
  'workDate',
  'employeeId',
  'agencyWorkerId',
  'agencyId',
  'establishmentId',
  'teamId',
  'taskId',
];

/** Keeps one copy of the texts that many records repeat: a third of the memory of a million entries. */
class StringPool {
  private readonly texts = new Map<string, string>();

  /** Replaces the repeating texts of a record that nobody else holds yet, and returns it. */
  share<R extends object>(record: R): R {
    for (const key of SHARED) {
      const text: unknown = Reflect.get(record, key);
      if (typeof text === 'string') Reflect.set(record, key, this.one(text));
    }
    return record;
  }

  private one(text: string): string {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    this.texts.set(text, text);
    return text;
  }
}
