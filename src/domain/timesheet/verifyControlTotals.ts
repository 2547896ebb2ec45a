import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { PeriodData } from '../records/periodData.js';
import type { TimeEntry } from '../records/records.js';
import type { Control, ControlTotals, Tally } from './controlTotals.js';
import type { Timesheet, WorkedEntry } from './timesheet.js';

/** The counts of one reason: `cancelled`. */
type Reasons = Map<string, { entries: number; minutes: number }>;
/** By subject: `establishment 4711`. */
type Figures = Map<string, Reasons>;

/**
 * Counts all figures a second time, independently of `controlTotals`: fetched and excluded from the records as read,
 * exported from the dates of their parts, and exported minutes again from the table of days.
 * @throws PaytallyError CONTROL_MISMATCH with the first figure that differs; no file may then be written
 */
export function verifyControlTotals(
  control: Control,
  data: Pick<PeriodData, 'entries' | 'invalid'>,
  timesheet: Timesheet,
): void {
  compare(figuresOf(control), recount(data, timesheet));
  compareDays(control, timesheet);
}

function figuresOf(control: Control): Figures {
  const figures: Figures = new Map();
  const put = (scope: string, { fetched, exported, excluded }: ControlTotals): void => {
    const tallies = [
      ['fetched', fetched],
      ['exported', exported],
      ...excluded.map((tally) => [tally.reason, tally] as const),
    ] as const;
    for (const [reason, tally] of tallies) count(reasonsOf(figures, scope), reason, tally);
  };
  put('employer', control);
  for (const [id, totals] of control.byEstablishment) put(scopeOf('establishment', id), totals);
  for (const [id, totals] of control.byEmployee) put(scopeOf('employee', id), totals);
  return figures;
}

function recount(
  { entries, invalid }: Pick<PeriodData, 'entries' | 'invalid'>,
  timesheet: Timesheet,
): Figures {
  const figures: Figures = new Map();
  const workedById = new Map(
    [...timesheet.exported, ...timesheet.outside, ...(timesheet.estimated?.replaced ?? [])].map((worked) => [
      worked.entry.id,
      worked,
    ]),
  );
  const everywhere = (record: Partial<TimeEntry>, ways: readonly [string, Tally][]): void => {
    const { establishmentId = null, employeeId = null } = record;
    const scopes = ['employer', scopeOf('establishment', establishmentId), scopeOf('employee', employeeId)];
    for (const scope of scopes) {
      const reasons = reasonsOf(figures, scope);
      for (const [reason, tally] of ways) count(reasons, reason, tally);
    }
  };
  for (const { list, workedMinutes } of invalid) {
    if (list !== 'time-entries') continue;
    const tally = { entries: 1, minutes: workedMinutes };
    everywhere({}, [
      ['fetched', tally],
      ['invalid', tally],
    ]);
  }
  for (const entry of entries) {
    const minutes = entry.workedMinutes ?? 0;
    const ways = classifyEntry(entry, minutes, workedById.get(entry.id), timesheet);
    everywhere(entry, [['fetched', { entries: 1, minutes }], ...ways]);
  }
  return figures;
}

/** The result of one entry's minutes, by its own fields and the dates of its parts. */
function classifyEntry(
  entry: TimeEntry,
  minutes: number,
  worked: WorkedEntry | undefined,
  { period, policy: { estimateFrom } }: Timesheet,
): [string, Tally][] {
  switch (entry.status) {
    case 'Cancelled':
      return [['cancelled', { entries: 1, minutes }]];
    case 'Working':
    case 'OnBreak':
      return [['open', { entries: 1, minutes }]];
    case 'Completed':
      break;
  }
  if (entry.employeeId === null) return [['agency', { entries: 1, minutes }]];
  let beyond = 0;
  let estimated = 0;
  let landed = false;
  let isReplaced = false;
  for (const part of worked?.parts ?? []) {
    const isBeyond = part.date < period.from || part.date > period.to;
    if (isBeyond) beyond += part.minutes;
    else if (estimateFrom !== undefined && part.date >= estimateFrom) {
      estimated += part.minutes;
      if (part.minutes > 0 || minutes === 0) isReplaced = true;
    } else if (part.minutes > 0 || minutes === 0) landed = true;
  }
  if (!landed && isReplaced) {
    return [
      ['estimated', { entries: 1, minutes: estimated }],
      ['outside-period', { entries: 0, minutes: beyond }],
    ];
  }
  if (!landed) return [['outside-period', { entries: 1, minutes: beyond }]];
  return [
    ['exported', { entries: 1, minutes: minutes - beyond - estimated }],
    ['estimated', { entries: 0, minutes: estimated }],
    ['outside-period', { entries: 0, minutes: beyond }],
  ];
}

/** The days are summed separately, by person and date. */
function compareDays(control: Control, { days }: Timesheet): void {
  const minutesOf = new Map<string | null, number>();
  for (const { personId, workedMinutes } of days) {
    minutesOf.set(personId, (minutesOf.get(personId) ?? 0) + workedMinutes);
  }
  for (const id of new Set([...minutesOf.keys(), ...control.byEmployee.keys()])) {
    const exported = control.byEmployee.get(id)?.exported.minutes ?? 0;
    assertEqual(`${scopeOf('employee', id)}: exported minutes by day`, exported, minutesOf.get(id) ?? 0);
  }
}

function compare(first: Figures, second: Figures): void {
  for (const scope of new Set([...first.keys(), ...second.keys()])) {
    const [one, other] = [first.get(scope), second.get(scope)];
    for (const reason of new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])])) {
      const [a, b] = [one?.get(reason), other?.get(reason)];
      assertEqual(`${scope}: ${reason}, entries`, a?.entries ?? 0, b?.entries ?? 0);
      assertEqual(`${scope}: ${reason}, minutes`, a?.minutes ?? 0, b?.minutes ?? 0);
    }
  }
}

function reasonsOf(figures: Figures, scope: string): Reasons {
  const reasons = figures.get(scope) ?? new Map();
  figures.set(scope, reasons);
  return reasons;
}

function count(reasons: Reasons, reason: string, { entries, minutes }: Tally): void {
  const tally = reasons.get(reason);
  if (tally === undefined) reasons.set(reason, { entries, minutes });
  else {
    tally.entries += entries;
    tally.minutes += minutes;
  }
}

function scopeOf(kind: 'establishment' | 'employee', id: string | null): string {
  return `${kind} ${id ?? 'not named'}`;
}

function assertEqual(what: string, first: number, second: number): void {
  if (first === second) return;
  throw new PaytallyError('CONTROL_MISMATCH', message('control.differs', { what, first, second }), {
    record: what,
  });
}
