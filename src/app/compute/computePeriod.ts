import type { Config } from '../../config/config.js';
import { payRulesOf } from '../../config/schema/paySchema.js';
import { sourceName } from '../../config/schema/sourceSchema.js';
import type { MappingNeeds } from '../../documents/template/needsMapping.js';
import { holidayFindings } from '../../domain/absences/holidayFindings.js';
import type {
  ComputedPeriod,
  ExportState,
  PeriodFrame,
  PeriodSummary,
  RunFacts,
} from '../../domain/computed/computedPeriod.js';
import { unknownDayFindings } from '../../domain/exceptions/balanceFindings.js';
import type {
  AcceptedKey,
  ExceptionCode,
  Finding,
  RatedFinding,
  Severity,
} from '../../domain/exceptions/finding.js';
import {
  downgradeEstimatedDays,
  rateFindings,
  removeAwaitedShifts,
} from '../../domain/exceptions/ratedFindings.js';
import { periodNotOver, withPlanNeeded } from '../../domain/exceptions/readRules.js';
import { type EarlierPay, NO_EARLIER_PAY, type RecordsWithEarlierPay } from '../../domain/pay/payLine.js';
import { listMinimums, type PayRules } from '../../domain/pay/payRules.js';
import { balanceDays } from '../../domain/pay/payWindow.js';
import {
  findMappingProblems,
  findUnmappedCodes,
  numberedEmployee,
} from '../../domain/people/mappingFindings.js';
import type { Period } from '../../domain/period/period.js';
import { tzdataVersion } from '../../domain/time/tzdata.js';
import { pauseForInterrupt, runInterruptible } from '../../runtime/interruption.js';
import { collectOftenForMany } from '../../runtime/memoryGuard.js';
import { loadPeriodRecords } from '../../sources/staging/storedRecords.js';
import type { Store } from '../../store/store.js';
import type { EmployerInputs } from './employerInputs.js';
import { PeriodTotals } from './periodTotals.js';
import { readWorkedHistory } from './workedHistory.js';
import { policyOf, type WorkOfPeople, type WorkOfPerson, workOfPeople } from './workOfPeople.js';

/** The purpose of a computation. */
export interface ComputedAs {
  readonly state: ExportState;
  /** Exception code, or code and record -> reason. */
  readonly accepted: ReadonlyMap<AcceptedKey, string>;
}

/** Receives the work and pay of each employee, one employee after the other. */
export interface EmployeeSink {
  /** @param id null for work that names no employee */
  write(id: string | null, employee: WorkOfPerson): void;
}

/** A period with its records, before any employee is computed. */
export interface OpenPeriod {
  /** The data known so far. */
  readonly frame: PeriodFrame;
  readonly people: WorkOfPeople;
  readonly totals: PeriodTotals;
  /** The results across employees, after all have been added to the totals. @throws PaytallyError MAPPING_INVALID */
  readonly summarise: () => PeriodSummary;
}

export function openPeriod(
  records: RecordsWithEarlierPay,
  period: Period,
  prepared: EmployerInputs,
  request: ComputedAs,
  version: string,
): OpenPeriod {
  const { config, mapping } = prepared;
  const people = workOfPeople(records, period, prepared);
  const totals = new PeriodTotals(records.facts, period, prepared);
  const frame = {
    run: runFacts(config, request.state, version),
    period,
    policy: policyOf(config),
    data: records.facts,
    holidays: people.holidays,
    payCodes: config.payCodes,
    costCenters: config.costCenters,
    mapping: mapping.employees,
  };
  const summarise = (): PeriodSummary => {
    totals.finish();
    const { paid, amounts, absences, works, figures, workedOn, accounts } = totals;
    const findings = findingsOf(totals, people, { records, period, prepared, request });
    const control = totals.control.control();
    return {
      ...frame,
      control,
      paid,
      amounts,
      absences,
      works,
      figures,
      workedOn,
      accounts,
      findings,
      peopleWithRows: [...new Set([...totals.book.workedIds(), ...totals.unworkedIds])].sort(),
      workingTimeGaps: totals.workingTimeGaps.gaps(),
    };
  };
  return { frame, people, totals, summarise };
}

