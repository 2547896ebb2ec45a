import { join } from 'node:path';
import { z } from 'zod';
import { configOf, type LoadedConfig } from '../../config/config.js';
import { readAbsences, readMapping } from '../../config/inputFiles.js';
import type { AbsenceRow } from '../../domain/absences/parseAbsences.js';
import { employeeFinder, type MappedEmployees, numbersOf } from '../../domain/mapping/employeeRows.js';
import type { Person } from '../../domain/people/peopleDirectory.js';
import { MONITOR_ITEM_KINDS } from '../../store/mirror.js';
import { replaceFile } from '../../store/replaceFile.js';
import type { Store, StoredRun } from '../../store/store.js';
import { findEmployee, fromEmployersThatKnow, refuseStrangers } from './findEmployee.js';
import { peopleOfRuns } from './purgePeople.js';

/** The manually edited files of an employer. */
interface EditedFiles {
  readonly employees: MappedEmployees['byId'];
  readonly absences: readonly AbsenceRow[];
}

/**
 * Collects one person's data from the store and the files, and no data of others.
 * @param who id, payroll ID, or (part of) a name
 * @throws PaytallyError EMPLOYEE_UNKNOWN, EMPLOYEE_AMBIGUOUS
 */
export function collectPersonRecords(
  store: Store,
  { employerKey, employerId }: { readonly employerKey: string; readonly employerId: string },
  { employees, absences }: EditedFiles,
  who: string,
) {
  const runs = store.runs({ employerId });
  const person = findEmployee(who, withMapped(peopleOfRuns(store, employerId, runs), employees));
  const { id } = person;
  const rows = employees.get(id) ?? [];
  const { number } = person;
  const isOf = ownAbsences(person, employees);
  const cells = rows.flatMap(({ extra }) => Object.values(extra));
  const addresses = cells.flatMap((cell) => cell.split(';'));
  const known = store.known.employees(employerId).find((each) => each.id === id);
  return {
    employer: employerKey,
    employeeId: id,
    number,
    firstName: person.firstName,
    lastName: person.lastName,
    lastSeen: known?.lastSeen.toISOString() ?? null,
    /** The person's lines of the mapping file, by their days. */
    mapping: rows,
    absences: absences.filter((row) => isOf(row)),
    runs: runs.flatMap((run) => runOfPerson(store, run, id)),
    /** The monitor's last records and findings of the person. */
    monitor: {
      records: store.mirror.reads(employerId).flatMap(({ readId }) => ownRecords(store, readId, id)),
      items: MONITOR_ITEM_KINDS.flatMap((kind) =>
        store.mirror
          .items(employerId, kind)
          .filter((item) => item.person === id)
          .map(({ content }) => ({ kind, content })),
      ),
    },
    /** Messages to the person's addresses in the mapping file. */
    deliveries: store.outbox
      .findByEmployer(employerKey)
      .filter(({ recipient }) => addresses.some((address) => address.trim() === recipient))
      .map(({ runId, name, recipient, state }) => ({ runId, name, recipient, state })),
  };
}

/** Everything that is stored about one person of an employer. */
export type PersonFile = ReturnType<typeof collectPersonRecords>;

/**
 * Collects a person's data of each employer that knows the person.
 * @throws PaytallyError EMPLOYEE_UNKNOWN, EMPLOYEE_AMBIGUOUS, MAPPING_INVALID
 */
export async function recordsOfPerson(
  store: Store,
  loaded: LoadedConfig,
  employers: readonly string[],
  who: string,
): Promise<readonly PersonFile[]> {
  const found = await fromEmployersThatKnow(employers, async (employerKey) => {
    const config = configOf(loaded, employerKey);
    const { employer } = config;
    const mapping = await readMapping(employer.employees, loaded.folder);
    const files = {
      employees: mapping.employees.byId,
      absences: (await readAbsences(config, loaded.folder)).rows,
    };
    return collectPersonRecords(store, { employerKey, employerId: employer.employerId }, files, who);
  });
  const people = found.map(({ employer, employeeId: id, number, firstName, lastName }) => {
    const numbers = number === null ? [] : [number];
    return { employer, person: { id, numbers, firstName, lastName } };
  });
  refuseStrangers(who, people, 'name');
  return found;
}

