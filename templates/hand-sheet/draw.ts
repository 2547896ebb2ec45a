import type { Workbook } from 'exceljs';
import { beginBook, type DrawnColumn, drawLooks, drawTableSheet } from '../../release/draw/reportSheet.js';

/**
 * Numbers if all amounts of the sheet are hundredths of hours; otherwise text in the form to type. Only one of the two
 * columns is in the filled workbook; a drawn table needs two different headings.
 */
function amountColumns(heading: string, field: string, numFmt: string): DrawnColumn[] {
  const widths = { width: 15, most: 20 };
  return [
    {
      heading: `{{say("${heading}")}}`,
      value: `{{${field}}}`,
      look: 'plainHours',
      numFmt,
      ...widths,
      onlyIf: 'count(hand-entries where areHours) > 0',
    },
    {
      heading: `{{ say("${heading}") }}`,
      value: `{{${field}Text}}`,
      look: 'text',
      ...widths,
      onlyIf: 'count(hand-entries where not areHours) > 0',
    },
  ];
}

/** Amounts to type into a payroll system: a sheet per template, a row per person and code, and a box to tick. */
export function draw(book: Workbook): void {
  beginBook(book, 'say("reports.byHand")');
  drawTableSheet(book, {
    tab: 'By hand',
    directive: 'sheet hand-entries group by template, tab name tab',
    title: '{{say("reports.byHand")}}: {{template}}',
    note: '{{if count(hand-entries where not isNone) > 0 then say("reports.byHandNote")}}',
    empty: '{{say("reports.noneByHand")}}',
    table: {
      name: 'ByHand',
      each: 'hand-entries where not isNone',
      some: 'count(hand-entries where not isNone) > 0',
      none: 'count(hand-entries where isNone) > 0',
      columns: [
        {
          heading: '{{say("reports.number")}}',
          value: '{{employeeNumber}}',
          look: 'text',
          width: 14,
          most: 16,
        },
        { heading: '{{say("reports.employee")}}', value: '{{name}}', look: 'wrapped', width: 14, most: 36 },
        { heading: '{{say("reports.code")}}', value: '{{code}}', look: 'wrapped', width: 8, most: 24 },
        { heading: '{{say("reports.payCode")}}', value: '{{payCodes}}', look: 'wrapped', width: 8, most: 24 },
        {
          heading: '{{say("reports.date")}}',
          value: '{{date}}',
          look: 'date',
          width: 12,
          onlyIf: 'count(hand-entries where date != null) > 0',
        },
        {
          heading: '{{say("reports.costCenter")}}',
          value: '{{costCenter}}',
          look: 'wrapped',
          width: 14,
          most: 28,
          onlyIf: 'count(hand-entries where costCenter != null) > 0',
        },
        { heading: '{{say("reports.period")}}', value: '{{forPeriod}}', look: 'text', width: 8, most: 24 },
        { heading: '{{say("reports.unit")}}', value: '{{unitText}}', look: 'text', width: 8, most: 12 },
        ...amountColumns('reports.recorded', 'recorded', '0.00'),
        ...amountColumns('reports.rightNow', 'now', '0.00'),
        ...amountColumns('reports.toEnter', 'type', '+0.00;-0.00;0.00'),
        {
          heading: '{{say("reports.settledBefore")}}',
          value: '{{settledBefore}}',
          look: 'wrapped',
          width: 16,
          most: 36,
          onlyIf: 'count(hand-entries where settledBefore != null) > 0',
        },
        { heading: '{{say("reports.entered")}}', value: '☐', look: 'text', width: 12 },
      ],
    },
  });
  drawLooks(book);
}
