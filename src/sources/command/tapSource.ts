import type { Config } from '../../config/config.js';
import type { TapSettings } from '../../config/schema/sourceSchema.js';
import type { Employee, Establishment, NamedRecord } from '../../domain/records/records.js';
import { lowerUuid } from '../../domain/records/uuid.js';
import { zoneByName } from '../../domain/time/tzdata.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import type { WireRecord } from '../records/fields.js';
import { alikePeople } from '../rows/alikePeople.js';
import { ENTRY_COLUMNS, refuseUnknownColumns } from '../rows/entryColumns.js';
import { LineProblems, unusableFile } from '../rows/lineProblems.js';
import { type RowContext, readEntryRow, readRow, rowProblem, type TableRow } from '../rows/recordRows.js';
import { RowIds } from '../rows/rowIds.js';
import type { RowNotices } from '../rows/rowNotices.js';
import { stagedRead } from '../rows/stagedRead.js';
import { ENTRY_SHAPE, type ReadRecord, referenceFields, stageRecords } from '../rows/stageRecords.js';
import { orderedNumbers } from '../rows/writtenTime.js';
import type { Source, SourceRead, SourceRequest } from '../source.js';
import type { ReadEffects } from '../transport/session.js';
import { fieldAt, type TapRecord, tapRecords } from './singerMessages.js';

interface TapOptions {
  readonly config: Config;
  readonly settings: TapSettings;
  /** The folder of the configuration, absolute. */
  readonly folder: string;
  readonly effects: Pick<ReadEffects, 'observer' | 'signal'>;
}

/** A program that prints Singer messages as the source of an employer. Each pass runs it once. */
export function createTapSource(options: TapOptions): Source {
  const people = async () => {
    const seen = new SeenNames();
    for await (const record of tapRecords({ ...options, ...options.effects }))
      readRow(() => seen.add(rowOf(record, options.settings)));
    return seen;
  };
  return {
    read: (request) => readTap(options, request),
    readEstablishments: async () => ({
      establishments: placesOf(options.config, hasPlaces(options) ? await people() : new SeenNames()),
      dataRequests: 0,
    }),
    readEmployees: async () => ({ employees: (await people()).employees(), invalid: [] }),
    readGrantedHolidays: async () => [],
    checkAccess: async () => {
      refuseColumns(options.settings);
      const { size } = await people();
      const [program] = options.settings.command;
      return [
        { check: 'source', status: 'ok', text: message('source.tap.answers', { program, count: size }) },
      ];
    },
  };
}

function hasPlaces({ settings }: TapOptions): boolean {
  return settings.columns.establishment !== undefined;
}

/** @throws PaytallyError SOURCE_INVALID for a column that entries do not have, or for one that they need */
function refuseColumns({ columns, command: [program] }: TapSettings): void {
  const { needed, optional } = ENTRY_COLUMNS;
  refuseUnknownColumns(columns, [...needed, ...optional], program);
  const missing = needed.find((column) => columns[column] === undefined);
  if (missing !== undefined)
    throw unusableFile(program, message('source.tap.columnMissing', { column: missing }));
}

const FIELDS = referenceFields((_, column) => message('source.tap.evidence', { column }));

async function readTap(options: TapOptions, request: SourceRequest): Promise<SourceRead> {
  const { config, settings, effects } = options;
  refuseColumns(settings);
  const notices: RowNotices = {};
  let seen = new SeenNames();
  const [program] = settings.command;
  const entries = await stageRecords(ENTRY_SHAPE, request, effects, program, (pass) => {
    seen = new SeenNames();
    return entriesOf(options, pass === 1 ? notices : {}, seen);
  });
  return stagedRead(request, {
    employees: seen.employees(),
    establishments: placesOf(config, seen),
    holidays: [],
    agencyWorkers: seen.named('agencyWorker'),
    teams: seen.named('team'),
    tasks: seen.named('task'),
    dated: [entries],
    fields: FIELDS,
    hasPlanning: false,
    extent: { place: program, days: notices.days, dates: notices.dates },
    hasReviews: settings.columns.reviewed !== undefined,
    notices: noticesOf(program, notices, seen),
  });
}

function noticesOf(
  path: string,
  { nextDay, differing, withBreak }: RowNotices,
  { alike }: SeenNames,
): readonly AnyMessage[] {
  return [
    ...(alike === '' ? [] : [message('source.tap.alike', { program: path, names: alike })]),
    ...(nextDay === undefined ? [] : [message('source.csv.nextDay', { path, ...nextDay })]),
    ...(differing === undefined ? [] : [message('source.csv.differing', { path, ...differing })]),
    ...(withBreak === undefined ? [] : [message('source.csv.withBreak', { path, ...withBreak })]),
  ];
}

