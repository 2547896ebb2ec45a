import { describe, expect, test } from 'vitest';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, type SheetSource } from '../../support/workbooks/workbook.js';

const X14 = 'xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"';
const XM = 'xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"';

/** Row 5 repeats over six days: rows 5 to 10. The total of row 6 moves to row 11. */
const SINGLE =
  row(1, { A: 'Title' }) +
  row(4, { A: 'Name', E: 'Minutes' }) +
  row(5, { A: '{{#each employee-days}}{{employee.name}}', E: '{{workedMinutes}}' }) +
  row(6, { A: 'Total', E: '=SUM(E5:E5)' });

/** Rows 5 and 6 repeat over six days: rows 5 to 16. The total of row 7 moves to row 17. */
const DOUBLE =
  row(5, { A: '{{#each employee-days rows 2}}{{employee.name}}', E: '{{workedMinutes}}' }) +
  row(6, { A: '{{note}}' }) +
  row(7, { A: 'Total' });

async function frame(rows: string, sheet: Omit<SheetSource, 'rows'>): Promise<string> {
  const out = await rendered({ sheets: { Hours: { rows, ...sheet } } }, testModel(2));
  const text = out.text('xl/worksheets/sheet1.xml');
  const before = /<worksheet[^>]*>(.*)<sheetData>/s.exec(text)?.[1] ?? '';
  const after = /<\/sheetData>(.*)<\/worksheet>/s.exec(text)?.[1] ?? '';
  return before + after;
}

interface Row {
  readonly name: string;
  readonly rows?: string;
  readonly before?: string;
  readonly after?: string;
  readonly becomes: string;
}

