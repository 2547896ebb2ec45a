import { z } from 'zod';
import { PACK_NAMES } from '../../domain/workingTime/limits.js';
import { recordId, whole } from './values.js';

const hours = (description: string, most = 1000) =>
  z.number().min(0).max(most).nullable().optional().describe(description);

const limits = z
  .strictObject({
    maxDayHours: hours('Most worked hours on a day'),
    maxWeekHours: hours('Most worked hours from Monday to Sunday'),
    maxAverageWeekHours: hours('Most worked hours a week on average over averageWeeks'),
    averageWeeks: whole(1, 104).nullable().optional().describe('Number of weeks in the average'),
    minDailyRestHours: hours('Least rest in the 24 hours from the start of work', 24),
    minWeeklyRestHours: hours('Least rest at a stretch in each week', 168),
    maxDaysInRow: whole(1, 92).nullable().optional().describe('Most days with work in a row'),
    breaks: z
      .array(
        z.strictObject({
          afterHours: z.number().min(0).max(24).describe('Over so many worked hours'),
          minMinutes: whole(0, 1440).describe('Least break of the day in minutes'),
        }),
      )
      .nullable()
      .optional()
      .describe('Breaks by worked hours'),
    maxNightHours: hours('Most worked hours on a day with night work'),
    longEntryHours: hours('Length of an entry above which LONG_ENTRY reports it; default: 16'),
    minRestHours: hours('Rest below which SHORT_REST reports an entry; default: 11'),
  })
  .describe('Limits instead of those of the pack; null switches one off');

const ofPlace = z.strictObject({
  pack: z
    .enum(PACK_NAMES)
    .nullable()
    .optional()
    .describe('Limits of the working-time law of a country; null for none'),
  limits: limits.optional(),
  reducedRest: z
    .boolean()
    .optional()
    .describe("The nature of the work allows the shorter daily rest that the pack's law names (nl, de)"),
});

/** Limits of working time: a legal pack, limits over it, and those of single establishments. */
export const workingTimeSchema = ofPlace
  .extend({
    establishments: z
      .record(recordId, ofPlace)
      .optional()
      .describe('Establishment ID -> its own pack or limits'),
  })
  .prefault({})
  .describe('Limits of working time');