/** @throws PaytallyError SOURCE_INVALID after the last record, with the records that cannot be read */
async function* entriesOf(
  options: TapOptions,
  notices: RowNotices,
  seen: SeenNames,
): AsyncGenerator<ReadRecord> {
  const { config, settings } = options;
  const problems = new LineProblems(settings.command[0]);
  const context: RowContext = {
    further: [],
    order: settings.dateOrder ?? 'dmy',
    zoneOf: (place) => zoneOf(place, config),
    onlyEstablishment: hasPlaces(options) ? null : ONLY_PLACE,
    ids: new TapIds(),
    countsDuration: false,
    notices,
  };
  for await (const record of tapRecords({ ...options, ...options.effects })) {
    const row = rowOf(record, settings);
    const result = readEntryRow(row, context);
    if ('problem' in result) problems.add(row.line, result.problem);
    else {
      seen.add(row);
      yield { ...result, line: row.line };
    }
  }
  problems.throwIfAny();
}

/** A program may send a record again: the last version counts. */
class TapIds extends RowIds {
  override idOf(written: string, content: readonly string[], line: number) {
    return written === '' ? super.idOf(written, content, line) : written;
  }
}

const DATE_COLUMNS: readonly string[] = ['start', 'end', 'date'];

/** A record as a row. Without the column `id`, the fields that identify a record do. */
function rowOf({ number, fields, keys }: TapRecord, { columns, dateOrder }: TapSettings): TableRow {
  const cell = (column: string): string => {
    if (column === 'id' && columns.id === undefined) return keyOf(fields, keys);
    const text = [columns[column] ?? []]
      .flat()
      .map((path) => textAt(fields, path, column))
      .filter((part) => part !== '')
      .join(' ');
    if (dateOrder === undefined && DATE_COLUMNS.includes(column) && orderedNumbers(text) !== undefined)
      rowProblem(message('source.tap.order', { got: text }));
    return text;
  };
  return { line: number, cell };
}

/** The key of a record: its one field, or a list of several, which no other record has. */
function keyOf(fields: WireRecord, keys: readonly string[]): string {
  const parts = keys.map((key) => textAt(fields, key, 'id'));
  return parts.length > 1 ? JSON.stringify(parts) : (parts[0] ?? '');
}

function textAt(fields: WireRecord, path: string, column: string): string {
  const value = fieldAt(fields, path);
  if (value === null || value === undefined) return '';
  // Digits of a longer number were lost when it was read.
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    return rowProblem(message('source.tap.longNumber', { field: path }));
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'number') return String(value).trim();
  return rowProblem(message('source.tap.noText', { column, field: path }));
}

/** The ID of the place if records name none. */
const ONLY_PLACE = 'main';

function zoneOf(place: string, { zones, employer }: Config) {
  const zone = zones[lowerUuid(place)] ?? employer.zone;
  return zone === undefined ? message('source.tap.noZone', { place }) : zoneByName(zone);
}

function placesOf({ zones, employer, employerName }: Config, seen: SeenNames): readonly Establishment[] {
  const named = seen.named('establishment');
  if (named.length === 0) return [{ id: ONLY_PLACE, zone: employer.zone, label: employerName }];
  return named.map(({ id }) => ({ id, zone: zones[id] ?? employer.zone, label: undefined }));
}

type NamingColumn = 'employee' | 'establishment' | 'team' | 'task' | 'agencyWorker';

/** What the records of a pass name. */
class SeenNames {
  readonly #ids: Readonly<Record<NamingColumn, Set<string>>> = {
    employee: new Set(),
    establishment: new Set(),
    team: new Set(),
    task: new Set(),
    agencyWorker: new Set(),
  };
  readonly #nameOf = new Map<string, string>();
  #rows = 0;

  /** The number of records. */
  get size(): number {
    return this.#rows;
  }

  add({ cell }: TableRow): void {
    this.#rows += 1;
    for (const [column, ids] of Object.entries(this.#ids))
      if (cell(column) !== '') ids.add(lowerUuid(cell(column)));
    const name = cell('employeeName');
    if (name !== '') this.#nameOf.set(lowerUuid(cell('employee')), name);
  }

  employees(): readonly Employee[] {
    return [...this.#ids.employee].sort().map((id) => ({
      id,
      firstName: '',
      lastName: this.#nameOf.get(id) ?? id,
      isActive: true,
    }));
  }

  /** See `alikePeople`. */
  get alike(): string {
    return alikePeople(this.#ids.employee);
  }

  named(column: NamingColumn): readonly NamedRecord[] {
    return [...this.#ids[column]].sort().map((id) => ({ id, label: id }));
  }
}