const CASES: readonly Row[] = [
  {
    name: 'dimension',
    before: '<dimension ref="A1:E6"/>',
    becomes: '<dimension ref="A1:E11"/>',
  },
  {
    name: 'views: frozen rows above stay, cells below shift',
    before:
      '<sheetViews><sheetView workbookViewId="0"><pane ySplit="4" topLeftCell="A6" state="frozen"/><selection activeCell="B6" sqref="B6:C6"/></sheetView></sheetViews>',
    becomes:
      '<sheetViews><sheetView workbookViewId="0"><pane ySplit="4" topLeftCell="A11" state="frozen"/><selection activeCell="B11" sqref="B11:C11"/></sheetView></sheetViews>',
  },
  {
    name: 'protected ranges are extended',
    after: '<protectedRanges><protectedRange name="p" sqref="B5 C6"/></protectedRanges>',
    becomes: '<protectedRanges><protectedRange name="p" sqref="B5:B10 C11"/></protectedRanges>',
  },
  {
    name: 'sheet protection is unchanged',
    after: '<sheetProtection password="CC1A" sheet="1" objects="1"/>',
    becomes: '<sheetProtection password="CC1A" sheet="1" objects="1"/>',
  },
  {
    name: 'auto filter and its sort order are extended',
    after:
      '<autoFilter ref="A4:E5"><sortState ref="A5:E5"><sortCondition ref="A5"/></sortState></autoFilter>',
    becomes:
      '<autoFilter ref="A4:E10"><sortState ref="A5:E10"><sortCondition ref="A5:A10"/></sortState></autoFilter>',
  },
  {
    name: 'merged cells repeat in a band and shift below',
    after:
      '<mergeCells count="3"><mergeCell ref="A1:E1"/><mergeCell ref="B5:C5"/><mergeCell ref="A6:B6"/></mergeCells>',
    becomes: `<mergeCells count="8"><mergeCell ref="A1:E1"/>${[5, 6, 7, 8, 9, 10].map((r) => `<mergeCell ref="B${r}:C${r}"/>`).join('')}<mergeCell ref="A11:B11"/></mergeCells>`,
  },
  {
    name: 'merged cells over a whole band of two rows repeat',
    rows: DOUBLE,
    after: '<mergeCells count="1"><mergeCell ref="B5:B6"/></mergeCells>',
    becomes: `<mergeCells count="6">${[5, 7, 9, 11, 13, 15].map((r) => `<mergeCell ref="B${r}:B${r + 1}"/>`).join('')}</mergeCells>`,
  },
  {
    name: 'merged cells from above into a band are extended',
    after: '<mergeCells count="1"><mergeCell ref="F4:F6"/></mergeCells>',
    becomes: '<mergeCells count="1"><mergeCell ref="F4:F11"/></mergeCells>',
  },
  {
    name: 'conditional format: cells are extended, and the formula counts from the first',
    after:
      '<conditionalFormatting sqref="E5"><cfRule type="expression" priority="1"><formula>AND($E5&gt;E$6,$A$1&lt;&gt;"")</formula></cfRule></conditionalFormatting>',
    becomes:
      '<conditionalFormatting sqref="E5:E10"><cfRule type="expression" priority="1"><formula>AND($E5&gt;E$11,$A$1&lt;&gt;"")</formula></cfRule></conditionalFormatting>',
  },
  {
    name: 'conditional format on one of two repeated rows does not affect the other',
    rows: DOUBLE,
    after:
      '<conditionalFormatting sqref="A6"><cfRule type="expression" priority="1"><formula>A5=""</formula></cfRule></conditionalFormatting>',
    becomes:
      '<conditionalFormatting sqref="A6 A8 A10 A12 A14 A16"><cfRule type="expression" priority="1"><formula>A5=""</formula></cfRule></conditionalFormatting>',
  },
  {
    name: 'conditional format: limits that are formulas',
    after:
      '<conditionalFormatting sqref="E5"><cfRule type="dataBar" priority="1"><dataBar><cfvo type="formula" val="$E$6"/><cfvo type="max"/><color rgb="FF638EC6"/></dataBar></cfRule></conditionalFormatting>',
    becomes:
      '<conditionalFormatting sqref="E5:E10"><cfRule type="dataBar" priority="1"><dataBar><cfvo type="formula" val="$E$11"/><cfvo type="max"/><color rgb="FF638EC6"/></dataBar></cfRule></conditionalFormatting>',
  },
  {
    name: 'data validation: cells and lists',
    after:
      '<dataValidations count="1"><dataValidation type="list" sqref="D5 D6"><formula1>$G$5:$G$6</formula1></dataValidation></dataValidations>',
    becomes:
      '<dataValidations count="1"><dataValidation type="list" sqref="D5:D10 D11"><formula1>$G$5:$G$11</formula1></dataValidation></dataValidations>',
  },
  {
    name: 'links inside the workbook',
    after:
      '<hyperlinks><hyperlink ref="A1" location="Hours!E6" display="total"/><hyperlink ref="A5" location="Hours!A1"/></hyperlinks>',
    becomes:
      '<hyperlinks><hyperlink ref="A1" location="Hours!E11" display="total"/><hyperlink ref="A5:A10" location="Hours!A1"/></hyperlinks>',
  },
  {
    name: 'row breaks repeat after each repetition',
    rows: DOUBLE,
    after:
      '<rowBreaks count="2" manualBreakCount="2"><brk id="6" max="16383" man="1"/><brk id="7" max="16383" man="1"/></rowBreaks>',
    becomes: `<rowBreaks count="7" manualBreakCount="7">${[6, 8, 10, 12, 14, 16, 17].map((r) => `<brk id="${r}" max="16383" man="1"/>`).join('')}</rowBreaks>`,
  },
  {
    name: 'column breaks stay',
    after: '<colBreaks count="1" manualBreakCount="1"><brk id="3" max="1048575" man="1"/></colBreaks>',
    becomes: '<colBreaks count="1" manualBreakCount="1"><brk id="3" max="1048575" man="1"/></colBreaks>',
  },
  {
    name: 'ignored errors and watched cells',
    after:
      '<cellWatches><cellWatch r="E6"/></cellWatches><ignoredErrors><ignoredError sqref="A5:E6" numberStoredAsText="1"/></ignoredErrors>',
    becomes:
      '<cellWatches><cellWatch r="E11"/></cellWatches><ignoredErrors><ignoredError sqref="A5:E11" numberStoredAsText="1"/></ignoredErrors>',
  },
  {
    name: 'sparklines: one per repetition, and one that is extended',
    after: `<extLst><ext uri="{05C60535-1F16-4fd2-B633-F4F36F0B64E0}" ${X14}><x14:sparklineGroups ${XM}><x14:sparklineGroup><x14:sparklines><x14:sparkline><xm:f>Hours!B5:E5</xm:f><xm:sqref>F5</xm:sqref></x14:sparkline><x14:sparkline><xm:f>Hours!E5:E5</xm:f><xm:sqref>F6</xm:sqref></x14:sparkline></x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext></extLst>`,
    becomes: `<extLst><ext uri="{05C60535-1F16-4fd2-B633-F4F36F0B64E0}" ${X14}><x14:sparklineGroups ${XM}><x14:sparklineGroup><x14:sparklines>${[5, 6, 7, 8, 9, 10].map((r) => `<x14:sparkline><xm:f>Hours!B${r}:E${r}</xm:f><xm:sqref>F${r}</xm:sqref></x14:sparkline>`).join('')}<x14:sparkline><xm:f>Hours!E5:E10</xm:f><xm:sqref>F11</xm:sqref></x14:sparkline></x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext></extLst>`,
  },
  {
    name: 'a sparkline over a single cell is extended',
    after: `<extLst><ext uri="{05C60535-1F16-4fd2-B633-F4F36F0B64E0}" ${X14}><x14:sparklineGroups ${XM}><x14:sparklineGroup><x14:sparklines><x14:sparkline><xm:f>Hours!E5</xm:f><xm:sqref>F6</xm:sqref></x14:sparkline></x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext></extLst>`,
    becomes: `<extLst><ext uri="{05C60535-1F16-4fd2-B633-F4F36F0B64E0}" ${X14}><x14:sparklineGroups ${XM}><x14:sparklineGroup><x14:sparklines><x14:sparkline><xm:f>Hours!E5:E10</xm:f><xm:sqref>F11</xm:sqref></x14:sparkline></x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext></extLst>`,
  },
  {
    name: 'a drop-down list drawn as one cell is extended; other validations compare with one cell',
    after:
      '<dataValidations count="2"><dataValidation type="list" sqref="H1"><formula1>$A$5</formula1></dataValidation><dataValidation type="whole" operator="equal" sqref="H2"><formula1>$E$5</formula1></dataValidation></dataValidations>',
    becomes:
      '<dataValidations count="2"><dataValidation type="list" sqref="H1"><formula1>$A$5:$A$10</formula1></dataValidation><dataValidation type="whole" operator="equal" sqref="H2"><formula1>$E$5</formula1></dataValidation></dataValidations>',
  },
  {
    name: 'the limit of a data bar in a cell follows; a number stays',
    after:
      '<conditionalFormatting sqref="E5"><cfRule type="dataBar" priority="1"><dataBar><cfvo type="num" val="10"/><cfvo type="num" val="$E$6"/><color rgb="FF638EC6"/></dataBar></cfRule></conditionalFormatting>',
    becomes:
      '<conditionalFormatting sqref="E5:E10"><cfRule type="dataBar" priority="1"><dataBar><cfvo type="num" val="10"/><cfvo type="num" val="$E$11"/><color rgb="FF638EC6"/></dataBar></cfRule></conditionalFormatting>',
  },
  {
    name: 'rules down to the last row stay in the sheet',
    after:
      '<conditionalFormatting sqref="E6:E1048576"><cfRule type="expression" priority="1"><formula>COUNT($E$6:$E$1048576)&gt;1</formula></cfRule></conditionalFormatting>',
    becomes:
      '<conditionalFormatting sqref="E11:E1048576"><cfRule type="expression" priority="1"><formula>COUNT($E$11:$E$1048576)&gt;1</formula></cfRule></conditionalFormatting>',
  },
  {
    name: 'newer conditional formats and validations',
    after: `<extLst><ext uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}" ${X14}><x14:conditionalFormattings><x14:conditionalFormatting ${XM}><x14:cfRule type="expression" priority="1"><xm:f>E5&gt;Hours!$E$6</xm:f></x14:cfRule><xm:sqref>E5</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>`,
    becomes: `<extLst><ext uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}" ${X14}><x14:conditionalFormattings><x14:conditionalFormatting ${XM}><x14:cfRule type="expression" priority="1"><xm:f>E5&gt;Hours!$E$11</xm:f></x14:cfRule><xm:sqref>E5:E10</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>`,
  },
  {
    name: 'page set-up, headers and margins stay; run fields in headers are filled',
    after:
      '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape"/><headerFooter><oddHeader>&amp;L{{run.employer}} &amp;&amp; co&amp;R&amp;P</oddHeader></headerFooter>',
    becomes:
      '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape"/><headerFooter><oddHeader>&amp;Lbakery &amp;&amp; co&amp;R&amp;P</oddHeader></headerFooter>',
  },
];

