import { createReadStream, existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { PaytallyError } from '../errors.js';
import { joined, message, type Text } from '../i18n/message.js';
import { danglingReferences, editProblems, scriptProblems } from './edits.js';
import { EmployerState } from './employerState.js';
import { FILE_NAMES, type FileName, RECORD_SCHEMAS } from './records.js';
import {
  type EmployerData,
  type EmployerEntry,
  type EmployerRecords,
  type RecordEdit,
  recordEdit,
  type SandboxData,
  serviceFile,
} from './sandboxData.js';

/**
 * Reads a data folder (format: samples/README.md): `service.json` and a folder of records per employer.
 * @throws PaytallyError SANDBOX_DATA_INVALID naming the file, index and path of every problem.
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

/**
 * Reads a file of changes: an array of `{ list, put | patch | delete }`, as in the edits of a data folder but without a
 * page. A missing file changes nothing.
 * @throws PaytallyError SANDBOX_DATA_INVALID naming the file, index and path of every problem.
 */
export async function readChanges(path: string, employer: EmployerData): Promise<readonly RecordEdit[]> {
  if (!existsSync(path)) return [];
  const problems = new DataProblems();
  const name = basename(path);
  const raw = await readJsonFile(path, name, problems);
  problems.throwIfAny();
  const changes = z.array(recordEdit).safeParse(raw);
  if (!changes.success) problems.addIssues(name, raw, changes.error);
  const state = new EmployerState({ ...employer, edits: [] });
  for (const [index, edit] of (changes.data ?? []).entries()) {
    const wrong = editProblems(state, edit, []);
    for (const { field, message: problem } of wrong) problems.add(`${name}[${index}].${field}`, problem);
    if (wrong.length === 0) state.edit(edit);
  }
  problems.throwIfAny();
  return changes.data ?? [];
}

function checkIds(employers: readonly EmployerEntry[], problems: DataProblems): void {
  const seen = new Set<string>();
  const check = (kind: string, id: string, place: string) => {
    if (seen.has(`${kind} ${id}`)) problems.add(place, message('sandbox.twice', { id }));
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

/** Checks that each scripted edit results in a record that would be valid at the start. */
function checkEdits(employer: EmployerData, at: number, problems: DataProblems): void {
  const { edits = [] } = employer;
  if (edits.length === 0) return;
  const state = new EmployerState({ ...employer, edits: [] });
  for (const { index, field, message: problem } of scriptProblems(state, edits))
    problems.add(`service.json.employers[${at}].edits[${index}].${field}`, problem);
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
  // Each list was checked with its own schema, which the compiler cannot infer from the loop.
  const valid = records as EmployerRecords;
  // Places count records, so they are correct only if all records could be read.
  if (!problems.isEmpty) return { ...employer, records: valid };
  checkEmployerRecords(valid, (list, index) => `${name}/${files.get(list)}[${index}]`, problems);
  return { ...employer, records: valid };
}

/** The file of each list; an unknown name is an error, never skipped. */
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
    if (list === undefined)
      problems.add(`${label}/${file}`, message('sandbox.otherFile', { names: FILE_NAMES.join(', ') }));
    else if (found.has(list))
      problems.add(`${label}/${file}`, message('sandbox.sameList', { file: found.get(list) ?? '' }));
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

/** Keeps one copy of texts that many records repeat, which saves a third of the memory of a million entries. */
class StringPool {
  private readonly texts = new Map<string, string>();

  /** Replaces the repeated texts of a new record, and returns the record. */
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

/** Ids must be unique in their list, and references must name a record (archived and deleted ones are records). */
function checkEmployerRecords(
  records: EmployerRecords,
  placeOf: (list: FileName, index: number) => string,
  problems: DataProblems,
): void {
  const ids = new Map<FileName, ReadonlySet<unknown>>();
  for (const [list, items] of Object.entries(records) as [FileName, readonly object[]][]) {
    const known = new Set<unknown>();
    ids.set(list, known);
    for (const [index, item] of items.entries()) {
      const id: unknown = Reflect.get(item, 'id');
      if (known.has(id))
        problems.add(`${placeOf(list, index)}.id`, message('sandbox.twice', { id: String(id) }));
      if (id !== undefined) known.add(id);
    }
  }
  for (const list of ['shifts', 'time-entries'] as const) {
    for (const [index, record] of ((records[list] ?? []) as readonly object[]).entries()) {
      const dangling = danglingReferences(list, record, (target, id) => ids.get(target)?.has(id) === true);
      for (const { field, message: problem } of dangling)
        problems.add(`${placeOf(list, index)}.${field}`, problem);
    }
  }
}

/** A raw record with its place: `shifts.json[3]`, or `shifts.ndjson:4` (lines count from 1). */
interface PlacedRecord {
  readonly place: string;
  readonly value: unknown;
}

/** Reads a JSON array, or NDJSON line by line. Adds what cannot be read to `problems`. */
async function* readRecordFile(
  path: string,
  label: string,
  problems: DataProblems,
): AsyncGenerator<PlacedRecord> {
  if (path.endsWith('.ndjson')) {
    yield* readLines(path, label, problems);
    return;
  }
  const value = await readJsonFile(path, label, problems);
  if (value === undefined) return;
  if (!Array.isArray(value)) {
    problems.add(label, message('sandbox.notRecords'));
    return;
  }
  for (const [index, record] of value.entries()) yield { place: `${label}[${index}]`, value: record };
}

/** The content of a JSON file; undefined if it is invalid, which is added to `problems`. */
async function readJsonFile(path: string, label: string, problems: DataProblems): Promise<unknown> {
  try {
    return parseJson(await readFile(path, 'utf8'));
  } catch (error) {
    problems.add(label, error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

async function* readLines(path: string, label: string, problems: DataProblems): AsyncGenerator<PlacedRecord> {
  let line = 0;
  for await (const text of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line += 1;
    if (text.trim() === '') continue;
    const place = `${label}:${line}`;
    try {
      yield { place, value: parseJson(text) };
    } catch (error) {
      problems.add(place, error instanceof Error ? error.message : String(error));
    }
  }
}

/** Editors on Windows may write a byte order mark, which JSON does not allow. */
function parseJson(text: string): unknown {
  return JSON.parse(text.replace(/^\uFEFF/, ''));
}

const SHOWN = 8;
const VALUE_LENGTH = 60;

/** Collects the problems of a data folder, so that one run reports (almost) all of them. */
class DataProblems {
  private readonly places: string[] = [];
  private readonly lines: Text[] = [];
  private total = 0;

  get isEmpty(): boolean {
    return this.total === 0;
  }

  add(place: string, problem: Text): void {
    this.total += 1;
    if (this.lines.length >= SHOWN) return;
    this.places.push(place);
    this.lines.push(message('sandbox.problem', { place, problem }));
  }

  /** `place` is the file with the index of the record; the issues have the path within it. */
  addIssues(place: string, value: unknown, error: z.ZodError): void {
    for (const issue of error.issues) {
      const at = issue.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
      const got = valueAt(value, issue.path);
      const values = {
        problem: issue.message,
        got: got === undefined ? message('fields.got.nothing') : shown(got),
      };
      const isUnknownKey = issue.code === 'unrecognized_keys';
      this.add(`${place}${at}`, isUnknownKey ? issue.message : message('sandbox.value', values));
    }
  }

  /** @throws PaytallyError SANDBOX_DATA_INVALID with the first places; its record is the first one. */
  throwIfAny(): void {
    if (this.total === 0) return;
    const more = this.total - this.lines.length;
    throw new PaytallyError(
      'SANDBOX_DATA_INVALID',
      message('sandbox.dataInvalid', { problems: joined(this.lines), more }),
      { record: this.places[0] ?? '' },
    );
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined;
  return at;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > VALUE_LENGTH ? `${text.slice(0, VALUE_LENGTH)}…` : text;
}
