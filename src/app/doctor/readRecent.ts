import type { Config } from '../../config/config.js';
import { payRulesOf } from '../../config/schema/paySchema.js';
import { RuleUsage } from '../../domain/exceptions/unusedRules.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import { inheritFromShifts, type PersonRecords } from '../../domain/records/periodData.js';
import type { Employee, TimeEntry } from '../../domain/records/records.js';
import { addDays } from '../../domain/time/localDate.js';
import { todayIn } from '../../domain/time/tzdata.js';
import { marginDays } from '../../domain/timesheet/buildTimesheet.js';
import { type Message, message } from '../../i18n/message.js';
import type { ReadWindow } from '../../sources/records/readWindows.js';
import type { Source, SourceRead } from '../../sources/source.js';
import type { ReadHost } from '../../sources/staging/readObserver.js';
import { buildStoredFacts } from '../../sources/staging/storedFacts.js';
import { loadPersonRecords, recordReader } from '../../sources/staging/storedRecords.js';
import { openTemporaryStore } from '../../store/openStore.js';
import type { Store } from '../../store/store.js';
import { type DoctorFinding, ok, warning } from './doctorFinding.js';

/** At least a whole month and a few days, on any date. */
const RECENT_DAYS = 35;

/** A read of the last weeks, with the people and places that have a time entry that is not cancelled. */
export interface RecentRead extends SourceRead, RecentWork {
  /** In the doctor's temporary store. */
  readonly readId: string;
}

interface RecentWork {
  /** IDs of employees, each with the establishments of their work. */
  readonly workers: ReadonlyMap<string, ReadonlySet<string>>;
  /** IDs of establishments. */
  readonly workedAt: ReadonlySet<string>;
  /** IDs of teams. */
  readonly workedFor: ReadonlySet<string>;
  readonly beliefs: Beliefs;
}

/** The days that the doctor reads. */
export function recentDays(nowMs: number): Days {
  const today = todayIn(undefined, nowMs);
  return { from: addDays(today, 1 - RECENT_DAYS), to: today };
}

/** Opens a temporary store for such a read: it keeps the memory of `doctor` as low as that of an export. */
export async function withRecentStore<Result>(
  nowMs: number,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = openTemporaryStore(() => new Date(nowMs));
  try {
    return await use(store);
  } finally {
    store.close();
  }
}

/** The employer of a read. */
interface ReadEmployer {
  readonly config: Config;
  /** Employees known from earlier runs. */
  readonly rememberedEmployees: readonly Employee[];
}

/** Reads every list as an export does, the dated ones for the days until today. @throws as `Source.read` */
export async function readRecent(
  { context, terminal }: Pick<ReadHost, 'context' | 'terminal'>,
  source: Source,
  { config, rememberedEmployees }: ReadEmployer,
  store: Store,
): Promise<RecentRead> {
  const nowMs = context.clock.nowMs();
  const period = recentDays(nowMs);
  const { employerId } = config.employer;
  const readId = store.beginRead({ employerId, ...period, startedAt: new Date(nowMs) });
  const read = await source.read({ windows: [period], read: 'once', staging: store.staging(readId) });
  terminal.progress(undefined);
  store.completeRead(readId, buildStoredFacts(read, { rememberedEmployees, goneEstablishments: [] }));
  return { ...read, readId, ...workIn(store, readId, read, config) };
}

/** Reads the records of each employee once, and the work without an employee; teams are those that a run would read. */
function workIn(store: Store, readId: string, read: SourceRead, config: Config): RecentWork {
  const reader = recordReader(read);
  const beliefs = new Beliefs(read.window, config);
  const workers = new Map<string, Set<string>>();
  const [workedAt, workedFor] = [new Set<string>(), new Set<string>()];
  for (const person of [...store.peopleOf(readId), null]) {
    const records = loadPersonRecords(store, readId, person, reader);
    beliefs.add(records);
    if (person === null) continue;
    for (const { status, establishmentId, teamId } of inheritFromShifts(records, marginDays(config))
      .entries) {
      if (status === 'Cancelled') continue;
      const places = workers.get(person) ?? new Set();
      workers.set(person, places);
      if (establishmentId !== null) {
        places.add(establishmentId);
        workedAt.add(establishmentId);
      }
      if (teamId !== null) workedFor.add(teamId);
    }
  }
  return { workers, workedAt, workedFor, beliefs };
}

/** The number of time entries that name a team or task: themselves, or only through their shift. */
interface NamedBy {
  own: number;
  ofShift: number;
}