describe('parts of a sheet outside its cells follow the rows', () => {
  test.each(CASES)('$name', async ({ rows = SINGLE, before = '', after = '', becomes }) => {
    expect(await frame(rows, { before, after })).toBe(becomes);
  });
});

const NAMES: readonly { name: string; text: string; becomes: string; local?: string }[] = [
  { name: 'a name over a band stretches', text: 'Hours!$E$5:$E$5', becomes: 'Hours!$E$5:$E$10' },
  { name: 'a name of one cell of a band stretches', text: 'Hours!$E$5', becomes: 'Hours!$E$5:$E$10' },
  {
    name: 'a name down to the last row stays in the sheet',
    text: 'Hours!$E$6:$E$1048576',
    becomes: 'Hours!$E$11:$E$1048576',
  },
  {
    name: 'a print area of one cell',
    text: 'Hours!$A$5',
    becomes: 'Hours!$A$5:$A$10',
    local: '_xlnm.Print_Area',
  },
  { name: 'a cell in a formula that is named stays one', text: 'Hours!$E$5*2', becomes: 'Hours!$E$5*2' },
  { name: 'a name below shifts', text: 'Hours!$E$6', becomes: 'Hours!$E$11' },
  { name: 'a name above stays', text: 'Hours!$A$1', becomes: 'Hours!$A$1' },
  { name: 'a formula', text: 'SUM(Hours!$E$5:$E$5)/2', becomes: 'SUM(Hours!$E$5:$E$10)/2' },
  { name: 'whole columns stay', text: 'Hours!$A:$C', becomes: 'Hours!$A:$C' },
  {
    name: 'print titles',
    text: 'Hours!$A:$B,Hours!$4:$4',
    becomes: 'Hours!$A:$B,Hours!$4:$4',
    local: '_xlnm.Print_Titles',
  },
  { name: 'the print area', text: 'Hours!$A$1:$E$6', becomes: 'Hours!$A$1:$E$11', local: '_xlnm.Print_Area' },
  {
    name: 'the filter database',
    text: 'Hours!$A$4:$E$5',
    becomes: 'Hours!$A$4:$E$10',
    local: '_xlnm._FilterDatabase',
  },
  { name: 'several areas', text: 'Hours!$A$1,Hours!$A$6:$B$7', becomes: 'Hours!$A$1,Hours!$A$11:$B$12' },
  { name: 'a constant', text: '0.21', becomes: '0.21' },
];

