import type { WorkingTimeCode } from '../../../src/domain/workingTime/workingTime.js';
import { breachesOf, type WorkCase } from '../../support/records/workFixture.js';
import type { ExceptionCase } from './exceptionCase.js';

const LONG_DAY = '02 07:00-18:00';
const EU = { pack: 'eu' } as const;

/** For each limit, one row that exceeds it and one that keeps it exactly. */
const ROWS: readonly (Omit<WorkCase, 'found'> & {
  readonly code: WorkingTimeCode;
  readonly records: readonly string[];
})[] = [
  {
    code: 'WT_DAY_LENGTH',
    name: 'a minute over',
    settings: { limits: { maxDayHours: 10.99 } },
    work: LONG_DAY,
    records: ['e0-2'],
  },
  {
    code: 'WT_DAY_LENGTH',
    name: 'exactly',
    settings: { limits: { maxDayHours: 11 } },
    work: LONG_DAY,
    records: [],
  },
  {
    code: 'WT_WEEK_LENGTH',
    name: 'over',
    settings: { limits: { maxWeekHours: 54 } },
    work: '02..06 07:00-18:00',
    records: ['ann'],
  },
  {
    code: 'WT_WEEK_LENGTH',
    name: 'exactly',
    settings: { limits: { maxWeekHours: 55 } },
    work: '02..06 07:00-18:00',
    records: [],
  },
  {
    code: 'WT_WEEK_AVERAGE',
    name: 'over',
    settings: { limits: { maxAverageWeekHours: 27, averageWeeks: 2 } },
    work: '02..06 07:00-18:00',
    records: ['ann', 'ann'],
  },
  {
    code: 'WT_WEEK_AVERAGE',
    name: 'exactly',
    settings: { limits: { maxAverageWeekHours: 27.5, averageWeeks: 2 } },
    work: '02..06 07:00-18:00',
    records: [],
  },
  {
    code: 'WT_DAILY_REST',
    name: 'under',
    settings: EU,
    work: '02 13:00-22:01; 03 09:00-17:00',
    records: ['e1-3'],
  },
  {
    code: 'WT_DAILY_REST',
    name: 'exactly',
    settings: EU,
    work: '02 13:00-22:00; 03 09:00-17:00',
    records: [],
  },
  {
    code: 'WT_WEEKLY_REST',
    name: 'under',
    settings: EU,
    work: '01..07 08:00-12:00; 08 08:00-09:00',
    records: ['ann', 'ann'].slice(1),
  },
  {
    code: 'WT_WEEKLY_REST',
    name: 'exactly',
    settings: EU,
    work: '02..06 08:00-12:00; 07 08:00-22:00; 09 09:00-12:00',
    records: [],
  },
  {
    code: 'WT_DAYS_IN_ROW',
    name: 'over',
    settings: { limits: { maxDaysInRow: 2 } },
    work: '02..04 08:00-12:00',
    records: ['e0-4'],
  },
  {
    code: 'WT_DAYS_IN_ROW',
    name: 'exactly',
    settings: { limits: { maxDaysInRow: 3 } },
    work: '02..04 08:00-12:00',
    records: [],
  },
  { code: 'WT_BREAK', name: 'none', settings: EU, work: '02 08:00-14:01', records: ['e0-2'] },
  { code: 'WT_BREAK', name: 'six hours exactly', settings: EU, work: '02 08:00-14:00', records: [] },
  { code: 'WT_NIGHT', name: 'over', settings: { pack: 'fr' }, work: '02 21:00-05:31 -30', records: ['e0-2'] },
  { code: 'WT_NIGHT', name: 'exactly', settings: { pack: 'fr' }, work: '02 21:00-05:30 -30', records: [] },
];

/** Rows for the table of exceptions: their work is not that of the table's October. */
export const WORKING_TIME_CASES: readonly ExceptionCase[] = ROWS.map(({ code, name, records, ...work }) => ({
  code,
  name,
  data: {},
  found: breachesOf({ name, found: [], ...work }),
  records,
}));
