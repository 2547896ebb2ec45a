import type { Workbook, Worksheet } from 'exceljs';
import {
  BY_NAME,
  beginBook,
  drawLooks,
  drawTableSheet,
  hoursColumn,
  lookOf,
  personColumns,
} from '../../release/draw/reportSheet.js';

/** So that the sheets are printed with 8 points or more. */
const PERSON = personColumns({ lastName: 20, firstName: 16 });
const [DATE_WIDTH, AMOUNT_WIDTH] = [12, 12];
/** For long words in headings. */
const LIMIT_WIDTH = 16;

const WEEKS_AND_NOTES = 'distinct(weeks.week.from & (weeks.note | default:"-"))';
/** Whether all people of a week have the same remark: it is then below the table and not on every row. */
const IS_SHARED = `${WEEKS_AND_NOTES} = distinct(weeks.week.from)`;
const NOTES = 'distinct(weeks.note | default:"-")';

/** A limit or a breach of working time; a very long entry is a likely mistake, and breaches none. */
const BREACHES = 'exceptions where code starts with "WT_" or code = "SHORT_REST"';

/** The weeks of each employee with limits and averages, and every breach with its record. */
export function draw(book: Workbook): void {
  beginBook(book, 'say("reports.workingTime")');
  drawWeeks(book);
  drawBreaches(book);
  drawLooks(book);
}

function drawWeeks(book: Workbook): void {
  drawTableSheet(book, {
    tab: '{{say("workingTime.weeks")}}',
    title: '{{say("workingTime.weeks")}}',
    empty: '{{say("workingTime.none")}}',
    frozenColumns: 3,
    headingHeight: 41,
    below: drawSharedNotes,
    table: {
      name: 'Weeks',
      each: `weeks ${BY_NAME}, week.from`,
      some: 'count(weeks) > 0',
      none: 'count(weeks) = 0',
      totalLabel: '{{say("reports.total")}}',
      columns: [
        ...PERSON,
        {
          heading: '{{say("workingTime.weekFrom")}}',
          value: '{{week.from}}',
          look: 'date',
          width: DATE_WIDTH,
        },
        { heading: '{{say("workingTime.weekTo")}}', value: '{{week.to}}', look: 'date', width: DATE_WIDTH },
        { ...hoursColumn('reports.worked', 'workedMinutes', AMOUNT_WIDTH), isSummed: true },
        { ...hoursColumn('workingTime.weekLimit', 'limitMinutes', AMOUNT_WIDTH), most: LIMIT_WIDTH },
        { ...hoursColumn('workingTime.average', 'average.minutes', AMOUNT_WIDTH), most: LIMIT_WIDTH },
        {
          ...hoursColumn('workingTime.averageLimit', 'average.limitMinutes', AMOUNT_WIDTH),
          most: LIMIT_WIDTH,
        },
        {
          heading: '{{say("workingTime.breaches")}}',
          value: '{{breaches}}',
          look: 'integer',
          width: AMOUNT_WIDTH,
          most: 20,
          isSummed: true,
        },
        { heading: '{{say("workingTime.what")}}', value: '{{breachTitles}}', look: 'wrapped', width: 28 },
        {
          heading: '{{say("workingTime.note")}}',
          value: '{{note}}',
          look: 'wrapped',
          width: 26,
          onlyIf: `not (${IS_SHARED})`,
        },
      ],
    },
  });
}

/** The remarks, each once; with the Monday of the week, unless all weeks have the same. */
function drawSharedNotes(sheet: Worksheet, firstRow: number): number {
  const [gap, same, nextGap, each] = [firstRow, firstRow + 1, firstRow + 2, firstRow + 3];
  sheet.getRow(gap).height = 8;
  sheet.getRow(nextGap).height = 8;
  sheet.getCell(gap, 1).note = `{{#if ${NOTES} = 1 and count(weeks where note != null) > 0 rows 2}}`;
  sheet.getCell(same, 1).value = '{{first(weeks.note)}}';
  sheet.getCell(nextGap, 1).note = `{{#if ${NOTES} > 1 and ${IS_SHARED} rows 2}}`;
  sheet.getCell(each, 1).value =
    `{{#each weeks where note != null group by week.from sort by week.from}}{{week.from | date}}: {{first(note)}}`;
  for (const row of [same, each]) sheet.getCell(row, 1).style = lookOf('note');
  return each;
}

function drawBreaches(book: Workbook): void {
  drawTableSheet(book, {
    tab: '{{say("workingTime.breaches")}}',
    title: '{{say("workingTime.breaches")}}',
    empty: '{{say("workingTime.noBreaches")}}',
    // The identifier of a record is for the screen.
    printedColumns: 7,
    table: {
      name: 'Breaches',
      each: BREACHES,
      some: `count(${BREACHES}) > 0`,
      none: `count(${BREACHES}) = 0`,
      columns: [
        ...PERSON,
        { heading: '{{say("reports.date")}}', value: '{{date}}', look: 'date', width: DATE_WIDTH },
        {
          heading: '{{say("reports.meaning")}}',
          value: '{{title}}',
          look: 'wrapped',
          width: 8,
          most: 24,
        },
        { heading: '{{say("reports.message")}}', value: '{{message}}', look: 'wrapped', width: 52 },
        {
          heading: '{{say("reports.establishment")}}',
          value: '{{establishment.name}}',
          look: 'wrapped',
          width: 8,
          most: 22,
        },
        {
          heading: '{{say("workingTime.record")}}',
          value: '{{if record = employee.id then null else record}}',
          look: 'wrapped',
          width: 8,
          most: 38,
        },
      ],
    },
  });
}