describe('defined names follow', () => {
  test.each(NAMES)('$name', async ({ text, becomes, local }) => {
    const names = `<definedName name="${local ?? 'mine'}"${local ? ' localSheetId="0" hidden="1"' : ''}>${text}</definedName>`;
    const out = await rendered({ sheets: { Hours: { rows: SINGLE } }, names }, testModel(2));
    expect(out.text('xl/workbook.xml')).toContain(`>${becomes}</definedName>`);
  });
});

const FORMULAS: readonly { name: string; formula: string; becomes: string; rows?: string }[] = [
  { name: 'a range stretches', formula: 'SUM(E5:E5)', becomes: 'SUM(E5:E10)' },
  { name: 'a single argument stretches', formula: 'SUM(E5)', becomes: 'SUM(E5:E10)' },
  { name: 'a single cell is the first repetition', formula: 'E5+1', becomes: 'E5+1' },
  { name: 'from the heading to the total', formula: 'SUM($E$4:$E$6)', becomes: 'SUM($E$4:$E$11)' },
  { name: 'below shifts', formula: 'E6*2', becomes: 'E11*2' },
  {
    name: 'with the sheet named',
    formula: "SUM(Hours!E5:E5)+'Hours'!E6",
    becomes: "SUM(Hours!E5:E10)+'Hours'!E11",
  },
  {
    name: 'text and names that look like cells stay',
    formula: '"E6"&LOG10(E6)&E6x',
    becomes: '"E6"&LOG10(E11)&E6x',
  },
  { name: 'whole rows and columns', formula: 'SUM(5:6)+SUM(E:E)', becomes: 'SUM(5:11)+SUM(E:E)' },
  { name: 'other workbooks stay', formula: '[1]Hours!E6+E6', becomes: '[1]Hours!E6+E11' },
  { name: 'errors stay', formula: 'IFERROR(Hours!#REF!,E6)', becomes: 'IFERROR(Hours!#REF!,E11)' },
  { name: 'corners that functions make', formula: 'SUM(E5:INDEX(E:E,6))', becomes: 'SUM(E5:INDEX(E:E,6))' },
  { name: 'to the last row', formula: 'SUM(E6:E1048576)+E1048576', becomes: 'SUM(E11:E1048576)+E1048576' },
  { name: 'functions of later versions', formula: '_xlfn.STDEV.S(E5)', becomes: '_xlfn.STDEV.S(E5:E10)' },
  {
    name: 'functions that count by a rule, whose rule is one cell',
    formula: 'SUMIF(A5,A5,E5)+COUNTIFS(A5,A5)+SUMIFS(E5,A5,A5)+LARGE(E5,E5)',
    becomes: 'SUMIF(A5:A10,A5,E5:E10)+COUNTIFS(A5:A10,A5)+SUMIFS(E5:E10,A5:A10,A5)+LARGE(E5:E10,E5)',
  },
  {
    name: 'single cells multiplied row by row',
    formula: 'SUMPRODUCT(E5,E5)+SUMPRODUCT(E5*2)',
    becomes: 'SUMPRODUCT(E5:E10,E5:E10)+SUMPRODUCT(E5*2)',
  },
  { name: 'two of three repeated rows', rows: DOUBLE, formula: 'COUNTA(E5:E5)', becomes: 'COUNTA(E5:E15)' },
];

