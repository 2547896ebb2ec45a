import { describe, expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, wordsOf } from '../../support/workbooks/checked.js';
import { packageProblems } from '../../support/workbooks/checkPackage.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, type WorkbookSource, workbook } from '../../support/workbooks/workbook.js';

/* Parts that cannot be moved are refused if they would have to move, and unchanged otherwise. Row 5 repeats. */
const ROWS = row(2, { A: 1, B: 2 }) + row(5, { A: '{{#each employee-days}}{{date}}' }) + row(7, { A: 'end' });
const anchor = (from: number, to: number): string =>
  `<anchor><from><col>1</col><row>${from - 1}</row></from><to><col>2</col><row>${to - 1}</row></to></anchor>`;
const box = (link: string, bottom: number): string =>
  `<xml><shape><ClientData ObjectType="Drop"><Anchor>1, 0, 1, 0, 2, 0, ${bottom - 1}, 0</Anchor><FmlaLink>${link}</FmlaLink></ClientData></shape></xml>`;

function withAfter(after: string): WorkbookSource {
  return { sheets: { Hours: { rows: ROWS, after }, Other: { rows: row(9, { A: 1 }) } } };
}

function withBox(vml: string): WorkbookSource {
  return {
    sheets: {
      Hours: {
        rows: ROWS,
        after: '<legacyDrawing r:id="rId1"/>',
        relationships: { rId1: ['vmlDrawing', '../drawings/v.vml'] },
      },
      Other: { rows: row(9, { A: 1 }) },
    },
    parts: { 'xl/drawings/v.vml': vml },
  };
}

function withControl(attributes: string): WorkbookSource {
  const source = withAfter(
    `<controls><control shapeId="1"><controlPr>${anchor(2, 3)}</controlPr></control></controls>`,
  );
  const hours = {
    ...source.sheets.Hours,
    rows: ROWS,
    relationships: { rId1: ['ctrlProp', '../ctrlProps/ctrlProp1.xml'] as const },
  };
  return {
    ...source,
    sheets: { ...source.sheets, Hours: hours },
    parts: { 'xl/ctrlProps/ctrlProp1.xml': `<formControlPr ${attributes}/>` },
  };
}

const CASES: readonly [name: string, source: WorkbookSource, isKept: boolean][] = [
  [
    'scenarios over cells above',
    withAfter('<scenarios><scenario><inputCells r="B2" val="3"/></scenario></scenarios>'),
    true,
  ],
  [
    'scenarios over cells below',
    withAfter('<scenarios><scenario><inputCells r="B7" val="3"/></scenario></scenarios>'),
    false,
  ],
  ['scenarios over repeated cells', withAfter('<scenarios sqref="A1:A5"/>'), false],
  [
    'a custom view of the top',
    withAfter(
      '<customSheetViews><customSheetView><selection activeCell="A1" sqref="A1"/><rowBreaks><brk id="4"/></rowBreaks></customSheetView></customSheetViews>',
    ),
    true,
  ],
  [
    'a custom view with a break below',
    withAfter(
      '<customSheetViews><customSheetView><rowBreaks><brk id="6"/></rowBreaks></customSheetView></customSheetViews>',
    ),
    false,
  ],
  [
    'a consolidation of another sheet',
    withAfter('<dataConsolidate><dataRefs><dataRef ref="A1:B9" sheet="Other"/></dataRefs></dataConsolidate>'),
    true,
  ],
  [
    'a consolidation of moving rows',
    withAfter('<dataConsolidate><dataRefs><dataRef ref="A1:B9" sheet="Hours"/></dataRefs></dataConsolidate>'),
    false,
  ],
  [
    'a control above',
    withAfter(`<controls><control><controlPr>${anchor(2, 3)}</controlPr></control></controls>`),
    true,
  ],
  [
    'a control that extends down',
    withAfter(`<controls><control><controlPr>${anchor(2, 5)}</controlPr></control></controls>`),
    false,
  ],
  ['a control linked to a cell above', withControl('fmlaLink="$B$2" fmlaRange="Other!$A$1:$A$9"'), true],
  ['a control linked to a cell below', withControl('fmlaLink="$B$7"'), false],
  ['a list of moving cells', withControl('fmlaLink="$B$2" fmlaRange="Hours!$A$1:$A$7"'), false],
  ['the box of a control above', withBox(box('$B$2', 3)), true],
  ['the box of a control that extends down', withBox(box('$B$2', 6)), false],
  ['the box of a control linked below', withBox(box('Hours!$B$7', 3)), false],
];

describe('parts that are not moved', () => {
  test.each(CASES)('%s', async (_, source, isKept) => {
    const problems = await checkTemplate(await workbook(source), fieldsOfModel(testModel(1)));
    if (!isKept) {
      expect(problems.map(({ text }) => wordsOf(text))).toEqual([
        expect.stringContaining('where rows repeat, because their cells move'),
      ]);
      return;
    }
    expect(problems).toEqual([]);
    const out = await rendered(source, testModel(2));
    const drawn = source.sheets.Hours?.after ?? '';
    expect(out.text('xl/worksheets/sheet1.xml')).toContain(drawn);
    for (const [part, content] of Object.entries(source.parts ?? {})) expect(out.text(part)).toBe(content);
    expect(
      (await packageProblems(out.bytes)).filter((each) => !/vml|ctrlProp|legacyDrawing/.test(each)),
    ).toEqual([]);
  });
});
