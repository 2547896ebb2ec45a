import { payRulesOf } from '../../../src/config/schema/paySchema.js';
import type { RatedFinding } from '../../../src/domain/exceptions/finding.js';
import { explainPerson } from '../../../src/domain/explain/explainPerson.js';
import type { PersonSources } from '../../../src/domain/explain/explainSources.js';
import type { EntryExplanation, Explanation } from '../../../src/domain/explain/explanation.js';
import { holidaysEverywhere } from '../../../src/domain/holidays/holidayCalendar.js';
import { computePay } from '../../../src/domain/pay/computePay.js';
import type { PayLine } from '../../../src/domain/pay/payLine.js';
import type { PeriodData } from '../../../src/domain/records/periodData.js';
import type { Shift } from '../../../src/domain/records/records.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { buildTimesheet } from '../../../src/domain/timesheet/buildTimesheet.js';
import type { TimePolicy } from '../../../src/domain/timesheet/timesheet.js';
import { configured } from './payFixture.js';
import { OCTOBER, periodData } from './periodFixture.js';

export interface Asked {
  readonly data: Partial<PeriodData>;
  readonly policy?: TimePolicy;
  /** Pay rules as YAML. */
  readonly rules?: string;
  readonly findings?: readonly RatedFinding[];
  readonly relatedShifts?: readonly Shift[];
  readonly date?: string;
  /** Lines without an entry. */
  readonly unworked?: readonly PayLine[];
  /** Rows and absences of files. */
  readonly sources?: Partial<PersonSources>;
  readonly reader?: { readonly language: string; readonly hours: 'clock' | 'decimal' };
}

/** The explanation of Ann's October, computed from records as in a run. */
export function explained(asked: Asked): Explanation {
  const data = periodData(asked.data);
  const policy = asked.policy ?? { attribution: 'split', dst: 'elapsed' };
  const timesheet = buildTimesheet(data, OCTOBER, policy);
  const pay = computePay({
    worked: [...timesheet.exported, ...timesheet.outside],
    period: OCTOBER,
    policy,
    rules: payRulesOf(configured(asked.rules ?? 'payRules: { base: [{ code: NORMAL }] }')),
    holidaysAt: holidaysEverywhere(data.holidays),
    columnsOf: () => undefined,
  });
  const input = {
    data,
    relatedShifts: asked.relatedShifts ?? [],
    timesheet,
    pay: { ...pay, lines: [...pay.lines, ...(asked.unworked ?? [])] },
    findings: asked.findings ?? [],
    window: OCTOBER,
    sources: sourcesOf(data, asked.sources),
    ...(asked.reader === undefined ? {} : { reader: asked.reader }),
  };
  return explainPerson(input, 'ann', asked.date === undefined ? undefined : toLocalDate(asked.date));
}

/** Holidays of the whole employer, no mapping file and no absences. */
export function sourcesOf(
  { holidays }: Pick<PeriodData, 'holidays'>,
  change: Partial<PersonSources> = {},
): PersonSources {
  const { on } = holidaysEverywhere(holidays)('ann', null);
  return { rows: undefined, holidayOn: on, absences: [], ...change };
}

/** The only entry of an explanation. */
export function onlyEntry(asked: Asked): EntryExplanation {
  const { entries } = explained(asked);
  const [entry] = entries;
  if (entry === undefined || entries.length > 1) throw new Error(`one entry, not ${entries.length}`);
  return entry;
}

/** A finding about Ann. */
export function found(change: Partial<RatedFinding>): RatedFinding {
  return {
    code: 'UNREVIEWED',
    employeeId: 'ann',
    date: null,
    record: 'e',
    facts: {},
    severity: 'warn',
    accepted: undefined,
    ...change,
  };
}