/**
 * Assumptions about the service that its documentation leaves open, counted over the time entries of a read. `from` and
 * `to` are the requested days, without a margin.
 */
class Beliefs {
  entries = 0;
  readonly team: NamedBy = { own: 0, ofShift: 0 };
  readonly task: NamedBy = { own: 0, ofShift: 0 };
  /** Entries filed under a day other than the local day of their start. */
  readonly filedApart: TimeEntry[] = [];
  /** Entries outside the requested days by `workDate`, so that another date must select them, and by their start. */
  outsideByWorkDate = 0;
  outsideByStart = 0;
  readonly ruleUse: RuleUsage;
  readonly window: ReadWindow;
  readonly #marginDays: number;

  constructor(window: ReadWindow, config: Config) {
    this.window = window;
    this.#marginDays = marginDays(config);
    this.ruleUse = new RuleUsage(payRulesOf(config), config.costCenters);
  }

  add(records: PersonRecords): void {
    const { entries } = inheritFromShifts(records, this.#marginDays);
    for (const [index, entry] of entries.entries()) {
      this.entries += 1;
      const own = records.entries[index];
      countNamed(this.team, own?.teamId, entry.teamId);
      countNamed(this.task, own?.taskId, entry.taskId);
      const startDay = startDayOf(entry);
      if (startDay !== entry.workDate) this.filedApart.push(entry);
      if (!this.#isInside(entry.workDate)) this.outsideByWorkDate += 1;
      if (!this.#isInside(startDay)) this.outsideByStart += 1;
    }
    this.ruleUse.add({
      employeeId: records.personId ?? '',
      entries,
      lines: [],
      columnsOf: () => undefined,
      rows: [undefined],
      payBy: () => ({ lines: [] }),
      knowsRestDays: true,
    });
  }

  #isInside(day: string): boolean {
    return day >= this.window.from && day <= this.window.to;
  }
}

function countNamed(named: NamedBy, own: string | null | undefined, effective: string | null): void {
  if (own !== null && own !== undefined) named.own += 1;
  else if (effective !== null) named.ofShift += 1;
}

/** Stamps are local times (docs/service.md, "Every record"). */
function startDayOf({ start }: TimeEntry): string {
  return start.text.slice(0, 10);
}

/**
 * Reports which variant of each assumption applies to this service, and the rules that never apply with any of them.
 */
export function checkBeliefs(beliefs: Beliefs, employer: string): DoctorFinding[] {
  if (beliefs.entries === 0) return [];
  return [
    ok('fields', whoNames('team', beliefs.team, beliefs), employer),
    ok('fields', whoNames('task', beliefs.task, beliefs), employer),
    workDateFinding(beliefs, employer),
    selectionFinding(beliefs, employer),
    ...uselessRules(beliefs, employer),
  ];
}

function whoNames(what: 'team' | 'task', { own, ofShift }: NamedBy, { entries }: Beliefs): Message {
  if (own === 0 && ofShift === 0) return message('doctor.names.none', { what, entries });
  if (own === 0) return message('doctor.names.shift', { what, ofShift, entries });
  return message('doctor.names.own', { what, own, entries, ofShift });
}

function workDateFinding({ filedApart, entries }: Beliefs, employer: string): DoctorFinding {
  const [first] = filedApart;
  if (first === undefined) return ok('fields', message('doctor.workDate.same', { entries }), employer);
  const { id, workDate: recorded } = first;
  const values = { count: filedApart.length, entries, id, started: startDayOf(first), recorded };
  return warning('fields', message('doctor.workDate.other', values), employer);
}

function selectionFinding({ outsideByWorkDate, outsideByStart }: Beliefs, employer: string): DoctorFinding {
  if (outsideByWorkDate > 0 && outsideByStart > 0)
    return warning('fields', message('doctor.selection.neither'), employer);
  const how = outsideByStart > 0 ? 'workDate' : outsideByWorkDate > 0 ? 'start' : 'either';
  return ok('fields', message('doctor.selection', { how }), employer);
}

/** Rules for teams or tasks that no entry names: a run reports them as RULE_UNUSED. */
function uselessRules({ ruleUse, window }: Beliefs, employer: string): DoctorFinding[] {
  const period = { ...window, label: 'recent' };
  return ruleUse.findings(period, new Set(), false).map(({ record, facts }) => {
    const text = message('doctor.rules.noNames', { rule: record, names: facts.names ?? '' });
    return warning('rules', text, employer);
  });
}
