import type { Workbook } from 'exceljs';
import { beginBook, drawLooks } from '../../release/draw/reportSheet.js';
import { drawCalendars } from './drawCalendar.js';
import { drawControl } from './drawControl.js';
import { drawFront } from './drawFront.js';
import {
  drawClockChanges,
  drawDays,
  drawExceptions,
  drawPeriodEdges,
  drawPlannedWorked,
  drawSummary,
} from './drawLists.js';
import { drawPerDay } from './drawPerDay.js';

/**
 * A front sheet, a summary, hours per day with charts, employee days, a calendar, planned and worked time, exceptions,
 * clock changes and period edges, and the control totals.
 */
export function draw(book: Workbook): void {
  beginBook(book, 'say("reports.monthlyHours")');
  drawFront(book);
  drawSummary(book);
  drawPerDay(book);
  drawDays(book);
  drawCalendars(book);
  drawPlannedWorked(book);
  drawExceptions(book);
  drawClockChanges(book);
  drawPeriodEdges(book);
  drawControl(book);
  drawLooks(book);
}