/** Writes a person's data into a folder. @returns the path. @throws PaytallyError OUTPUT_NOT_WRITTEN */
export async function writePersonRecords(
  store: Pick<Store, 'journal'>,
  records: PersonFile,
  folder: string,
): Promise<string> {
  const path = join(folder, `${records.employer}_${records.employeeId}_person.json`);
  await replaceFile(path, Buffer.from(`${JSON.stringify(records, null, 2)}\n`), store.journal);
  return path;
}

/** Rows that mean this person and no other; payroll IDs that the mapping no longer has are those of the runs. */
function ownAbsences({ id, numbers }: Person, byId: EditedFiles['employees']) {
  const find = employeeFinder({ extraColumns: [], byId }, (known) => known === id);
  return (row: AbsenceRow): boolean => {
    const { all } = find(row.employee, row);
    return all.length === 0 ? numbers.includes(row.employee) : all.every((each) => each === id);
  };
}

/** People who are only in the mapping file can be found too. */
function withMapped(people: readonly Person[], mapped: EditedFiles['employees']): Person[] {
  const seen = new Set(people.map(({ id }) => id));
  const numbered = people.map((each) => {
    const numbers = [...new Set([...each.numbers, ...numbersOf(mapped.get(each.id))])];
    return { ...each, numbers, number: mapped.get(each.id)?.at(-1)?.number ?? each.number };
  });
  const others = [...mapped].filter(([id]) => !seen.has(id));
  return [
    ...numbered,
    ...others.map(([id, rows]): Person => {
      const { number = null, extra = {}, firstName = null, lastName = null } = rows.at(-1) ?? {};
      return { id, number, numbers: numbersOf(rows), extra, firstName, lastName, isActive: null };
    }),
  ];
}

const recordFacts = z.object({ id: z.string(), employeeId: z.string() }).partial().catch({});

/** The records of a stored read, as the service returned them, including the person's line in the list of employees. */
function ownRecords(store: Store, readId: string, id: string) {
  const listed = [...store.recordsOf(readId, null)].filter(({ list, json }) => {
    const facts = recordFacts.parse(JSON.parse(json));
    return (list === 'employees' ? facts.id : facts.employeeId) === id;
  });
  const own = [...store.recordsOf(readId, id)].filter(({ relation }) => relation === 'own');
  return [...listed, ...own].map(({ list, json }) => ({ list, record: JSON.parse(json) as unknown }));
}

function runOfPerson(store: Store, run: StoredRun, id: string) {
  const { runId, readId, state, period } = run;
  const kept =
    state === 'draft'
      ? store.draftInputs(runId).find(({ person }) => person === id)?.content
      : store.ledger.person(runId, id)?.content;
  const records = readId === null ? [] : ownRecords(store, readId, id);
  if (kept === undefined && records.length === 0) return [];
  return [
    {
      runId,
      state,
      period: { from: period.from, to: period.to },
      startedAt: run.startedAt.toISOString(),
      /** The run's stored data besides records: mapping, pay lines, figures. */
      kept: kept ?? null,
      records,
      accepted: acceptedAbout(store, run, id, records),
    },
  ];
}

const acceptedReasons = z.object({ accepted: z.record(z.string(), z.string()).default({}) });

/**
 * Why exceptions about the person or one of these records were accepted, by `CODE@record`, in the run or in the window
 * after it. A reason for all exceptions of a code is not about a particular person.
 */
function acceptedAbout(
  store: Store,
  { manifest, state, employerId, period: { from, to } }: StoredRun,
  id: string,
  records: ReturnType<typeof ownRecords>,
) {
  const about = new Set<unknown>([id, ...records.map(({ record }) => recordFacts.parse(record).id)]);
  const inWindow = state === 'draft' ? store.acceptances.find({ employerId, from, to }) : {};
  const reasons = [
    ...Object.entries(inWindow).map(([key, { reason }]) => [key, reason] as const),
    ...Object.entries(acceptedReasons.parse(manifest).accepted),
  ];
  return Object.fromEntries(reasons.filter(([key]) => about.has(key.split('@')[1])));
}
