import { payRulesOf } from '../../config/paySchema.js';
import { absenceFindings } from '../../domain/absences/absenceFindings.js';
import { absenceTally } from '../../domain/absences/absenceLine.js';
import { unknownDayFindings } from '../../domain/balances/balanceFindings.js';
import { type PersonFigures, personFigures } from '../../domain/changes/figures.js';
import type { ComputedPeriod, RecordWork } from '../../domain/computed/computedPeriod.js';
import { addWorks, worksOfPlaces } from '../../domain/computed/worksOfFindings.js';
import { easedByEstimates, withoutAwaited } from '../../domain/exceptions/estimatedDays.js';
import { rateFindings } from '../../domain/exceptions/findExceptions.js';
import type { Finding } from '../../domain/exceptions/finding.js';
import { FindingBook } from '../../domain/exceptions/findingBook.js';
import { unmappedCodes } from '../../domain/exceptions/unmappedCodes.js';
import type { Pay } from '../../domain/pay/computePay.js';
import { NOTHING_EARLIER, type RecordsAndEarlier } from '../../domain/pay/earlierPay.js';
import {
  addPaidTotals,
  NOTHING_PAID,
  type PaidTotals,
  paidTotals,
  withoutEstimates,
} from '../../domain/pay/paidTotals.js';
import { minimumsOf, type PayRules } from '../../domain/pay/payRules.js';
import { balanceDays } from '../../domain/pay/payWindow.js';
import type { Period } from '../../domain/period/period.js';
import type { PeriodRecords } from '../../domain/records/periodData.js';
import { tzdataVersion } from '../../domain/time/tzdata.js';
import { ControlBook, controlTotals, type Tally } from '../../domain/timesheet/control.js';
import { proveControl } from '../../domain/timesheet/proveControl.js';
import type { Timesheet } from '../../domain/timesheet/timesheet.js';
import { endedByCtrlC } from '../endedByCtrlC.js';
import type { PreparedRun } from '../prepare/prepareRun.js';
import { unreadableRuleDates } from '../prepare/ruleColumns.js';
import type { RunRequest } from '../runRequest.js';
import { mappingExceptions, severitiesWithout } from './mappingExceptions.js';
import { policyOf, type WorkOfPeople, workOfPeople } from './workOfPeople.js';

type ComputedFor = Pick<PreparedRun, 'config' | 'mapping' | 'needs' | 'absences'>;
type ComputedAs = Pick<RunRequest, 'state' | 'accepted'>;

/**
 * From records to minutes, findings and totals, person by person: kept is what crosses persons, and everybody's work is
 * computed again when a document asks for it.
 * @throws PaytallyError CONTROL_MISMATCH, MAPPING_INVALID
 */
export function computePeriod(
  records: RecordsAndEarlier,
  period: Period,
  prepared: ComputedFor,
  request: ComputedAs,
  version: string,
): ComputedPeriod {
  const { config, mapping } = prepared;
  const people = workOfPeople(records, period, prepared);
  const totals = endedByCtrlC(() => totalsOf(records, people, period, prepared));
  const absentIds = people.absentIds.filter((id) => totals.onAbsence.has(id));
  const policy = policyOf(config);
  const rules = payRulesOf(config);
  const found = [
    ...withPlanNeeded(withoutAwaited(totals.book.findings(), policy), rules),
    ...mappingExceptions([...new Set([...totals.book.workedIds(), ...absentIds])], prepared),
    ...absentIds.flatMap((id) => totals.onAbsence.get(id) ?? []),
    ...codeExceptions(totals.payCodes, prepared),
    ...totals.balances,
    ...unknownDayFindings(records.earlier ?? NOTHING_EARLIER, balanceDays(period, rules)),
  ];
  const severities = { ...severitiesWithout(prepared.needs), ...config.exceptions };
  return {
    run: {
      employer: config.employerKey,
      employerName: config.employerName,
      employerId: config.employer.employerId,
      state: request.state,
      tzdata: tzdataVersion,
      version,
      language: config.language,
      hours: config.hours,
    },
    period,
    policy,
    data: records.facts,
    people,
    workedIds: totals.book.workedIds(),
    control: totals.control.control(),
    paid: totals.paid,
    absences: totals.absences,
    payCodes: config.payCodes,
    costCenters: config.costCenters,
    findings: easedByEstimates(rateFindings(found, { severities, accepted: request.accepted }), policy),
    works: totals.works,
    mapping: mapping.employees,
    figures: totals.figures,
  };
}