/**
 * The only loop over the employees of a period: computes each, adds it to the totals and writes it to every sink.
 * Yields after each, so that the caller can pause.
 * @throws PaytallyError CONTROL_MISMATCH
 */
function* passOver(
  { people, totals }: OpenPeriod,
  sinks: readonly EmployeeSink[] = [],
): Generator<void, void> {
  for (const id of [...people.ids, null]) {
    const employee = people.of(id);
    totals.add(id, employee);
    for (const sink of sinks) sink.write(id, employee);
    yield;
  }
}

/** The time between two pauses, in which Ctrl-C is noticed. */
const STEP_MS = 100;

/** Computes a period and fills the sinks. @throws PaytallyError CONTROL_MISMATCH, MAPPING_INVALID, INTERRUPTED */
export async function fillSinks(
  open: OpenPeriod,
  sinks: readonly EmployeeSink[],
  signal: AbortSignal,
): Promise<PeriodSummary> {
  collectOftenForMany(open.people.ids.length);
  const pass = passOver(open, sinks);
  for (let isDone = false; !isDone; ) {
    await pauseForInterrupt(signal);
    isDone = runInterruptible(() => {
      const until = performance.now() + STEP_MS;
      while (performance.now() < until) if (pass.next().done === true) return true;
      return false;
    });
  }
  await pauseForInterrupt(signal);
  return runInterruptible(() => open.summarise());
}

/**
 * The same, but synchronous and without sinks: only the results across employees are kept, and each employee is
 * recomputed on request.
 * @throws PaytallyError CONTROL_MISMATCH, MAPPING_INVALID
 */
export function computePeriod(...of: Parameters<typeof openPeriod>): ComputedPeriod {
  const open = openPeriod(...of);
  for (const _ of passOver(open));
  return { ...open.summarise(), people: open.people };
}

function runFacts(config: Config, state: ExportState, version: string): RunFacts {
  return {
    employer: config.employerKey,
    employerName: config.employerName,
    employerId: config.employer.employerId,
    state,
    tzdata: tzdataVersion,
    version,
    language: config.language,
    hours: config.hours,
    links: config.links,
    source: sourceName(config.source),
  };
}

interface FoundIn {
  readonly request: ComputedAs;
  readonly records: RecordsWithEarlierPay;
  readonly period: Period;
  readonly prepared: EmployerInputs;
}

function findingsOf(
  totals: PeriodTotals,
  people: WorkOfPeople,
  { records, period, prepared, request: { state, accepted } }: FoundIn,
): readonly RatedFinding[] {
  const { config } = prepared;
  const policy = policyOf(config);
  const rules = payRulesOf(config);
  const absentIds = people.absentIds.filter((id) => totals.onAbsence.has(id));
  const ofWork = removeAwaitedShifts(totals.book.findings(), policy);
  const lacksPlan = !records.facts.hasPlanning && needsPlan(rules, config);
  const found = [
    ...(lacksPlan ? withPlanNeeded(ofWork) : ofWork),
    ...mappingExceptions(
      totals,
      [...new Set([...totals.book.workedIds(), ...absentIds, ...totals.unworkedIds])],
      prepared,
      period,
    ),
    ...absentIds.flatMap((id) => totals.onAbsence.get(id) ?? []),
    ...codeExceptions(totals.payCodes, prepared),
    ...totals.expected,
    ...unusedRules(totals, people, period, { records, state }),
    ...holidayFindings(people.holidays, rules, period, prepared.mapping.employees.extraColumns),
    ...onlyOnce([
      ...totals.balances,
      ...unknownDayFindings(records.earlier ?? NO_EARLIER_PAY, balanceDays(period, rules)),
    ]),
  ];
  const severities = { ...severitiesWithout(prepared.needs), ...config.exceptions };
  return downgradeEstimatedDays(rateFindings(found, { severities, accepted }), policy);
}

/** Days without a final are the same for all employees, and for all balances. */
function onlyOnce(findings: readonly Finding[]): Finding[] {
  const keys = new Set<string>();
  return findings.filter(({ code, record, employeeId }) => {
    if (employeeId !== null) return true;
    const key = `${code} ${record}`;
    return !keys.has(key) && keys.add(key);
  });
}

