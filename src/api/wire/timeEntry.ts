import { z } from 'zod';
import type { References, TimeEntry } from '../../domain/records/records.js';
import { date, guid, guidOrNull, minutesOrNull, oneOf, stamp, stampOrEmpty, utcOrEmpty } from './fields.js';
import { parserOf } from './parsed.js';

export type BareTimeEntry = Omit<TimeEntry, keyof References>;

const wire = z.looseObject({
  id: guid,
  workDate: date,
  status: oneOf('Working', 'OnBreak', 'Completed', 'Cancelled'),
  startsAt: stamp,
  endsAt: stampOrEmpty.optional(),
  workedMinutes: minutesOrNull.optional(),
  shiftId: guidOrNull.optional(),
  employeeId: guidOrNull.optional(),
  reviewedAtUtc: utcOrEmpty.optional(),
});

/** API.md 2.9. A completed entry without `endsAt` is kept: the exception MISSING_END is about it. */
export const parseTimeEntry = parserOf<BareTimeEntry>(
  wire
    .superRefine(({ status, workedMinutes, endsAt }, context) => {
      const problem = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message });
      const hasMinutes = workedMinutes !== null && workedMinutes !== undefined;
      const isOpen = status === 'Working' || status === 'OnBreak';
      if (status === 'Completed' && !hasMinutes)
        problem('workedMinutes', 'missing although status is Completed');
      if (status !== 'Completed' && hasMinutes)
        problem('workedMinutes', `present although status is ${status}`);
      if (isOpen && endsAt !== null && endsAt !== undefined) {
        problem('endsAt', `filled although status is ${status}`);
      }
    })
    .transform((entry) => ({
      id: entry.id,
      workDate: entry.workDate,
      status: entry.status,
      start: entry.startsAt,
      end: entry.endsAt ?? null,
      workedMinutes: entry.workedMinutes ?? null,
      shiftId: entry.shiftId ?? null,
      employeeId: entry.employeeId ?? null,
      reviewedAtUtc: entry.reviewedAtUtc ?? null,
    })),
);

export const TIME_ENTRY_FIELDS = Object.keys(wire.shape);
