import { groupBy } from '../../domain/groupBy.js';
import type { TimeEntry } from '../../domain/records.js';
import { insideMinutes } from '../../domain/timesheet/control.js';
import { type ExclusionReason, ownExclusion } from '../../domain/timesheet/exclusion.js';
import type { DataSet } from '../dataSet.js';
import { field, makeDataSet } from './fieldOf.js';
import type { Lookups } from './lookups.js';
import { fullName } from './people.js';
import type { ReportInput } from './reportInput.js';

interface ControlLine {
  readonly scope: 'total' | 'establishment' | 'employee';
  readonly subject: string;
  readonly reason: 'fetched' | 'exported' | ExclusionReason;
  readonly entries: number;
  readonly minutes: number;
}

/** One fetched entry's contribution. */
interface Share {
  readonly entry: TimeEntry;
  readonly reason: 'exported' | Exclude<ExclusionReason, 'invalid'>;
  readonly entries: number;
  readonly minutes: number;
}

const ORDER = ['fetched', 'exported', 'invalid', 'cancelled', 'open', 'agency', 'outside-period', 'filtered'];

/** Where every fetched entry and minute went: in all, by establishment and by employee. */
export function controlSet(input: ReportInput, find: Lookups): DataSet {
  const shares = sharesOf(input);
  return makeDataSet<ControlLine>(
    'control',
    [
      field('scope', 'text', 'total, establishment or employee', ({ scope }) => scope),
      field('subject', 'text', 'Whom or what the line is about', ({ subject }) => subject),
      field('reason', 'text', 'fetched, exported, or the reason of an exclusion', ({ reason }) => reason),
      field('entries', 'integer', 'Entries', ({ entries }) => entries),
      field('minutes', 'minutes', 'Minutes', ({ minutes }) => minutes),
    ],
    [
      ...totalLines(input),
      ...groupedLines(
        'establishment',
        shares,
        ({ entry }) => find.establishment(entry.establishmentId) ?? '–',
      ),
      ...groupedLines('employee', shares, ({ entry }) => {
        const person = find.person(entry.employeeId);
        return person ? fullName(person) : '–';
      }),
    ],
  );
}

function totalLines({ control, run }: ReportInput): ControlLine[] {
  const common = { scope: 'total', subject: run.employer } as const;
  return [
    { ...common, reason: 'fetched', ...control.fetched },
    { ...common, reason: 'exported', ...control.exported },
    ...control.excluded.map((tally) => ({ ...common, ...tally })),
  ];
}

function sharesOf({ timesheet }: ReportInput): Share[] {
  const exported = timesheet.exported.flatMap((worked): Share[] => {
    const { entry } = worked;
    const inside = insideMinutes(worked);
    const outside = (entry.workedMinutes ?? 0) - inside;
    const share: Share = { entry, reason: 'exported', entries: 1, minutes: inside };
    return outside === 0
      ? [share]
      : [share, { entry, reason: 'outside-period', entries: 0, minutes: outside }];
  });
  const excluded = timesheet.excluded.map(({ entry, reason }): Share => {
    return {
      entry,
      reason,
      entries: 1,
      minutes: ownExclusion(entry) === 'open' ? 0 : (entry.workedMinutes ?? 0),
    };
  });
  return [...exported, ...excluded];
}

function groupedLines(
  scope: 'establishment' | 'employee',
  shares: readonly Share[],
  subjectOf: (share: Share) => string,
): ControlLine[] {
  const bySubject = [...groupBy(shares, subjectOf)].sort(([a], [b]) => (a < b ? -1 : 1));
  return bySubject.flatMap(([subject, group]) => {
    const byReason = [...groupBy(group, ({ reason }) => reason)].sort(
      ([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b),
    );
    return [
      { scope, subject, reason: 'fetched' as const, ...sum(group) },
      ...byReason.map(([reason, some]) => ({ scope, subject, reason, ...sum(some) })),
    ];
  });
}

function sum(shares: readonly Share[]): { entries: number; minutes: number } {
  return shares.reduce(
    (total, { entries, minutes }) => ({ entries: total.entries + entries, minutes: total.minutes + minutes }),
    { entries: 0, minutes: 0 },
  );
}
