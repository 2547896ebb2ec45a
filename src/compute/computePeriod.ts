import type { Config } from '../config/config.js';
import { payRulesOf } from '../config/schema/paySchema.js';
import type { ComputedPeriod, RunFacts } from '../domain/computed/computedPeriod.js';
import { unknownDayFindings } from '../domain/exceptions/balanceFindings.js';
import type { Finding, RatedFinding } from '../domain/exceptions/finding.js';
import {
  downgradeEstimatedDays,
  rateFindings,
  removeAwaitedShifts,
} from '../domain/exceptions/ratedFindings.js';
import { periodNotOver } from '../domain/exceptions/readRules.js';
import { NO_EARLIER_PAY, type RecordsWithEarlierPay } from '../domain/pay/payLine.js';
import { listMinimums, type PayRules } from '../domain/pay/payRules.js';
import { balanceDays } from '../domain/pay/payWindow.js';
import { findUnmappedCodes } from '../domain/people/mappingFindings.js';
import type { Period } from '../domain/period/period.js';
import type { PeriodFacts } from '../domain/records/periodData.js';
import { tzdataVersion } from '../domain/time/tzdata.js';
import type { PreparedRun, RunRequest } from '../run.js';
import { runInterruptible } from '../runtime/interruption.js';
import { mappingExceptions, severitiesWithout } from './mappingExceptions.js';
import { PeriodTotals } from './periodTotals.js';
import { policyOf, type WorkOfPeople, workOfPeople } from './workOfPeople.js';

type ComputedFor = Pick<PreparedRun, 'config' | 'mapping' | 'needs' | 'absences'>;
type ComputedAs = Pick<RunRequest, 'state' | 'accepted'>;

/** A period before anybody was gone over: what does not cross persons is there already. */
export interface BegunPeriod {
  /** Its totals, findings and figures are empty as yet. Who is asked for in order is added to them on the way. */
  readonly early: ComputedPeriod;
  /** Goes over everybody who was not asked for yet. @throws PaytallyError CONTROL_MISMATCH, MAPPING_INVALID */
  readonly finish: () => ComputedPeriod;
}

/**
 * From records to minutes, findings and totals, person by person: kept is what crosses persons, and everybody's work is
 * computed again when a document asks for it.
 * @throws PaytallyError CONTROL_MISMATCH, MAPPING_INVALID
 */
export function computePeriod(...of: Parameters<typeof beginPeriod>): ComputedPeriod {
  return beginPeriod(...of).finish();
}

/** The same in two steps, so that a document that goes over everybody in order can do so in the same pass. */
export function beginPeriod(
  records: RecordsWithEarlierPay,
  period: Period,
  prepared: ComputedFor,
  request: ComputedAs,
  version: string,
): BegunPeriod {
  const { config, mapping } = prepared;
  const people = workOfPeople(records, period, prepared);
  const totals = new PeriodTotals(records.facts, period, prepared);
  const round = roundOf(people, totals);
  const known = {
    run: runFacts(config, request.state, version),
    period,
    policy: policyOf(config),
    data: records.facts,
    payCodes: config.payCodes,
    costCenters: config.costCenters,
    mapping: mapping.employees,
  };
  const nothing = { findings: [], workedIds: [] };
  return {
    early: { ...known, ...crossing(totals), ...nothing, people: { ids: people.ids, of: round.of } },
    finish: () =>
      runInterruptible(() => {
        round.finish();
        totals.finish();
        const findings = findingsOf(totals, people, {
          records,
          period,
          prepared,
          request,
        });
        return { ...known, ...crossing(totals), findings, workedIds: totals.book.workedIds(), people };
      }),
  };
}

function crossing({ control, paid, absences, works, figures }: PeriodTotals) {
  return { control: control.control(), paid, absences, works, figures };
}

/** Everybody's work, which is added to the totals when it is the next one's turn. */
function roundOf(people: WorkOfPeople, totals: PeriodTotals) {
  const waiting: readonly (string | null)[] = [...people.ids, null];
  let next = 0;
  const of: WorkOfPeople['of'] = (personId) => {
    const work = people.of(personId);
    if (next < waiting.length && waiting[next] === personId) {
      totals.add(personId, work);
      next += 1;
    }
    return work;
  };
  const finish = () => {
    for (; next < waiting.length; ) of(waiting[next] ?? null);
  };
  return { of, finish };
}

function runFacts(config: Config, state: RunRequest['state'], version: string): RunFacts {
  return {
    employer: config.employerKey,
    employerName: config.employerName,
    employerId: config.employer.employerId,
    state,
    tzdata: tzdataVersion,
    version,
    language: config.language,
    hours: config.hours,
  };
}

interface FoundIn {
  readonly request: ComputedAs;
  readonly records: RecordsWithEarlierPay;
  readonly period: Period;
  readonly prepared: ComputedFor;
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
  const found = [
    ...withPlanNeeded(removeAwaitedShifts(totals.book.findings(), policy), rules),
    ...mappingExceptions([...new Set([...totals.book.workedIds(), ...absentIds])], prepared),
    ...absentIds.flatMap((id) => totals.onAbsence.get(id) ?? []),
    ...codeExceptions(totals.payCodes, prepared),
    ...totals.balances,
    ...unusedRules(totals, records.facts, period, state),
    ...unknownDayFindings(records.earlier ?? NO_EARLIER_PAY, balanceDays(period, rules)),
  ];
  const severities = { ...severitiesWithout(prepared.needs), ...config.exceptions };
  return downgradeEstimatedDays(rateFindings(found, { severities, accepted }), policy);
}

/** A period that goes on may still bring the work that a rule names. */
function unusedRules(
  { ruleUse }: PeriodTotals,
  facts: PeriodFacts,
  period: Period,
  state: ComputedAs['state'],
): Finding[] {
  const holidays = new Set(facts.holidays.map(({ date }) => date));
  return ruleUse.findings(period, holidays, state === 'final' || periodNotOver(facts, period).length === 0);
}

/** A minimum by the plan cannot be paid where planning cannot be read. */
function withPlanNeeded(findings: readonly Finding[], rules: PayRules): readonly Finding[] {
  if (!listMinimums(rules).some((minimum) => 'planned' in minimum)) return findings;
  return findings.map((finding) =>
    finding.code === 'LIST_UNAVAILABLE' && finding.record === 'shifts'
      ? { ...finding, atLeast: 'block-final' }
      : finding,
  );
}

/** Who maps no code and uses no template that needs codes is not told about them. */
function codeExceptions(used: ReadonlySet<string>, { config, needs }: ComputedFor): Finding[] {
  const { payCodes } = config;
  if (!needs.payCodes && Object.keys(payCodes).length === 0) return [];
  const lines = [...used].map((payCode) => ({ payCode }));
  return findUnmappedCodes(lines, (payCode) => Object.hasOwn(payCodes, payCode));
}
