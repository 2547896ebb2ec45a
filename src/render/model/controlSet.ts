import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import type { PaidTotals } from '../../domain/pay/paidTotals.js';
import { fullName } from '../../domain/people/peopleDirectory.js';
import type { ControlTotals, Tally, TotalsBySubject } from '../../domain/timesheet/controlTotals.js';
import type { DataSet } from '../dataSet.js';
import { field, makeDataSet } from './fieldOf.js';
import type { Lookups } from './modelLookups.js';

interface ControlLine extends Tally {
  readonly scope: 'total' | 'establishment' | 'employee';
  readonly subject: string;
  readonly subjectId: string | null;
  readonly reason: string;
}

type Subject = Pick<ControlLine, 'scope' | 'subject' | 'subjectId'>;

const NOT_NAMED = '–';

/** Where every fetched entry and minute went: in all, by establishment and by employee. */
export function controlSet(input: ComputedPeriod, find: Lookups): DataSet {
  const { control, run } = input;
  const total = { scope: 'total', subject: run.employerName, subjectId: run.employerId } as const;
  const employee = (id: string | null): string => {
    const person = find.person(id);
    return person ? fullName(person) : NOT_NAMED;
  };
  return makeDataSet<ControlLine>(
    'control',
    [
      field('scope', 'text', 'total, establishment or employee', ({ scope }) => scope),
      field('subject', 'text', 'Whom or what the line is about', ({ subject }) => subject),
      field('subjectId', 'text', 'Its id; empty where records name none', ({ subjectId }) => subjectId),
      field(
        'reason',
        'text',
        'fetched, exported, paid, or the reason of an exclusion or adjustment',
        ({ reason }) => reason,
      ),
      field('entries', 'integer', 'Entries', ({ entries }) => entries),
      field('minutes', 'minutes', 'Minutes', ({ minutes }) => minutes),
    ],
    {
      *[Symbol.iterator]() {
        yield* linesOf(total, control);
        yield* paidLines(total, input.paid);
        yield* absenceLines(total, input.absences);
        yield* subjectLines(
          'establishment',
          control.byEstablishment,
          (id) => find.establishment(id) ?? NOT_NAMED,
        );
        yield* subjectLines('employee', control.byEmployee, employee);
      },
    },
  );
}

/** By name; people of one name each have lines of their own. Lines are made as they are asked for. */
function* subjectLines(
  scope: 'establishment' | 'employee',
  totals: TotalsBySubject,
  nameOf: (id: string | null) => string,
): Generator<ControlLine> {
  const sorted = [...totals.keys()]
    .map((subjectId) => ({ scope, subject: nameOf(subjectId), subjectId }))
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  for (const subject of sorted) {
    const own = totals.get(subject.subjectId);
    if (own !== undefined) yield* linesOf(subject, own);
  }
}

function sortKey({ subject, subjectId }: Subject): string {
  return `${subject}\n${subjectId ?? ''}`;
}

/** How exported minutes became paid ones; nothing where both are the same. */
function paidLines(subject: Subject, { differences, paid }: PaidTotals): ControlLine[] {
  if (differences.length === 0) return [];
  return [
    ...differences.map((difference) => ({ ...subject, ...difference })),
    { ...subject, reason: 'paid', ...paid },
  ];
}

/** Absences have a source of their own: they are beside the fetched and paid minutes, never among them. */
function absenceLines(subject: Subject, absences: Tally): ControlLine[] {
  return absences.entries === 0 ? [] : [{ ...subject, reason: 'absence', ...absences }];
}

function linesOf(subject: Subject, { fetched, exported, excluded, estimates }: ControlTotals): ControlLine[] {
  return [
    { ...subject, reason: 'fetched', ...fetched },
    { ...subject, reason: 'exported', ...exported },
    ...excluded.map((tally) => ({ ...subject, ...tally })),
    ...(estimates === undefined ? [] : [{ ...subject, reason: 'estimate', ...estimates }]),
  ];
}
