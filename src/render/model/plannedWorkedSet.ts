import { workOfPair } from '../../domain/computed/recordWork.js';
import { employerZones } from '../../domain/records/periodData.js';
import { pairShifts, type ShiftPair } from '../../domain/timesheet/pairShifts.js';
import type { DataSet } from '../dataSet.js';
import { calendarFields } from './calendarFields.js';
import { clockOffsets } from './clockOffsets.js';
import { employeeFields } from './employeeFields.js';
import { field, makeDataSet } from './fieldOf.js';
import type { Lookups } from './modelLookups.js';
import type { SetInput } from './peopleSets.js';
import { workFields } from './workFields.js';

/** A row per shift and the entry worked on it, per shift without work, and per entry without shift. */
export function plannedWorkedSet(input: SetInput, find: Lookups): DataSet {
  const { timesheet, data, relatedShifts, mapping } = input;
  const person = employeeFields<ShiftPair>(({ employeeId }) => find.person(employeeId), mapping);
  return makeDataSet<ShiftPair>(
    'planned-worked',
    [
      ...person,
      field('date', 'date', 'Day of the shift, else of the entry', ({ date }) => date),
      ...calendarFields<ShiftPair>(({ date }) => date, timesheet.period),
      field('shift.id', 'text', 'Id of the shift', ({ shift }) => shift?.id ?? null),
      field('shift.startsAt', 'timestamp', 'Planned start', ({ shift }) => shift?.start.text ?? null),
      field('shift.endsAt', 'timestamp', 'Planned end', ({ shift }) => shift?.end.text ?? null),
      field('entry.id', 'text', 'Id of the entry', ({ entry }) => entry?.id ?? null),
      field('entry.startsAt', 'timestamp', 'Recorded start', ({ entry }) => entry?.start.text ?? null),
      field('entry.endsAt', 'timestamp', 'Recorded end', ({ entry }) => entry?.end?.text ?? null),
      ...clockOffsets<ShiftPair>(
        {
          'shift.startOffset': 'the planned start',
          'shift.endOffset': 'the planned end',
          'entry.startOffset': 'the recorded start',
          'entry.endOffset': 'the recorded end',
        },
        ({ shift, entry }) => ({
          'shift.startOffset': shift?.start,
          'shift.endOffset': shift?.end,
          'entry.startOffset': entry?.start,
          'entry.endOffset': entry?.end,
        }),
        employerZones(data),
      ),
      ...workFields<ShiftPair>(({ shift, entry }) => workOfPair(shift, entry), find),
      field('plannedMinutes', 'minutes', 'Planned minutes', ({ plannedMinutes }) => plannedMinutes),
      field('workedMinutes', 'minutes', 'Worked minutes in the period', ({ workedMinutes }) => workedMinutes),
      field('differenceMinutes', 'minutes', 'Worked less planned', ({ workedMinutes, plannedMinutes }) => {
        return workedMinutes - plannedMinutes;
      }),
      field('status', 'text', 'matched, no-show or unplanned', ({ status }) => status),
    ],
    data.shifts === null ? [] : pairShifts(timesheet, data.shifts, relatedShifts),
  );
}
