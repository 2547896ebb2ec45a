import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { programOf, pythonWith, runPython } from '../../support/programs/pythonWith.js';
import { testModel } from '../../support/workbooks/model.js';
import { READ_CELLS, type ReadCells } from '../../support/workbooks/readCells.js';
import { resaveWithLibreOffice, writeUncalculated } from '../../support/workbooks/recalculate.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, type WorkbookSource } from '../../support/workbooks/workbook.js';

/*
 * Functions that clerks use are calculated; LibreOffice is the reference, and a table of values for those that it
 * lacks.
 */

/** Codes in A, words in B, minutes in C, days in D, empty cells in E. */
const DATA =
  row(1, { A: 1, B: 'North', C: 450, D: 46296 }) +
  row(2, { A: 2, B: 'South', C: 480, D: 46297 }) +
  row(3, { A: 3, B: 'north', C: 90, D: 46298 }) +
  row(4, { A: 4, B: 'Norfolk', C: 0.5, D: 46300 }) +
  row(5, { A: 5, C: -30, D: 46303 });

/** The days: 46296 is 1 October 2026, a Thursday. */
const PLAIN: readonly (readonly [formula: string, value: number | string | boolean])[] = [
  ['SUMIF(B1:B5,"North",C1:C5)', 540],
  ['SUMIF(B1:B5,"nor*",C1:C5)', 540.5],
  ['SUMIF(C1:C5,">=90")', 1020],
  ['SUMIF(C1:C5,"<0")', -30],
  ['SUMIF(A:A,3,C:C)', 90],
  ['SUMIFS(C1:C5,B1:B5,"North",A1:A5,">1")', 90],
  ['COUNTIF(B1:B5,"<>North")', 3],
  ['COUNTIF(B1:B5,"<>")', 4],
  ['COUNTIF(B1:B5,"?orth")', 2],
  ['COUNTIFS(A1:A5,">1",C1:C5,">0")', 3],
  ['AVERAGEIF(B1:B5,"North",C1:C5)', 270],
  ['AVERAGEIFS(C1:C5,A1:A5,"<3")', 465],
  ['IFERROR(AVERAGEIF(B1:B5,"West",C1:C5),0)', 0],
  ['MAXIFS(C1:C5,A1:A5,"<5")', 480],
  ['MINIFS(C1:C5,A1:A5,">0")', -30],
  ['COUNTBLANK(B1:B5)', 1],
  ['VLOOKUP(2,A1:D5,2,FALSE)', 'South'],
  ['VLOOKUP(2.5,A1:D5,3,TRUE)', 480],
  ['VLOOKUP("NORFOLK",B1:D5,2,0)', 0.5],
  ['IFERROR(VLOOKUP(9,A1:D5,2,FALSE),"none")', 'none'],
  ['HLOOKUP(450,A1:D5,3,FALSE)', 90],
  ['INDEX(C1:C5,MATCH("South",B1:B5,0))', 480],
  ['INDEX(A1:D5,2,3)', 480],
  ['MATCH(3.5,A1:A5,1)', 3],
  ['IFNA(MATCH("West",B1:B5,0),-1)', -1],
  ['SUMPRODUCT(A1:A5,C1:C5)', 1532],
  ['SUMPRODUCT((A1:A5>1)*C1:C5)', 540.5],
  ['SUMPRODUCT((B1:B5="North")*(C1:C5>100),C1:C5)', 450],
  ['SUMPRODUCT(--(B1:B5<>""))', 4],
  ['SUMPRODUCT((A1:A5>1)/A1:A5)', 1.2833333333333],
  ['SUMPRODUCT((MONTH(D1:D5)=10)*(WEEKDAY(D1:D5,2)<6)*C1:C5)', 900.5],
  ['SUMPRODUCT((A:A=3)*(C:C))', 90],
  ['SUMPRODUCT((A1:A2)*(A1:C1=1))', 3],
  ['SUMPRODUCT(A1:A3*2+1)', 15],
  ['SUMIFS(C1:C5,B1:B5,"<>North",A1:A5,"<5")', 480.5],
  ['MEDIAN(TRUE,2)', 1.5],
  ['SUM(Jan:Mar!B2)', 60],
  ['AVERAGE(Jan:Mar!B2:B3)', 95],
  ['MAX(Jan:Mar!B2:B3,1)+COUNT(Jan:Mar!B2:B3)', 276],
  ['IF(A1="1",1,2)', 2],
  ['TEXTJOIN(", ",TRUE,B1:B5)', 'North, South, north, Norfolk'],
  ['CONCATENATE(B1," ",A2)', 'North 2'],
  ['IF(AND(A1=1,C1>C2),"a","b")', 'b'],
  ['IF(OR(A1=1,C1>C2),"a","b")', 'a'],
  ['IF(NOT(A1=1),1,2)', 2],
  ['IFS(C1>460,"long",C1>400,"mid",TRUE,"short")', 'mid'],
  ['CHOOSE(A2,"x","y","z")', 'y'],
  ['IF(ISBLANK(E1),"blank","full")', 'blank'],
  ['IF(ISNUMBER(B1),1,0)+IF(ISTEXT(B1),2,0)', 2],
  ['ROUND(C1/7,2)', 64.29],
  ['ROUNDUP(C1/7,1)', 64.3],
  ['ROUNDDOWN(-C1/7,1)', -64.2],
  ['TRUNC(C1/7)', 64],
  ['INT(-2.5)', -3],
  ['MOD(C1,60)', 30],
  ['MOD(-7,5)', 3],
  ['MROUND(C1+4,15)', 450],
  ['CEILING(C1+1,15)', 465],
  ['FLOOR(C1+14,15)', 450],
  ['SIGN(C5)+SQRT(16)+ABS(C5)', 33],
  ['MEDIAN(A1:A5)', 3],
  ['LARGE(C1:C5,2)+SMALL(C1:C5,1)', 420],
  ['PRODUCT(A1:A5)', 120],
  ['DATE(2026,13,1)', 46388],
  ['YEAR(D1)*10000+MONTH(D1)*100+DAY(D1)', 20261001],
  ['WEEKDAY(D1)', 5],
  ['WEEKDAY(D1,2)', 4],
  ['WEEKDAY(D1,3)', 3],
  ['ISOWEEKNUM(D1)', 40],
  ['ISOWEEKNUM(DATE(2027,1,1))', 53],
  ['WEEKNUM(D1,2)', 40],
  ['EOMONTH(D1,0)', 46326],
  ['EDATE(DATE(2026,8,31),1)', 46295],
  ['NETWORKDAYS(D1,D5)', 6],
  ['NETWORKDAYS(D1,D5,D2:D3)', 5],
  ['NETWORKDAYS(D5,D1)', -6],
  ['DAYS(D5,D1)', 7],
  ['HOUR(0.78125)*100+MINUTE(0.78125)', 1845],
  ['TIME(7,30,0)*24', 7.5],
  ['LEFT(B1,3)&RIGHT(B1,1)&MID(B1,2,2)', 'Norhor'],
  ['UPPER(B1)&LOWER(B1)&LEN(B1)', 'NORTHnorth5'],
  ['TRIM("  a   b ")', 'a b'],
  ['SUBSTITUTE(B1,"o","0")&REPT("x",3)', 'N0rthxxx'],
  ['FIND("r",B1)', 3],
  ['IF(EXACT(B1,B3),1,2)', 2],
  ['TEXT(D1,"yyyy-mm-dd")', '2026-10-01'],
  ['TEXT(C1/1440,"[h]:mm")', '7:30'],
  ['TEXT(D1+0.5,"dd.mm.yyyy hh:mm")', '01.10.2026 12:00'],
  ['TEXT(A1,"000")', '001'],
  ['RATE*100', 21],
  ['SUM(MINUTES)', 990.5],
];