/** Row 5 repeats over days, row 6 over people; row 4 is a heading with a year, row 7 the total. */
const TWO_BANDS =
  row(4, { E: 2026 }) +
  row(5, { A: '{{#each employee-days}}{{date}}', E: '{{workedMinutes}}' }) +
  row(6, { A: '{{#each employees}}{{days}}', E: '{{workedMinutes}}' });
const TWO_CONDITIONS =
  row(4, { A: '{{run.id}}', E: 2026 }) +
  row(5, { A: '{{#if run.id = "no"}}', E: '{{employees | count}}' }) +
  row(6, { A: '{{#if run.id = "no"}}', E: '{{employees | count}}' });

describe('a total over rows that do not exist', () => {
  test.each([
    ['two bands', TWO_BANDS, 'SUM(E5:E6)', 'SUM(E5:E5) → 0'],
    ['two conditions', TWO_CONDITIONS, 'SUM(E5:E6)', 'SUM(E5:E5) → 0'],
    ['from a heading down', TWO_BANDS, 'SUM(E4:E6)', 'SUM(E4:E4) → 2026'],
  ])('%s', async (_, rows, formula, becomes) => {
    const out = await rendered(
      { sheets: { Hours: { rows: rows + row(7, { H: `=${formula}` }) } } },
      testModel(0),
    );
    expect(Object.values(out.cells(1))).toContain(`=${becomes}`);
  });
});

describe('formulas follow', () => {
  test.each(FORMULAS)('$name: $formula', async ({ formula, becomes, rows = SINGLE }) => {
    const out = await rendered(
      { sheets: { Hours: { rows: rows + row(8, { H: `=${formula}` }) } } },
      testModel(2),
    );
    const cells = out.cells(1);
    expect(String(cells.H13 ?? cells.H18).split(' → ')[0]).toBe(`=${becomes}`);
  });
});
