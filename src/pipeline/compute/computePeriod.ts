import { payRulesOf } from '../../config/payRules.js';
import type { ComputedPeriod, ComputedWork, RecordWork } from '../../domain/computed/computedPeriod.js';
import { addWorks, worksOfPlaces } from '../../domain/computed/worksOfFindings.js';
import { rateFindings } from '../../domain/exceptions/findExceptions.js';
import type { Finding } from '../../domain/exceptions/finding.js';
import { FindingBook } from '../../domain/exceptions/findingBook.js';
import { unmappedCodes } from '../../domain/exceptions/unmappedCodes.js';
import { addPaidTotals, NOTHING_PAID, paidTotals } from '../../domain/pay/paidTotals.js';
import type { Period } from '../../domain/period/period.js';
import type { PeriodRecords } from '../../domain/records/periodData.js';
import { tzdataVersion } from '../../domain/time/tzdata.js';
import { ControlBook, controlTotals } from '../../domain/timesheet/control.js';
import { proveControl } from '../../domain/timesheet/proveControl.js';
import type { PreparedRun } from '../prepare/prepareRun.js';
import { unreadableRuleDates } from '../prepare/ruleColumns.js';
import type { RunRequest } from '../runRequest.js';
import { mappingExceptions, severitiesWithout } from './mappingExceptions.js';
import { policyOf, workOfPeople } from './workOfPeople.js';

type ComputedFor = Pick<PreparedRun, 'config' | 'mapping' | 'needs'>;
type ComputedAs = Pick<RunRequest, 'state' | 'accepted'>;

/**
 * From records to minutes, findings and totals, person by person: kept is what crosses persons, and everybody's work is
 * computed again when a document asks for it.
 * @throws PaytallyError CONTROL_MISMATCH, MAPPING_INVALID
 */
export function computePeriod(
  records: PeriodRecords,
  period: Period,
  prepared: ComputedFor,
  request: ComputedAs,
  version: string,
): ComputedPeriod {
  const { config, mapping } = prepared;
  const people = workOfPeople(records, period, prepared);
  const totals = totalsOf(records, people.of, period, prepared);
  const found = [
    ...totals.book.findings(),
    ...mappingExceptions(totals.book.workedIds(), prepared),
    ...codeExceptions(totals.payCodes, prepared),
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
    },
    period,
    policy: policyOf(config),
    data: records.facts,
    people,
    control: totals.control.control(),
    paid: totals.paid,
    payCodes: config.payCodes,
    findings: rateFindings(found, { severities, accepted: request.accepted }),
    works: totals.works,
    mapping: mapping.employees,
  };
}

interface Totals {
  readonly book: FindingBook;
  readonly control: ControlBook;
  readonly works: Map<string, RecordWork>;
  readonly payCodes: Set<string>;
  paid: ReturnType<typeof paidTotals>;
}

/** Goes over everybody once. */
function totalsOf(
  { facts, personIds, of: recordsOf }: PeriodRecords,
  workOf: (personId: string | null) => ComputedWork,
  period: Period,
  { config, mapping }: ComputedFor,
): Totals {
  const totals: Totals = {
    book: new FindingBook(facts, period),
    control: new ControlBook(facts.invalid),
    works: worksOfPlaces(facts),
    payCodes: new Set(),
    paid: NOTHING_PAID,
  };
  const rules = payRulesOf(config);
  const unreadable: string[] = [];
  const askedAnyway = new Set([
    ...facts.changedWhileReading,
    ...facts.invalid.map(({ id }) => id),
    ...facts.goneEstablishments,
  ]);
  for (const personId of [...personIds, null]) {
    const records = recordsOf(personId);
    const work = workOf(personId);
    const { data, timesheet } = work;
    const control = controlTotals(timesheet, []);
    proveControl(control, { entries: data.entries, invalid: [] }, timesheet);
    totals.control.addTimesheet(timesheet);
    const related = { shifts: records.relatedShifts, entries: records.relatedEntries };
    const named = totals.book.add(data, timesheet, related);
    addWorks(totals.works, records, [named, askedAnyway]);
    const hasWorked = timesheet.exported.length + timesheet.outside.length > 0;
    if (personId === null || !hasWorked) continue;
    if (unreadableRuleDates(rules, mapping, [personId]) !== undefined) unreadable.push(personId);
    if (unreadable.length > 0) continue;
    for (const { payCode } of work.pay.lines) totals.payCodes.add(payCode);
    totals.paid = addPaidTotals(totals.paid, paidTotals(work.pay, period, control.exported.minutes));
  }
  const failure = unreadableRuleDates(rules, mapping, unreadable);
  if (failure !== undefined) throw failure;
  return totals;
}

/** Who maps no code and uses no template that needs codes is not told about them. */
function codeExceptions(used: ReadonlySet<string>, { config, needs }: ComputedFor): Finding[] {
  const { payCodes } = config;
  if (!needs.payCodes && Object.keys(payCodes).length === 0) return [];
  const lines = [...used].map((payCode) => ({ payCode }));
  return unmappedCodes(lines, (payCode) => Object.hasOwn(payCodes, payCode));
}
