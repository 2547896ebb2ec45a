import type { Config } from '../../config/config.js';
import { payRulesOf } from '../../config/schema/paySchema.js';
import type { AccountOfPeriod } from '../../domain/account/accountDays.js';
import type { PersonAccount } from '../../domain/account/accountFindings.js';
import { payCodeLabels } from '../../domain/computed/computedPeriod.js';
import type { RatedFinding } from '../../domain/exceptions/finding.js';
import { messageReader } from '../../domain/exceptions/workList.js';
import { explainPerson } from '../../domain/explain/explainPerson.js';
import type { Explanation } from '../../domain/explain/explanation.js';
import { payWindow } from '../../domain/pay/payWindow.js';
import { createPeopleDirectory, type Person } from '../../domain/people/peopleDirectory.js';
import { isInside, type Period } from '../../domain/period/period.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { PaytallyError } from '../../errors.js';
import type { Reader } from '../../i18n/formatMessage.js';
import { message } from '../../i18n/message.js';
import type { Store } from '../../store/store.js';
import { type EmployeeSink, fillSinks, type OpenPeriod, openRead } from '../compute/computePeriod.js';
import type { WorkOfPerson } from '../compute/workOfPeople.js';
import { type CorrectedLine, correctedLines } from '../corrections/correctedLines.js';
import { type PeriodHost, type PeriodPlace, withReadPeriod } from '../export/runSource.js';
import { earlierPayOfRun } from '../ledger/earlierPayOfRun.js';
import { loadStoredRun, type RecomputeContext } from '../ledger/storedRun.js';
import { findEmployee } from '../people/findEmployee.js';

export interface ExplainQuestion {
  /** Id, payroll ID, or (part of) a name. */
  readonly who: string;
  /** Undefined for the whole period. */
  readonly date: LocalDate | undefined;
}

/** An explanation with the facts of the run and the person. */
export interface ExplainedEmployee {
  readonly employer: string;
  readonly person: Person;
  readonly tzdata: string;
  /** Labels of pay codes, for those that have one. */
  readonly labels: Readonly<Record<string, string>>;
  /** The role that it addresses. */
  readonly reader: Reader;
  readonly explanation: Explanation;
  /** For a correction, its changes on these days: in its files, or settled outside. */
  readonly corrected?: readonly CorrectedLine[];
  /** The hours account on the days of the period; undefined without one. */
  readonly account?: Omit<AccountOfPeriod, 'lines'> & { readonly isRestarted: boolean };
}

/**
 * Reads the period as `check` does and explains the numbers of one employee; writes nothing.
 * @throws PaytallyError EMPLOYEE_UNKNOWN, EMPLOYEE_AMBIGUOUS, USAGE for a date outside the period
 */
export async function explainEmployee(
  host: PeriodHost,
  place: PeriodPlace,
  employerKey: string,
  { who, date }: ExplainQuestion,
): Promise<ExplainedEmployee> {
  return withReadPeriod(host, place, employerKey, async ({ open, records, prepared }) => {
    const day = date === undefined ? undefined : dayOfPeriod(date, open.frame.period);
    const person = findEmployee(who, knownPeople(open), records.facts.placesOf);
    const explained = await explainPass(open, prepared.config, person, day, host.context.signal);
    return { employer: employerKey, ...explained };
  });
}

/** The pass over a period, with a sink that keeps the explained employee. */
async function explainPass(
  open: OpenPeriod,
  config: Config,
  person: Person,
  day: LocalDate | undefined,
  signal: AbortSignal,
): Promise<Omit<ExplainedEmployee, 'employer'>> {
  let own: WorkOfPerson | undefined;
  const sink: EmployeeSink = {
    write: (id, employee) => {
      if (id === person.id) own = employee;
    },
  };
  const { findings } = await fillSinks(open, [sink], signal);
  // A known person without records is not part of the pass.
  return explainWork(open, config, person, day, { work: own ?? open.people.of(person.id), findings });
}

interface ComputedEmployee {
  readonly work: WorkOfPerson;
  /** Of the run. */
  readonly findings: readonly RatedFinding[];
}

function explainWork(
  { frame: { period, run, payCodes, mapping } }: OpenPeriod,
  config: Config,
  person: Person,
  day: LocalDate | undefined,
  { work, findings }: ComputedEmployee,
): Omit<ExplainedEmployee, 'employer'> {
  const { data, relatedShifts, timesheet, pay, workingTime } = work;
  const reader = messageReader(run);
  const window = payWindow(period, payRulesOf(config));
  const input = {
    data,
    relatedShifts,
    timesheet,
    workingTime,
    pay,
    findings,
    reader,
    window,
    links: config.links,
    sources: {
      rows: mapping.byId.get(person.id),
      holidayOn: work.holidayOn,
      absences: work.unworked.traces,
    },
  };
  const explanation = explainPerson(input, person.id, day);
  const about = { person, tzdata: run.tzdata, labels: payCodeLabels(payCodes, run.language), reader };
  const { account } = work;
  return { ...about, explanation, ...(account === undefined ? {} : { account: shownAccount(account) }) };
}

/** Without what other parts of an explanation have: pay lines and findings. */
function shownAccount(account: PersonAccount): NonNullable<ExplainedEmployee['account']> {
  const { days, before, after, begun, isRestarted, limits, below, unused, withoutHours } = account;
  return { days, before, after, begun, isRestarted, limits, below, unused, withoutHours };
}

/** All people that the read, earlier runs or the mapping file know. */
export function knownPeople({ frame: { data, mapping, period }, people }: OpenPeriod): Person[] {
  const ids = new Set([
    ...(data.employees ?? []).map(({ id }) => id),
    ...data.rememberedEmployees.map(({ id }) => id),
    ...people.ids,
    ...mapping.byId.keys(),
  ]);
  const personById = createPeopleDirectory(data, mapping, period);
  return [...ids].map((id) => personById(id));
}

/** @throws PaytallyError USAGE */
function dayOfPeriod(date: LocalDate, period: Period): LocalDate {
  if (isInside(date, period)) return date;
  const { from, to } = period;
  throw new PaytallyError('USAGE', message('run.dayOutside', { text: date, from, to }), { record: date });
}

/**
 * The origin of a number in a stored run, offline.
 * @param findings those of the run, if they are known: then only the employee is computed again, not the whole run
 * @throws PaytallyError RUN_UNKNOWN, RUN_PURGED, EMPLOYEE_UNKNOWN, EMPLOYEE_AMBIGUOUS
 */
export async function explainStored(
  store: Store,
  runId: string,
  places: RecomputeContext,
  { who, date }: ExplainQuestion,
  findings?: readonly RatedFinding[],
): Promise<ExplainedEmployee> {
  const stored = loadStoredRun(store, runId, places);
  const { prepared, period, readId, state, accepted, employerKey, employerId } = stored;
  const request = { state: state === 'draft' ? ('draft' as const) : ('final' as const), accepted };
  const earlier = earlierPayOfRun(store, { runId, employerId });
  const { version, signal } = places;
  const open = openRead(store, { readId, period, earlier, prepared, request, version });
  const day = date === undefined ? undefined : dayOfPeriod(date, period);
  const person = findEmployee(who, knownPeople(open));
  const { config } = prepared;
  const explained =
    findings === undefined
      ? await explainPass(open, config, person, day, signal)
      : explainWork(open, config, person, day, { work: open.people.of(person.id), findings });
  const about = { employer: employerKey, ...explained };
  if (state !== 'correction') return about;
  return { ...about, corrected: correctedLines(stored, person.id, day) };
}
