import type { Workbook, Worksheet } from 'exceljs';
import {
  type DrawnColumn,
  drawTable,
  drawTitle,
  hoursColumn,
  lookOf,
  setUpPage,
  unitOfHours,
} from '../../release/draw/reportSheet.js';
import { CLOSING, IS_CLOSED, SUBJECTS } from './drawFront.js';
import { LEAST_PRINTED, say } from './drawLists.js';

const ATTRIBUTIONS = ['Start', 'Split', 'End', 'Majority', 'Shift'];
const ATTRIBUTION = ATTRIBUTIONS.reduceRight(
  (otherwise, name) =>
    `if run.attribution = "${name.toLowerCase()}" then say("reports.attribution${name}") else ${otherwise}`,
  'run.attribution',
);

/** Where the numbers come from. */
const FACTS = [
  ['reports.employer', '{{run.employerName}} ({{run.employerId}})'],
  ['reports.period', '{{run.periodText}}'],
  ['reports.state', '{{if run.state = "final" then say("reports.final") else say("reports.draft")}}'],
  ['reports.sourceNote', '{{run.sourceText}}'],
  ['reports.attribution', `{{${ATTRIBUTION}}}`],
  ['reports.timeZoneData', '{{run.tzdata}}'],
  ['reports.programVersion', '{{run.version}}'],
] as const;

/** Level and name, then a column for the entries and one for the hours of each category; without amounts there is none. */
const COLUMNS: readonly DrawnColumn[] = [
  { heading: say('reports.scope'), value: '{{scopeText}}', look: 'text', width: 24 },
  {
    heading: say('reports.subject'),
    // Agency workers are no employees: their work is one row.
    value:
      '{{if subjectId = null and count(reason where reason = "agency") > 0 then say("reports.agency") else subject}}',
    look: 'wrapped',
    width: 30,
  },
  {
    heading: '{{say("reports.labelled", reasonText, say("reports.entries"))}}',
    value: '{{first(control.entries)}}',
    look: 'integer',
    width: 13,
    most: 19,
    note: '{{#each control group by reason, reasonText columns 2}}\n{{#if count(reason where entries != 0) > 0 columns}}',
  },
  {
    ...hoursColumn('', 'first(control.minutes)', 13),
    most: 19,
    heading: `{{reasonText}}${unitOfHours('run.hours', 'count(reason where hasNegative) > 0')}`,
    note: '{{#if count(reason where minutes != 0) > 0 or count(reason where entries != 0) = 0 columns}}',
  },
];

/** The origin of the file, and the control totals: what was read, what is included, and what is excluded with the reasons. */
export function drawControl(book: Workbook): void {
  const sheet = book.addWorksheet(say('reports.control'), { views: [{ showGridLines: false }] });
  sheet.columns = COLUMNS.map(({ width = 12 }) => ({ width }));
  drawTitle(sheet, say('reports.control'));
  sheet.getCell('A1').note =
    `{{#print if ${SUBJECTS} >= ${LEAST_PRINTED} tall if ${SUBJECTS} < 50 then 1 else 0}}`;
  drawSectionTitle(sheet, 4, say('reports.originTitle'));
  for (const [at, [label, value]] of FACTS.entries()) drawFact(sheet, 5 + at, say(label), value);
  const closing = 5 + FACTS.length;
  for (const [at, [label, value, onlyIf]] of CLOSING.entries()) {
    drawFact(sheet, closing + at, say(label), value);
    sheet.getCell(closing + at, 1).note =
      `{{#if ${IS_CLOSED}${onlyIf === undefined ? '' : ` and ${onlyIf}`}}}`;
  }
  const title = closing + CLOSING.length + 1;
  drawSectionTitle(sheet, title, say('reports.controlTitle'));
  const note = sheet.getCell(title + 1, 1);
  note.value = '{{if count(control) > 0 then say("reports.controlNote") else say("reports.noControl")}}';
  note.style = lookOf('note');
  const heading = title + 2;
  const each =
    'control group by scope, scopeText, subjectId, subject, isNamed sort by scope desc, isNamed desc, if isNamed or subjectId = null then "0" else subjectId, subject';
  const last = drawTable(sheet, { name: 'ControlTotals', each, columns: COLUMNS }, heading);
  sheet.getRow(heading).height = 44;
  sheet.getCell(heading, 1).note = `{{#if count(control) > 0 rows ${last - heading + 1}}}`;
  setUpPage(sheet, { lastColumn: COLUMNS.length, lastRow: last, headingRow: heading });
}

function drawSectionTitle(sheet: Worksheet, row: number, title: string): void {
  sheet.getRow(row).height = 22;
  sheet.getCell(row, 1).value = title;
  sheet.getCell(row, 1).style = lookOf('section');
}

function drawFact(sheet: Worksheet, row: number, label: string, value: string): void {
  [sheet.getCell(row, 1).value, sheet.getCell(row, 2).value] = [label, value];
  [sheet.getCell(row, 1).style, sheet.getCell(row, 2).style] = [lookOf('label'), lookOf('text')];
}
