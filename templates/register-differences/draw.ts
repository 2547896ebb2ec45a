import type { Workbook } from 'exceljs';
import { beginBook, type DrawnColumn, drawLooks, drawTableSheet } from '../../release/draw/reportSheet.js';

const PERSON: readonly DrawnColumn[] = [
  { heading: '{{say("reports.number")}}', value: '{{employeeNumber}}', look: 'text', width: 14, most: 18 },
  { heading: '{{say("reports.employee")}}', value: '{{name}}', look: 'wrapped', width: 14, most: 32 },
  { heading: '{{say("reports.code")}}', value: '{{code}}', look: 'wrapped', width: 8, most: 20 },
];
const UNIT: DrawnColumn = {
  heading: '{{say("register.unit")}}',
  value: '{{unitText}}',
  look: 'text',
  width: 8,
  most: 14,
};
const AMOUNT = { look: 'plainHours', numFmt: '0.00', width: 13, most: 20 } as const;

/** The differences between a register and what was exported, and the days behind them. */
export function draw(book: Workbook): void {
  beginBook(book, 'say("reports.register")');
  drawTableSheet(book, {
    tab: '{{say("register.sheet")}}',
    title: '{{say("register.title")}}',
    empty: '{{say("register.equal")}}',
    table: {
      name: 'Register',
      each: 'register-differences',
      some: 'count(register-differences) > 0',
      none: 'count(register-differences) = 0',
      columns: [
        ...PERSON,
        UNIT,
        { heading: '{{say("register.exported")}}', value: '{{exportedAmount}}', ...AMOUNT },
        { heading: '{{say("register.paid")}}', value: '{{paidAmount}}', ...AMOUNT },
        {
          heading: '{{say("register.difference")}}',
          value: '{{differenceAmount}}',
          ...AMOUNT,
          numFmt: '+0.00;-0.00;0.00',
        },
        { heading: '{{say("register.meaning")}}', value: '{{meaning}}', look: 'wrapped', width: 46 },
        { heading: '{{say("register.lines")}}', value: '{{lines}}', look: 'wrapped', width: 8, most: 12 },
        { heading: '{{say("register.explain")}}', value: '{{explain}}', look: 'wrapped', width: 60 },
      ],
    },
  });
  drawTableSheet(book, {
    tab: '{{say("register.behind")}}',
    directive: 'sheet if count(register-days) > 0',
    title: '{{say("register.behind")}}',
    empty: '{{say("register.equal")}}',
    table: {
      name: 'RegisterDays',
      each: 'register-days',
      some: 'count(register-days) > 0',
      none: 'count(register-days) = 0',
      columns: [
        ...PERSON,
        { heading: '{{say("reports.date")}}', value: '{{date}}', look: 'date', width: 12 },
        { heading: '{{say("reports.payCode")}}', value: '{{payCode}}', look: 'text', width: 8, most: 20 },
        UNIT,
        { heading: '{{say("register.exported")}}', value: '{{amount}}', ...AMOUNT },
        { heading: '{{say("register.entries")}}', value: '{{entries}}', look: 'wrapped', width: 76 },
      ],
    },
  });
  drawLooks(book);
}
