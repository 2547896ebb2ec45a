import { join } from 'node:path';
import { PROJECT } from '../programs/runPaytally.js';

/** The folder of the drawn workbook of timesheets. */
export const TIMESHEETS = join(PROJECT, 'templates/timesheets');

/** The folder of the drawn workbook `monthly-hours`. */
export const MONTHLY_HOURS = join(PROJECT, 'templates/monthly-hours');
