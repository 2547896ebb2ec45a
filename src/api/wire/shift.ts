import { z } from 'zod';
import type { References, Shift } from '../../domain/records/records.js';
import { date, guid, guidOrNull, minutes, oneOf, stamp } from './fields.js';
import { parserOf } from './parsed.js';

export type BareShift = Omit<Shift, keyof References>;

const wire = z.looseObject({
  id: guid,
  date,
  startsAt: stamp,
  endsAt: stamp,
  breakMinutes: minutes,
  plannedMinutes: minutes,
  fillType: oneOf('Internal', 'External'),
  employeeId: guidOrNull.optional(),
});

/** API.md 2.8. */
export const parseShift = parserOf<BareShift>(
  wire.transform((shift) => ({
    id: shift.id,
    date: shift.date,
    start: shift.startsAt,
    end: shift.endsAt,
    breakMinutes: shift.breakMinutes,
    plannedMinutes: shift.plannedMinutes,
    fillType: shift.fillType,
    employeeId: shift.employeeId ?? null,
  })),
);

export const SHIFT_FIELDS = Object.keys(wire.shape);
