import { computedRead } from '../../compute/computedRead.js';
import { payRulesOf } from '../../config/schema/paySchema.js';
import { payCodeLabels } from '../../domain/computed/computedPeriod.js';
import { compareLineKeys, rowKeyText } from '../../domain/corrections/exportedLine.js';
import { messageReader } from '../../domain/exceptions/workList.js';
import { explainPerson } from '../../domain/explain/explainPerson.js';
import { payWindow } from '../../domain/pay/payWindow.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { linksBefore, readEarlierPay } from '../../ledger/earlierPay.js';
import { PAY_LINES } from '../../ledger/exportedLines.js';
import { loadStoredRun, type RecomputeContext, type StoredInputs } from '../../ledger/storedRun.js';
import { findEmployee } from '../../people/findEmployee.js';
import type { Store } from '../../store/store.js';
import {
  type CorrectedLine,
  dayOfPeriod,
  type ExplainedEmployee,
  type ExplainQuestion,
  everybody,
} from './explainEmployee.js';

/**
 * Where a number of a stored run came from, offline.
 * @throws PaytallyError RUN_UNKNOWN, RUN_PURGED, EMPLOYEE_UNKNOWN, EMPLOYEE_AMBIGUOUS
 */
export async function explainStored(
  store: Store,
  runId: string,
  places: RecomputeContext,
  { who, date }: ExplainQuestion,
): Promise<ExplainedEmployee> {
  const stored = await loadStoredRun(store, runId, places);
  const { prepared, period, readId, state, accepted, employerKey, employerId } = stored;
  const request = { state: state === 'draft' ? ('draft' as const) : ('final' as const), accepted };
  const earlier = readEarlierPay(store, linksBefore(store, { runId, employerId }));
  const { version, signal } = places;
  const read = { readId, period, earlier, prepared, request, version };
  const computed = await computedRead(store, read, signal);
  const day = date === undefined ? undefined : dayOfPeriod(date, period);
  const person = findEmployee(who, everybody(computed));
  const window = payWindow(period, payRulesOf(prepared.config));
  const { data, relatedShifts, timesheet, pay } = computed.people.of(person.id);
  const reader = messageReader(computed.run);
  const input = { data, relatedShifts, timesheet, pay, findings: computed.findings, reader, window };
  const explanation = explainPerson(input, person.id, day);
  const labels = payCodeLabels(computed.payCodes, computed.run.language);
  const about = { employer: employerKey, person, tzdata: computed.run.tzdata, labels, reader, explanation };
  return state === 'correction' ? { ...about, corrected: correctedLines(stored, person.id, day) } : about;
}

function correctedLines(
  { snapshot }: Pick<StoredInputs, 'snapshot'>,
  personId: string,
  day: LocalDate | undefined,
): readonly CorrectedLine[] {
  const written = new Set(snapshot?.exportedRows.map(rowKeyText));
  // Pay lines that a template prints stand with what it prints.
  const exported = (snapshot?.exported ?? []).filter(
    (line) => line.template !== PAY_LINES || written.has(rowKeyText(line)),
  );
  const lines = [
    ...exported.map((line) => ({ line, isSettled: false })),
    ...(snapshot?.settled ?? []).map((line) => ({ line, isSettled: true })),
  ];
  return lines
    .filter(({ line }) => line.employeeId === personId && (day === undefined || line.date === day))
    .sort((a, b) => compareLineKeys(a.line, b.line))
    .map(({ line: { template, date, payCode, unit, amount }, isSettled }) => ({
      template: template === PAY_LINES ? null : template,
      date,
      payCode,
      ...{ unit, amount },
      minutes: unit === 'minutes' ? amount : null,
      isSettled,
    }));
}