interface Totals {
  readonly book: FindingBook;
  readonly control: ControlBook;
  readonly works: Map<string, RecordWork>;
  readonly payCodes: Set<string>;
  /** What is found about everybody with a day of absence, or a holiday paid without work, in the period. */
  readonly onAbsence: Map<string, readonly Finding[]>;
  readonly balances: Finding[];
  readonly figures: Map<string, PersonFigures>;
  absences: Tally;
  paid: PaidTotals;
}

/** Goes over everybody once. */
function totalsOf(
  { facts }: PeriodRecords,
  people: WorkOfPeople,
  period: Period,
  { config, mapping }: ComputedFor,
): Totals {
  const totals: Totals = {
    book: new FindingBook(facts, period),
    control: new ControlBook(facts.invalid),
    works: worksOfPlaces(facts),
    payCodes: new Set(),
    onAbsence: new Map(),
    balances: [],
    figures: new Map(),
    absences: { entries: 0, minutes: 0 },
    paid: NOTHING_PAID,
  };
  const rules = payRulesOf(config);
  const unreadable: string[] = [];
  const askedAnyway = new Set([
    ...facts.changedWhileReading,
    ...facts.invalid.map(({ id }) => id),
    ...facts.goneEstablishments,
  ]);
  for (const personId of [...people.ids, null]) {
    const work = people.of(personId);
    const { records, data, timesheet, absences, notWorked } = work;
    const control = controlTotals(timesheet, []);
    proveControl(control, { entries: data.entries, invalid: [] }, timesheet);
    totals.control.addTimesheet(timesheet);
    const related = { shifts: records.relatedShifts, entries: records.relatedEntries };
    const named = totals.book.add(data, work.asRead, related);
    addWorks(totals.works, records, [named, askedAnyway]);
    if (personId === null) continue;
    const isUnworked = absences.length + notWorked.lines.length + notWorked.findings.length > 0;
    if (isUnworked) {
      const found = [...absenceFindings(absences, timesheet.days), ...notWorked.findings];
      totals.onAbsence.set(personId, found);
    }
    const { exported, outside, estimated } = timesheet;
    const hasWorked = exported.length + outside.length + (estimated?.estimates.length ?? 0) > 0;
    if (!hasWorked && !isUnworked) {
      addFigures(totals, personId, timesheet, NO_PAY);
      continue;
    }
    if (hasWorked && unreadableRuleDates(rules, mapping, [personId]) !== undefined) unreadable.push(personId);
    if (unreadable.length > 0) continue;
    addPay(totals, work, paidTotals(withoutEstimates(work.pay), period, control.exported.minutes));
    addFigures(totals, personId, timesheet, work.pay);
  }
  const failure = unreadableRuleDates(rules, mapping, unreadable);
  if (failure !== undefined) throw failure;
  return totals;
}

const NO_PAY: Pick<Pay, 'lines'> = { lines: [] };

function addFigures(
  { figures }: Totals,
  personId: string,
  timesheet: Timesheet,
  pay: Pick<Pay, 'lines'>,
): void {
  const own = personFigures(timesheet, pay);
  if (own !== undefined) figures.set(personId, own);
}

/** A minimum by the plan cannot be paid where planning cannot be read. */
function withPlanNeeded(findings: readonly Finding[], rules: PayRules): readonly Finding[] {
  if (!minimumsOf(rules).some((minimum) => 'planned' in minimum)) return findings;
  return findings.map((finding) =>
    finding.code === 'LIST_UNAVAILABLE' && finding.record === 'shifts'
      ? { ...finding, atLeast: 'block-final' }
      : finding,
  );
}

function addPay(totals: Totals, { pay, balances }: ReturnType<WorkOfPeople['of']>, paid: PaidTotals): void {
  const { lines } = pay;
  totals.balances.push(...balances);
  for (const { payCode } of lines) totals.payCodes.add(payCode);
  totals.paid = addPaidTotals(totals.paid, paid);
  const { entries, minutes } = absenceTally(lines);
  totals.absences = {
    entries: totals.absences.entries + entries,
    minutes: totals.absences.minutes + minutes,
  };
}

/** Who maps no code and uses no template that needs codes is not told about them. */
function codeExceptions(used: ReadonlySet<string>, { config, needs }: ComputedFor): Finding[] {
  const { payCodes } = config;
  if (!needs.payCodes && Object.keys(payCodes).length === 0) return [];
  const lines = [...used].map((payCode) => ({ payCode }));
  return unmappedCodes(lines, (payCode) => Object.hasOwn(payCodes, payCode));
}
