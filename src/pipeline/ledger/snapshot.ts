import { z } from 'zod';
import type { Config } from '../../config/config.js';
import type { Template } from '../../documents/template/template.js';
import type { ExportedLine, WrittenRow } from '../../domain/corrections/exportedLine.js';
import type { MappedEmployees } from '../../domain/people/peopleDirectory.js';
import type { PeriodData } from '../../domain/records/periodData.js';
import type { Employee, Shift, TimeEntry } from '../../domain/records/records.js';
import type { PersonContent, StoredPerson } from '../../store/ledgerLink.js';

/** Under this name stands what belongs to no single person. */
export const NOBODY = '';

type MappedRow = { readonly number: string | null; readonly extra: Readonly<Record<string, string>> };

/** What a run that counts was computed from, and what it exported. */
export interface Snapshot {
  readonly config: Config;
  readonly templates: readonly Template[];
  readonly mapping: MappedEmployees;
  readonly data: PeriodData;
  readonly version: string;
  readonly tzdata: string;
  readonly exported: readonly ExportedLine[];
  readonly exportedRows: readonly WrittenRow[];
  readonly settled: readonly ExportedLine[];
  readonly settledRows: readonly WrittenRow[];
  /** `CODE record` of everything that was found, so that what was accepted once is known again. */
  readonly findings: readonly string[];
}

/** A snapshot person by person, so that each can be taken away by itself. */
export function contentOf(snapshot: Snapshot): PersonContent[] {
  const { data, mapping } = snapshot;
  const people = new Set([
    ...data.entries.flatMap(({ employeeId }) => employeeId ?? []),
    ...(data.shifts ?? []).flatMap(({ employeeId }) => employeeId ?? []),
    ...(data.employees ?? []).map(({ id }) => id),
    ...data.rememberedEmployees.map(({ id }) => id),
    ...[...snapshot.exported, ...snapshot.settled].map(({ employeeId }) => employeeId),
  ]);
  const entries = byPerson(data.entries, (entry) => entry.employeeId);
  const shifts = byPerson(data.shifts ?? [], (shift) => shift.employeeId);
  const exported = byPerson(snapshot.exported, (line) => line.employeeId);
  const settled = byPerson(snapshot.settled, (line) => line.employeeId);
  const [rows, settledRows] = [
    rowsByPerson(snapshot.exported, snapshot.exportedRows),
    rowsByPerson(snapshot.settled, snapshot.settledRows),
  ];
  const listed = new Map((data.employees ?? []).map((employee) => [employee.id, employee]));
  const remembered = new Map(data.rememberedEmployees.map((employee) => [employee.id, employee]));
  return [
    { person: NOBODY, content: common(snapshot, entries.get(NOBODY) ?? [], shifts.get(NOBODY) ?? []) },
    ...[...people].sort().map((person) => ({
      person,
      content: {
        entries: entries.get(person) ?? [],
        shifts: shifts.get(person) ?? [],
        employee: listed.get(person) ?? null,
        remembered: remembered.get(person) ?? null,
        mapping: mapping.byId.get(person) ?? null,
        exported: exported.get(person) ?? [],
        exportedRows: rows.get(person) ?? [],
        settled: settled.get(person) ?? [],
        settledRows: settledRows.get(person) ?? [],
      },
    })),
  ];
}

function common(snapshot: Snapshot, entries: readonly TimeEntry[], shifts: readonly Shift[]) {
  const { config, templates, mapping, version, tzdata, findings, data } = snapshot;
  const { employees, rememberedEmployees: _, entries: __, shifts: allShifts, ...lists } = data;
  return {
    config,
    templates,
    extraColumns: mapping.extraColumns,
    version,
    tzdata,
    findings,
    lists: { ...lists, hasEmployees: employees !== null, hasShifts: allShifts !== null },
    entries,
    shifts,
  };
}

function byPerson<Item>(
  items: readonly Item[],
  personOf: (item: Item) => string | null,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const person = personOf(item) ?? NOBODY;
    const mine = groups.get(person);
    if (mine === undefined) groups.set(person, [item]);
    else mine.push(item);
  }
  return groups;
}

/** A row stands with the first person who has a line in it. */
function rowsByPerson(
  lines: readonly ExportedLine[],
  rows: readonly WrittenRow[],
): Map<string, WrittenRow[]> {
  const owners = new Map<string, string>();
  for (const { template, row, employeeId } of lines) {
    const key = JSON.stringify([template, row]);
    if (!owners.has(key)) owners.set(key, employeeId);
  }
  return byPerson(rows, ({ template, row }) => owners.get(JSON.stringify([template, row])) ?? null);
}

const list = z.array(z.unknown());
const personContent = z.object({
  entries: list,
  shifts: list,
  employee: z.unknown(),
  remembered: z.unknown(),
  mapping: z.unknown(),
  exported: list,
  exportedRows: list,
  settled: list,
  settledRows: list,
});
const commonContent = z.object({
  config: z.unknown(),
  templates: list,
  extraColumns: z.array(z.string()),
  version: z.string(),
  tzdata: z.string(),
  findings: z.array(z.string()),
  lists: z.looseObject({ hasEmployees: z.boolean(), hasShifts: z.boolean() }),
  entries: list,
  shifts: list,
});

/**
 * Puts a snapshot together again. The digests of the ledger say that the content is what this program wrote, so only
 * its outline is checked.
 * @returns undefined where what belongs to nobody was purged, or was never kept
 */
export function snapshotOf(people: readonly StoredPerson[]): Snapshot | undefined {
  const nobody = people.find(({ person }) => person === NOBODY)?.content;
  if (nobody === undefined) return undefined;
  const all = commonContent.parse(nobody);
  const own = people.flatMap(({ person, content }) =>
    person === NOBODY || content === undefined ? [] : [{ person, content: personContent.parse(content) }],
  );
  const { hasEmployees, hasShifts, ...lists } = all.lists;
  const of = <Item>(name: keyof z.infer<typeof personContent>) =>
    own.flatMap(({ content }) => content[name] as readonly Item[]);
  const records = <Item>(name: 'employee' | 'remembered') =>
    own.flatMap(({ content }) => (content[name] === null ? [] : [content[name] as Item]));
  const data = {
    ...(lists as unknown as PeriodData),
    employees: hasEmployees ? records<Employee>('employee') : null,
    rememberedEmployees: records<Employee>('remembered'),
    entries: [...(all.entries as readonly TimeEntry[]), ...of<TimeEntry>('entries')],
    shifts: hasShifts ? [...(all.shifts as readonly Shift[]), ...of<Shift>('shifts')] : null,
  };
  const byId = own.flatMap(({ person, content }) =>
    content.mapping === null ? [] : [[person, content.mapping as MappedRow] as const],
  );
  return {
    config: all.config as Config,
    templates: all.templates as readonly Template[],
    mapping: { extraColumns: all.extraColumns, byId: new Map(byId) },
    data,
    version: all.version,
    tzdata: all.tzdata,
    findings: all.findings,
    exported: of<ExportedLine>('exported'),
    exportedRows: of<WrittenRow>('exportedRows'),
    settled: of<ExportedLine>('settled'),
    settledRows: of<WrittenRow>('settledRows'),
  };
}