/** Before a period ends, the work that a rule names may still be recorded. */
function unusedRules(
  { ruleUse }: PeriodTotals,
  { holidays }: WorkOfPeople,
  period: Period,
  { records, state }: Pick<FoundIn, 'records'> & Pick<ComputedAs, 'state'>,
): Finding[] {
  const isOver = state === 'final' || periodNotOver(records.facts, period).length === 0;
  const dates = holidays.dates.filter((date) => holidays.sourcesOn(date).length > 0);
  return ruleUse.findings(period, new Set(dates), isOver);
}

/** Whether pay, days or hours accounts would differ without planned shifts, and nothing else would say so. */
function needsPlan(rules: PayRules, { attribution }: Pick<Config, 'attribution'>): boolean {
  return (
    attribution === 'shift' ||
    rules.shiftPay !== undefined ||
    rules.account?.target === 'planned' ||
    listMinimums(rules).some((minimum) => 'planned' in minimum)
  );
}

/** Not reported if the configuration maps no codes and no template needs them. */
function codeExceptions(used: ReadonlySet<string>, { config, needs }: EmployerInputs): Finding[] {
  const { payCodes } = config;
  if (!needs.payCodes && Object.keys(payCodes).length === 0) return [];
  const lines = [...used].map((payCode) => ({ payCode }));
  return findUnmappedCodes(lines, (payCode) => Object.hasOwn(payCodes, payCode));
}

/** The inputs for computing a read. */
interface ReadToCompute {
  readonly readId: string;
  readonly period: Period;
  /** The ledger's data about earlier days. */
  readonly earlier: EarlierPay;
  readonly prepared: EmployerInputs;
  readonly request: ComputedAs;
  /** The version of paytally. */
  readonly version: string;
}

/**
 * Computes minutes, findings and totals from a stored read, for a first export and for every later use of the same
 * records. The store must stay open while the result is in use.
 * @throws PaytallyError CONTROL_MISMATCH, MAPPING_INVALID, STORE_UNUSABLE for a deleted read, INTERRUPTED
 */
export async function computedRead(
  store: Store,
  read: ReadToCompute,
  signal: AbortSignal,
): Promise<ComputedPeriod> {
  const open = openRead(store, read);
  return { ...(await fillSinks(open, [], signal)), people: open.people };
}

/** The same before any employee is computed. @throws PaytallyError STORE_UNUSABLE for a deleted read */
export function openRead(
  store: Store,
  { readId, period, earlier, prepared, request, version }: ReadToCompute,
): OpenPeriod {
  const records = loadPeriodRecords(store, readId, prepared.config);
  const history = readWorkedHistory(store, readId, request.state);
  return openPeriod({ ...records, earlier, history }, period, prepared, request, version);
}

/**
 * People of the period without a payroll ID, or with the number of another person; empty if the run needs no numbers.
 */
function mappingExceptions(
  { datesOf }: PeriodTotals,
  employeeIds: readonly string[],
  { mapping, needs }: Pick<EmployerInputs, 'mapping' | 'needs'>,
  period: Period,
): Finding[] {
  if (mapping.path === undefined && !needs.employeeNumbers) return [];
  return findMappingProblems(
    employeeIds.map((id) =>
      numberedEmployee(id, mapping.employees.byId.get(id), { dates: datesOf.get(id) ?? [], period }),
    ),
  );
}

/** A gap in the mapping blocks only a run with a template that needs the value; in other runs it is a warning. */
function severitiesWithout(needs: MappingNeeds): Partial<Record<ExceptionCode, Severity>> {
  return {
    ...(needs.employeeNumbers ? {} : { UNMAPPED_EMPLOYEE: 'warn', DUPLICATE_NUMBER: 'warn' }),
    ...(needs.payCodes ? {} : { UNMAPPED_CODE: 'warn', HOLIDAY_HOURS: 'warn' }),
    ...(needs.minutes ? {} : { ABSENCE_HOURS: 'warn' }),
  };
}
