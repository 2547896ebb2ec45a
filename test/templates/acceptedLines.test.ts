import { expect, test } from 'vitest';
import { readGroupS } from './readers/groupS.js';
import { readHupComet } from './readers/hupComet.js';
import { readLessor5 } from './readers/lessor5.js';
import { readPaylocity, readPaylocityWith } from './readers/paylocity.js';
import type { Reader } from './readers/readLine.js';

/* Lines that payroll systems' documents, or programs that feed them, give as examples: our readers accept them. */

const EXAMPLES: readonly (readonly [name: string, reader: Reader, text: string, first: string])[] = [
  [
    'HuP Comet, page 223416451',
    readHupComet,
    '123105|200101|   2| 30101|  0.00|  46.25|\r\n123105|200101|  44| 30101|  3.00|   0.00|\r\n',
    '123105 2 4625',
  ],
  [
    'Lessor 5, danmade.dk',
    readLessor5,
    'employeeemploymentcode;paytypecode;units;rate\r\n8;1;18.87;120.00\r\n10;1;7.50;0.00\r\n',
    '8 1 1887',
  ],
  [
    'Paylocity, savanceworkplace.com',
    readPaylocity,
    '"51","E","Reg",8.0,,,,,,,,,,,"6/2/1997 9:30:00","6/2/1997 17:30:00"\n',
    '51 Reg 800',
  ],
  [
    'Group S, each record as its description has it',
    readGroupS,
    '000PTG002202405171618120000654321EUR         ODOO\n0032024041102120240420240401202404301202400000000\n0060000000012320240401\n00920240403CSS +05000000000000000000000000000000000\n999',
    '123 CSS 300',
  ],
];

test.each(EXAMPLES)('%s', (_, reader, text, first) => {
  const [line] = reader(Buffer.from(text, 'latin1')).lines;
  expect([line?.employee, line?.code, line?.units].join(' ')).toBe(first);
});

test('the other layout of Paylocity is different', () => {
  const [, , text] = EXAMPLES[2] ?? [];
  expect(() => readPaylocityWith(8)(Buffer.from(text ?? ''))).toThrow('the target refuses');
});
