import { describe, expect, test } from 'vitest';
import { testModel } from '../../support/workbooks/model.js';
import { MAIN, SPREADSHEET } from '../../support/workbooks/partSources.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row } from '../../support/workbooks/workbook.js';

describe('notes', () => {
  const comment = (at: string, text: string): string =>
    `<comment ref="${at}" authorId="0"><text><r><rPr><b/></rPr><t>me:</t></r><r><t>${text}</t></r></text></comment>`;
  const comments = (inside: string): string =>
    `<comments xmlns="${MAIN}"><authors><author>me</author></authors><commentList>${inside}</commentList></comments>`;
  const VML = 'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel"';
  const shape = (id: number, rowNumber: number, column: number): string =>
    `<v:shape id="s${id}"><x:ClientData ObjectType="Note"><x:Anchor>${column + 1}, 15, ${rowNumber}, 2, ${column + 3}, 31, ${rowNumber + 4}, 1</x:Anchor><x:Row>${rowNumber}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`;

  test('define what repeats, and are then not written; others follow their cells', async () => {
    const out = await rendered(
      {
        sheets: {
          Hours: {
            rows: row(5, { A: '{{employee.name}}' }) + row(6, { A: 'Total' }),
            after: '<legacyDrawing r:id="rId2"/>',
            relationships: {
              rId1: ['comments', '../comments1.xml'],
              rId2: ['vmlDrawing', '../drawings/vmlDrawing1.vml'],
            },
          },
        },
        parts: {
          'xl/comments1.xml': comments(
            comment('A5', '{{#each employee-days where workedMinutes &gt; 470}}') + comment('A6', 'the sum'),
          ),
          'xl/drawings/vmlDrawing1.vml': `<xml ${VML}>${shape(1, 4, 0)}${shape(2, 5, 0)}</xml>`,
        },
        types: { 'xl/comments1.xml': `${SPREADSHEET}.comments+xml` },
      },
      testModel(2),
    );
    expect(out.cells(1)).toEqual({
      A5: 'Müller & Söhne, Jörg',
      A6: '=Cruz<1>, Ana',
      A7: '=Cruz<1>, Ana',
      A8: 'Total',
    });
    expect(out.text('xl/comments1.xml')).toBe(comments(comment('A8', 'the sum')));
    expect(out.text('xl/drawings/vmlDrawing1.vml')).toBe(`<xml ${VML}>${shape(2, 7, 0)}</xml>`);
  });
});
