import { resolve } from 'node:path';
import type { MappingFile } from '../../config/inputFiles.js';
import {
  type AddressedRecord,
  type AddressGroup,
  type NamedDelivery,
  type Recipient,
  recipientsByAddress,
} from '../../delivery/deliveries.js';
import type { PeriodSummary } from '../../domain/computed/computedPeriod.js';
import { readCsvRows } from '../../domain/csv/csvRows.js';
import { decodeCsv } from '../../domain/csv/csvText.js';
import { daysOf, isDated, rowsIn } from '../../domain/mapping/employeeRows.js';
import { createNameDirectory, createPeopleDirectory } from '../../domain/people/peopleDirectory.js';
import { PaytallyError } from '../../errors.js';
import { type Message, message } from '../../i18n/message.js';
import { MOST_BYTES, readPlainFile } from '../../runtime/readWithin.js';
import type { PreparedRun } from './prepareRun.js';
import type { WorkedPlaces } from './sinks.js';

/** The input for who worked where in a run. */
export interface AddressedRun {
  readonly prepared: Pick<PreparedRun, 'mapping'>;
  readonly computed: Pick<PeriodSummary, 'data' | 'period' | 'peopleWithRows'>;
  readonly kept: { readonly places: WorkedPlaces };
}

/**
 * The recipients with their own files: the addresses of all employees, or of all places, with rows in the run.
 * @throws PaytallyError RECIPIENT_INVALID; MAPPING_INVALID if the column or the file is missing
 */
export async function recipientsOfRun(
  run: AddressedRun,
  delivery: NamedDelivery,
  folder: string,
): Promise<readonly Recipient[]> {
  const group = await addressedIn(run, delivery, folder);
  return group === undefined ? [] : recipientsByAddress(delivery.name, group);
}

/**
 * The people or places of a run with the text in the place of their addresses; undefined if all recipients get the
 * same.
 * @throws PaytallyError MAPPING_INVALID if the column or the file is missing
 */
export async function addressedIn(
  run: AddressedRun,
  { name, settings }: NamedDelivery,
  folder: string,
): Promise<AddressGroup | undefined> {
  if (settings.to !== 'mail' || Array.isArray(settings.recipients)) return undefined;
  const { recipients } = settings;
  const { establishments, teams } = run.computed.data;
  if ('column' in recipients) {
    const { column } = recipients;
    const source = { path: run.prepared.mapping.path ?? '', column };
    return { kind: 'people', all: peopleOf(run, name, column), source };
  }
  if ('establishments' in recipients) {
    const source = { path: resolve(folder, recipients.establishments), column: RECIPIENT };
    const addresses = await addressesIn(source.path, 'establishment');
    return {
      kind: 'establishments',
      all: placesOf(run, 'establishmentId', establishments, addresses),
      source,
    };
  }
  const source = { path: resolve(folder, recipients.teams), column: RECIPIENT };
  const addresses = await addressesIn(source.path, 'team');
  return { kind: 'teams', all: placesOf(run, 'teamId', teams, addresses), source };
}

/** The column of addresses in the files of places and teams. */
export const RECIPIENT = 'recipient';

function peopleOf({ computed, prepared }: AddressedRun, delivery: string, column: string): AddressedRecord[] {
  const { employees } = prepared.mapping;
  refuseLackingColumn(prepared.mapping, delivery, column);
  const person = createPeopleDirectory(computed.data, employees, computed.period);
  const nameOf = createNameDirectory(computed.data, employees, computed.period);
  return computed.peopleWithRows.flatMap((id): AddressedRecord[] => {
    const known = person(id);
    const label = labelled(id, nameOf(id));
    const rows = rowsIn(employees.byId.get(id), computed.period).filter(isDated);
    if (rows.length === 0) return [{ id, label, addresses: known.extra[column]?.trim() ?? '' }];
    return rows.map((row) => ({
      id,
      label,
      addresses: row.extra[column]?.trim() ?? '',
      days: daysOf(row, computed.period),
    }));
  });
}

/** The name of a person or place in messages. */
export function labelled(id: string, name: string | undefined): string {
  if (name === undefined) return id;
  return name.includes(id) ? name : `${name} (${id})`;
}

/** Places or teams with work of employees in the run, by id or by name. */
function placesOf(
  { kept }: AddressedRun,
  key: keyof WorkedPlaces,
  listed: readonly { readonly id: string; readonly label?: string | undefined }[],
  addresses: ReadonlyMap<string, string>,
): AddressedRecord[] {
  const labels = new Map(listed.map(({ id, label }) => [id, label]));
  return addressedPlaces([...kept.places[key]].sort(), labels, addresses);
}

/** Places or teams with the text in the place of their addresses, by ID or by name. */
export function addressedPlaces(
  ids: readonly string[],
  labels: ReadonlyMap<string, string | undefined>,
  addresses: ReadonlyMap<string, string>,
): AddressedRecord[] {
  return ids.map((id) => {
    const label = labels.get(id);
    const found = addresses.get(id) ?? (label === undefined ? undefined : addresses.get(label));
    return { id, label: labelled(id, label), addresses: found ?? '' };
  });
}

/** Reads a CSV with the columns `kind` (id or name) and `recipient`. @throws PaytallyError MAPPING_INVALID */
export async function addressesIn(
  path: string,
  kind: 'establishment' | 'team',
): Promise<ReadonlyMap<string, string>> {
  const bytes = await readPlainFile(path, MOST_BYTES.table).catch((cause: unknown) => {
    throw invalidFile(path, message('people.recipientsNotReadable', { path }), cause);
  });
  const { text, style } = decodeCsv(bytes, path, 'recipients');
  const [header, ...rows] = readCsvRows(text, style.delimiter).map(({ cells }) =>
    cells.map((cell) => cell.trim()),
  );
  const [at, to] = [header?.indexOf(kind) ?? -1, header?.indexOf(RECIPIENT) ?? -1];
  if (at < 0 || to < 0) {
    throw invalidFile(path, message('people.recipientsColumns', { path, kind, recipient: RECIPIENT }));
  }
  const found = new Map<string, string>();
  for (const row of rows) {
    const id = row[at] ?? '';
    if (found.has(id)) throw invalidFile(path, message('people.recipientsTwice', { path, id }));
    if (id !== '') found.set(id, row[to] ?? '');
  }
  return found;
}

/** @throws PaytallyError MAPPING_INVALID */
export function refuseLackingColumn(
  { employees, path }: Pick<MappingFile, 'employees' | 'path'>,
  delivery: string,
  column: string,
): void {
  if (employees.extraColumns.includes(column)) return;
  const hasFile = path === undefined ? 'no' : 'yes';
  const values = { delivery, column, hasFile, path: path ?? '' };
  throw new PaytallyError('MAPPING_INVALID', message('people.recipientColumnMissing', values), {
    record: column,
  });
}

function invalidFile(path: string, what: Message, cause?: unknown): PaytallyError {
  return new PaytallyError('MAPPING_INVALID', what, {
    record: path,
    ...(cause === undefined ? {} : { cause }),
  });
}
