import { payRulesOf } from '../../config/payRules.js';
import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import { explainPerson } from '../../domain/explain/explainPerson.js';
import type { Explanation } from '../../domain/explain/explanation.js';
import { payWindow } from '../../domain/pay/payWindow.js';
import { type MappedEmployees, type Person, peopleDirectory } from '../../domain/people/peopleDirectory.js';
import { isInside, type Period } from '../../domain/period/period.js';
import { type LocalDate, parseLocalDate } from '../../domain/time/localDate.js';
import { PaytallyError } from '../../errors.js';
import { prepareRun } from '../prepare/prepareRun.js';
import { withStore } from '../read/withStore.js';
import { computeRun } from '../run/computeRun.js';
import type { RunHost } from '../runHost.js';
import type { RunRequest } from '../runRequest.js';
import { findEmployee } from './findEmployee.js';

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
  readonly explanation: Explanation;
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
  return withStore({ folder: request.storeFolder, mode: 'read', nowMs }, async (store) => {
    const { input } = await computeRun(host, request, prepared, store);
    const day = date === undefined ? undefined : dayOfPeriod(date, input.timesheet.period);
    const person = findEmployee(who, everybody(input));
    const window = payWindow(input.timesheet.period, payRulesOf(prepared.config));
    const explanation = explainPerson({ ...input, window }, person.id, day);
    return { employer: employerKey, person, tzdata: input.run.tzdata, explanation };
  });
}

/** All people that the read, earlier runs or the mapping file know. */
export function everybody({ data, mapping }: Pick<ComputedPeriod, 'data' | 'mapping'>): Person[] {
  const ids = [
    ...(data.employees ?? []).map(({ id }) => id),
    ...data.rememberedEmployees.map(({ id }) => id),
    ...data.entries.map(({ employeeId }) => employeeId),
    ...(data.shifts ?? []).map(({ employeeId }) => employeeId),
    ...mappedIds(mapping),
  ];
  const personById = peopleDirectory(data, mapping);
  return [...new Set(ids)].flatMap((id) => (id === null ? [] : [personById(id)]));
}

function mappedIds({ byId }: MappedEmployees): string[] {
  return [...byId.keys()];
}

function dayOfPeriod(text: string, period: Period): LocalDate {
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
