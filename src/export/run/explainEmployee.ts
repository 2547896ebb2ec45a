import { payRulesOf } from '../../config/schema/paySchema.js';
import { type ComputedPeriod, payCodeLabels } from '../../domain/computed/computedPeriod.js';
import type { ExportedLine } from '../../domain/corrections/exportedLine.js';
import type { Reader } from '../../domain/exceptions/wording.js';
import { messageReader } from '../../domain/exceptions/workList.js';
import { explainPerson } from '../../domain/explain/explainPerson.js';
import type { Explanation } from '../../domain/explain/explanation.js';
import { payWindow } from '../../domain/pay/payWindow.js';
import { createPeopleDirectory, type Person } from '../../domain/people/peopleDirectory.js';
import { isInside, type Period } from '../../domain/period/period.js';
import { type LocalDate, parseLocalDate } from '../../domain/time/localDate.js';
import { PaytallyError } from '../../errors.js';
import { findEmployee } from '../../people/findEmployee.js';
import { withStore } from '../../read/staging/withStore.js';
import type { RunHost, RunRequest } from '../../run.js';
import { prepareRun } from '../prepare/prepareRun.js';
import { computeRun } from './computeRun.js';

export interface ExplainQuestion {
  /** Id, payroll number, or (part of) a name. */
  readonly who: string;
  /** As written on the command line; undefined: the whole period. */
  readonly date: string | undefined;
}

/** An explanation with what its readers need to know about the run and the person. */
export interface ExplainedEmployee {
  readonly employer: string;
  readonly person: Person;
  readonly tzdata: string;
  /** What people call pay codes, of those that have a label. */
  readonly labels: Readonly<Record<string, string>>;
  /** Whom it speaks to. */
  readonly reader: Reader;
  readonly explanation: Explanation;
  /** Of a correction what it changed on these days: in its files, or settled outside. */
  readonly corrected?: readonly CorrectedLine[];
}

/** What a correction gave, or took back, of one template. */
export interface CorrectedLine extends Pick<ExportedLine, 'date' | 'payCode' | 'unit' | 'amount'> {
  /** null unless the unit is minutes. */
  readonly minutes: number | null;
  /** null for a pay line that no template prints. */
  readonly template: string | null;
  readonly isSettled: boolean;
}

/**
 * Reads the period as `check` does and explains the numbers of one employee; writes nothing.
 * @throws PaytallyError EMPLOYEE_UNKNOWN, EMPLOYEE_AMBIGUOUS, USAGE for a date outside the period
 */
export async function explainEmployee(
  host: RunHost,
  request: RunRequest,
  employerKey: string,
  { who, date }: ExplainQuestion,
): Promise<ExplainedEmployee> {
  const prepared = await prepareRun(host, request, employerKey);
  const nowMs = (): number => host.context.clock.nowMs();
  const { loaded, storeFolder } = request;
  return withStore({ loaded, storeFolder, mode: 'read', nowMs }, async (store) => {
    const { computed } = await computeRun(host, request, prepared, store);
    const { period, people, findings } = computed;
    const day = date === undefined ? undefined : dayOfPeriod(date, period);
    const person = findEmployee(who, everybody(computed), (id) => placesOf(id, computed));
    const window = payWindow(period, payRulesOf(prepared.config));
    const { data, relatedShifts, timesheet, pay } = people.of(person.id);
    const reader = messageReader(computed.run);
    const input = { data, relatedShifts, timesheet, pay, findings, reader, window };
    const explanation = explainPerson(input, person.id, day);
    const labels = payCodeLabels(computed.payCodes, computed.run.language);
    return { employer: employerKey, person, tzdata: computed.run.tzdata, labels, reader, explanation };
  });
}

/** Labels of the establishments where somebody worked or was planned, sorted. */
function placesOf(id: string, { people, data }: ComputedPeriod): string[] {
  const { entries, shifts } = people.of(id).data;
  const ids = new Set([...entries, ...(shifts ?? [])].map(({ establishmentId }) => establishmentId));
  const there = data.establishments.filter((establishment) => ids.has(establishment.id));
  return there.map(({ id: place, label }) => label ?? place).sort();
}

/** All people that the read, earlier runs or the mapping file know. */
export function everybody({
  data,
  people,
  mapping,
}: Pick<ComputedPeriod, 'data' | 'people' | 'mapping'>): Person[] {
  const ids = new Set([
    ...(data.employees ?? []).map(({ id }) => id),
    ...data.rememberedEmployees.map(({ id }) => id),
    ...people.ids,
    ...mapping.byId.keys(),
  ]);
  const personById = createPeopleDirectory(data, mapping);
  return [...ids].map((id) => personById(id));
}

/** @throws PaytallyError USAGE */
export function dayOfPeriod(text: string, period: Period): LocalDate {
  const date = parseLocalDate(text);
  if (date === undefined) {
    throw new PaytallyError('USAGE', `--date ${text}: this is not a day.`, {
      record: text,
      remedy: 'Write the day as YYYY-MM-DD.',
    });
  }
  if (isInside(date, period)) return date;
  throw new PaytallyError('USAGE', `--date ${text}: the period is ${period.from} to ${period.to}.`, {
    record: text,
    remedy: 'Choose a day of the period, or another period.',
  });
}