/** Excel writes later functions with a prefix. */
const LATER = /\b(MAXIFS|MINIFS|IFS|TEXTJOIN|ISOWEEKNUM|IFNA|CONCAT|DAYS)\(/g;
const FORMULAS = PLAIN.map(([formula, value]) => [formula.replace(LATER, '_xlfn.$1('), value] as const);

/** Debian's LibreOffice lacks them: similar examples from Excel. */
const BY_TABLE: readonly (readonly [formula: string, value: number | string])[] = [
  ['_xlfn.XLOOKUP("South",B1:B5,C1:C5)', 480],
  ['_xlfn.XLOOKUP("West",B1:B5,C1:C5,"none")', 'none'],
  ['_xlfn.XLOOKUP(2.5,A1:A5,B1:B5,"",-1)', 'South'],
  ['IFERROR(_xlfn.XLOOKUP("South",B1:B5,C1:C4),"unlike")', 'unlike'],
  ['IFERROR(_xlfn.XLOOKUP("West",B1:B5,C1:C4,"none"),"unlike")', 'unlike'],
  ['IF(_xlfn.XOR(TRUE,FALSE),1,0)', 1],
  ['_xlfn.LET(_xlpm.hours,C1/60,_xlpm.rate,_xlpm.hours*2,_xlpm.hours+_xlpm.rate)', 22.5],
  ['SUM(_xlfn.LET(_xlpm.all,C1:C5,_xlpm.all))', 990.5],
  ['_xlfn.LET(_xlpm.a,A2,_xlfn.LET(_xlpm.a,_xlpm.a+1,_xlpm.a*10)+_xlpm.a)', 32],
];

/** Left to Excel: programs differ, or the result depends on the language. */
const LEFT = [
  'COUNTIF(B1:B5,">M")',
  'SUMIF(D1:D5,">=2026-10-02",C1:C5)',
  'TEXT(D1,"mmmm")',
  'TEXT(C4,"0.00")',
  'VLOOKUP(2,C1:D5,2,TRUE)',
  'SUMPRODUCT((A:A="")*1)',
  'SUMPRODUCT((A1:A5=1)*C1:C4)',
  'YEAR(5)',
  '"TRUE"*1',
  'MEDIAN("7",2)',
  '_xlfn.SORT(C1:C5)',
  'INDEX(_xlfn.SORT(C1:C5),1)',
  'SUM(_xlfn.LET(_xlpm.a,C1:C5,_xlpm.a,1))',
  'PRODUCT("3",2)',
  'CONCATENATE(B1:B2)',
];

const folder = mkdtempSync(join(tmpdir(), 'functions-'));
afterAll(() => rmSync(folder, { recursive: true }));

const python = pythonWith('openpyxl');
const soffice = programOf('soffice', '--version');

/** Each formula is in column H of a separate row. */
async function filled(formulas: readonly string[]) {
  const rows = DATA + formulas.map((formula, index) => row(index + 11, { H: `=${formula}` })).join('');
  const names =
    '<definedName name="RATE">0.21</definedName><definedName name="MINUTES">Hours!$C$1:$C$5</definedName>';
  const months = [10, 20, 30].map((b, at): [string, { rows: string }] => [
    ['Jan', 'Feb', 'Mar'][at] ?? '',
    { rows: row(2, { B: b }) + row(3, { B: 100 * (at + 1) - 30 }) },
  ]);
  const sheets = { Hours: { rows: rows + row(900, { A: '{{run.id}}' }) }, ...Object.fromEntries(months) };
  return rendered({ sheets, names }, testModel(1));
}

function shown(cell: unknown): string {
  return String(cell).split(' → ')[1] ?? '';
}

describe('functions', () => {
  const all = [...FORMULAS, ...BY_TABLE];
  test('give the expected results', async () => {
    const cells = (await filled(all.map(([formula]) => formula))).cells(1);
    const found = all.map(([formula], index) => [formula, shown(cells[`H${index + 11}`])]);
    const expected = all.map(([formula, value]) => [formula, String(value)]);
    const plain = (list: unknown[][]) =>
      list.map(([formula, value]) => [
        formula,
        Number.isNaN(Number(value)) ? value : Number(Number(value).toPrecision(12)),
      ]);
    expect(plain(found)).toEqual(plain(expected));
  });

  test('functions that differ between programs are left to Excel', async () => {
    const cells = (await filled(LEFT)).cells(1);
    expect(LEFT.map((formula, index) => [formula, shown(cells[`H${index + 11}`])])).toEqual(
      LEFT.map((formula) => [formula, '']),
    );
  });

  test.runIf(python && soffice)('LibreOffice calculates the same', { tags: 'slow' }, async () => {
    const path = join(folder, 'functions.xlsx');
    writeFileSync(path, (await filled(FORMULAS.map(([formula]) => formula))).bytes);
    const [resaved = ''] = resaveWithLibreOffice(soffice ?? '', folder, [
      await writeUncalculated(path, folder),
    ]);
    const { shown: books } = runPython(python ?? '', READ_CELLS, path, resaved) as ReadCells;
    const calculated = books[1]?.Hours ?? {};
    FORMULAS.forEach(([formula, value], index) => {
      const judged = calculated[`H${index + 11}`];
      if (typeof value === 'number') expect(Number(judged), formula).toBeCloseTo(value, 9);
      else expect(judged, formula).toBe(value);
    });
  });

  /** Rates in C; a name for the rate of the row that uses it, and one for the cell two columns to the left. */
  const RELATIVE: WorkbookSource = {
    sheets: {
      S: {
        rows:
          row(1, { B: 100, C: 2, E: '=B1*Rate', F: '=TwoLeft+1', G: '{{count(employee-days)}}' }) +
          row(2, { B: 300, C: 3, E: '=B2*Rate', F: '=TwoLeft+1' }) +
          row(5, {
            A: '{{#each employee-days limit 2}}{{workedMinutes}}',
            B: 75,
            C: 25,
            E: '=B5*Rate',
            F: '=TwoLeft+1',
          }),
      },
    },
    names: '<definedName name="Rate">S!$C1</definedName><definedName name="TwoLeft">S!XFC1</definedName>',
  };

  test('a relative name is resolved from the cell that uses it', async () => {
    const cells = (await rendered(RELATIVE, testModel(1))).cells(1);
    expect([cells.E1, cells.E2, cells.E5, cells.E6].map(shown)).toEqual(['200', '900', '1875', '1875']);
    // It would wrap around to the other side of the sheet: left to Excel.
    expect(shown(cells.F1)).toBe('');
  });

  test.runIf(python && soffice)('LibreOffice resolves relative names alike', { tags: 'slow' }, async () => {
    const path = join(folder, 'names.xlsx');
    writeFileSync(path, (await rendered(RELATIVE, testModel(1))).bytes);
    const [resaved = ''] = resaveWithLibreOffice(soffice ?? '', folder, [
      await writeUncalculated(path, folder),
    ]);
    const { shown: books } = runPython(python ?? '', READ_CELLS, path, resaved) as ReadCells;
    const { E1, E2, E5, E6 } = books[1]?.S ?? {};
    expect([E1, E2, E5, E6].map(Number)).toEqual([200, 900, 1875, 1875]);
  });

  test('a result whose cells did not change is kept', async () => {
    const old = (at: string, formula: string, value: string): string =>
      `<c r="${at}"><f>${formula}</f><v>${value}</v></c>`;
    const fixed = `${row(1, { A: 92348.7, B: 0.05 })}<row r="2">${old('A2', 'SUM(1:1)', '92348.75')}</row>`;
    const moving = row(5, { A: '{{#each employee-days}}{{workedMinutes}}' });
    const other = `<row r="1">${old('A1', 'SUM(Report!1:1)', '92348.75')}${old('B1', 'SUM(Report!A5)', '1')}</row>`;
    const sheets = { Report: { rows: fixed + moving }, Other: { rows: other } };
    const out = await rendered({ sheets }, testModel(1));
    expect(shown(out.cells(1).A2)).toBe('92348.75');
    expect([shown(out.cells(2).A1), shown(out.cells(2).B1)]).toEqual(['92348.75', '1371']);
  });

  test('a condition on very many rows uses an index', { tags: 'slow' }, async () => {
    const rows = row(5, {
      A: '{{#each employee-days}}{{employee.id}}',
      B: '{{workedMinutes}}',
      C: '=SUMIF(A$5:A$5,A5,B$5:B$5)',
    });
    const out = await rendered({ sheets: { Hours: { rows } } }, testModel(2_000));
    expect(shown(out.cells(1).C6004)).not.toBe('');
  });
});
