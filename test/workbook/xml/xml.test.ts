// @module-tag slow
import { describe, expect, test } from 'vitest';
import { PaytallyError } from '../../../src/errors.js';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, type Problem, problemText } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { cell, row, type WorkbookSource, workbookParts, zipped } from '../../support/workbooks/workbook.js';

const model = testModel(2);
const SHEET = 'xl/worksheets/sheet1.xml';
const ROWS = row(5, { A: '{{#each employee-days}}{{employee.name}}' });
const DTD = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>';

type Parts = Map<string, string | Uint8Array>;

function parts(change: (parts: Parts) => void, rows = ROWS): Parts {
  const all = workbookParts({ sheets: { Hours: { rows } } });
  change(all);
  return all;
}

const withPart = (name: string, content: string | Uint8Array) => parts((all) => all.set(name, content));

async function check(source: Parts): Promise<readonly Problem[]> {
  return checkTemplate(await zipped(source), fieldsOfModel(model), 'test.xlsx');
}

async function refusal(source: Parts): Promise<string> {
  try {
    return (await check(source)).map(problemText).join('\n') || 'no problem';
  } catch (error) {
    if (error instanceof PaytallyError) return error.message;
    throw error;
  }
}

/** Swaps the bytes of each pair, as in big-endian text. */
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('a document type declaration is refused in parts that are only copied', () => {
  const REFUSED: readonly [name: string, part: string, content: string | Uint8Array][] = [
    ['theme', 'xl/theme/theme1.xml', `<?xml version="1.0"?>\n<!-- x -->${DTD}<a/>`],
    ['document properties', 'docProps/custom.xml', `${DTD}<a/>`],
    ['custom XML', 'customXml/item1.xml', `\ufeff<?xml version="1.0"?>${DTD}<a/>`],
    ['a drawing without references to it', 'xl/drawings/drawing9.xml', ` \n${DTD}<a/>`],
    ['VML', 'xl/drawings/vmlDrawing1.vml', `${DTD}<xml/>`],
    ['relationships', 'customXml/_rels/item1.xml.rels', `${DTD}<Relationships/>`],
    ['a picture in XML', 'xl/media/image1.svg', `${DTD}<svg/>`],
    ['UTF-16', 'customXml/item1.xml', Buffer.from(`\ufeff${DTD}<a/>`, 'utf16le')],
    ['UTF-16 without a mark', 'customXml/item1.xml', Buffer.from(`${DTD}<a/>`, 'utf16le')],
    ['UTF-16, in the other byte order', 'customXml/item1.xml', swapped(`\ufeff${DTD}<a/>`)],
    ['lower case', 'customXml/item1.xml', DTD.toLowerCase()],
  ];
  test.each(REFUSED)('%s', async (_, part, content) => {
    expect(await refusal(withPart(part, content))).toContain(
      `part ${part} has a document type declaration (DTD)`,
    );
  });

  test.each([
    ['UTF-7', '<?xml version="1.0" encoding="UTF-7"?>+ADwAIQ-DOCTYPE x>'],
    ['EBCDIC', Buffer.from('4c6fa7949340', 'hex')],
  ])('%s, which could contain one', async (_, content) => {
    expect(await refusal(withPart('customXml/item1.xml', content))).toContain('is not well-formed XML');
  });

  test.each([
    ['XML with a comment first', 'customXml/item1.xml', '<?xml version="1.0"?><!-- <!DOCTYPE x> --><a/>'],
    ['an empty part', 'customXml/item1.xml', ''],
    ['a picture', 'xl/media/image1.png', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['UTF-16', 'customXml/item1.xml', Buffer.from('\ufeff<a/>', 'utf16le')],
  ])('but not %s', async (_, part, content) => {
    expect(await refusal(withPart(part, content))).toBe('no problem');
  });
});

describe('a rewritten part declares its content', () => {
  const ISO = "<?xml version='1.0' encoding='ISO-8859-1' standalone='yes'?>";
  const rows = row(1, { A: 'caf&', B: '{{employees.workedMinutes | sum}}' }) + ROWS;
  const written = (declaration: string, encoding: BufferEncoding, text: string): Parts =>
    parts((all) => {
      const source = String(all.get(SHEET)).replace(/^<\?xml.*?\?>/, declaration);
      all.set(SHEET, Buffer.from(source.replace('caf&amp;', text), encoding));
    }, rows);
  test.each<[string, string, BufferEncoding, string, string]>([
    ['ISO-8859-1', ISO, 'latin1', 'café', "encoding='UTF-8' standalone='yes'?>"],
    ['us-ascii', '<?xml version="1.0" encoding="us-ascii"?>', 'latin1', 'caf&#233;', 'encoding="UTF-8"?>'],
    ['UTF-8 with a mark', `\ufeff${ISO}`, 'utf8', 'café', "encoding='UTF-8' standalone='yes'?>"],
    ['utf-8', '<?xml version="1.0" encoding="utf-8"?>', 'utf8', 'café', 'encoding="utf-8"?>'],
    ['no declaration', '', 'utf8', 'café', '<worksheet'],
  ])('%s', async (_, declaration, encoding, text, head) => {
    const out = await rendered(await zipped(written(declaration, encoding, text)), model);
    expect(out.text(SHEET).slice(0, 90)).toContain(head);
    expect(out.cells(1)).toMatchObject({ A1: 'café', A5: "O'Neill, Zoë", A7: 'Müller & Söhne, Jörg' });
  });

  test.each<[string, string, BufferEncoding, string]>([
    [
      'an unsupported encoding',
      '<?xml version="1.0" encoding="Shift_JIS"?>',
      'utf8',
      'not UTF-8 but Shift_JIS',
    ],
    [
      'bytes that are not ASCII',
      '<?xml version="1.0" encoding="US-ASCII"?>',
      'latin1',
      'test.xlsx: part xl/worksheets/sheet1.xml is not valid UTF-8.',
    ],
  ])('refused: %s', async (_, declaration, encoding, message) => {
    expect(await refusal(written(declaration, encoding, 'café'))).toContain(message);
  });
});

const filled = (count: number, xml: (row: number) => string): string =>
  Array.from({ length: count }, (_, index) => `<row r="${index + 1}">${xml(index + 1)}</row>`).join('');

/** Text that does not compress too well. */
const noise = (count: number, xml: (text: string) => string): string =>
  Array.from({ length: count }, (_, index) => xml(Math.imul(index, 2_654_435_761).toString(36))).join('');

test('a workbook with 200,000 number formats gets one more', { tags: 'slow' }, async () => {
  const formats = noise(200_000, (text) => `<numFmt numFmtId="200" formatCode="0.${text}"/>`)
    .split('/>')
    .map((each, index) => each.replace('"200"', `"${200 + index}"`));
  const source = parts(
    (all) => {
      const styles = String(all.get('xl/styles.xml')).replace(
        'formatCode="[h]:mm"/>',
        `formatCode="0"/>${formats.join('/>')}`,
      );
      all.set('xl/styles.xml', styles);
    },
    row(1, { A: '{{employees.workedMinutes | sum | duration}}' }),
  );
  const out = await rendered(await zipped(source), model);
  expect(out.text('xl/styles.xml')).toContain('<numFmt numFmtId="200200" formatCode="[h]:mm"/>');
});

describe('a template that is too large is refused', () => {
  const CASES: readonly [name: string, parts: () => Parts, message: string][] = [
    [
      '200,001 cells',
      () =>
        parts(
          () => {},
          filled(4_000, () => '<c><v>1</v></c>'.repeat(51)),
        ),
      'test.xlsx contains more than 200000 cells.',
    ],
    [
      'cells with a prefix',
      () => parts(() => {}, `<x:row>${noise(200_001, (text) => `<x:c a="${text}"/>`)}</x:row>`),
      'test.xlsx contains more than 200000 cells.',
    ],
    [
      'a million elements in two parts',
      () =>
        parts((all) => {
          const list = `<a>${noise(510_000, (text) => `<b/>${text}`)}</a>`;
          all.set(SHEET, String(all.get(SHEET)).replace('<sheetData>', `${list}<sheetData>`));
          all.set('xl/styles.xml', String(all.get('xl/styles.xml')).replace('<numFmts', `${list}<numFmts`));
        }),
      'test.xlsx contains more than 1000000 XML elements.',
    ],
    [
      '1,001 attributes on an element',
      () =>
        parts(() => {}, `<row ${Array.from({ length: 1_001 }, (_, index) => `a${index}="1"`).join(' ')}/>`),
      'has an element with more than 1000 attributes',
    ],
  ];
  test.each(CASES)('%s', async (_, make, message) => {
    expect(await refusal(make())).toContain(message);
  });
});

describe('problems', () => {
  test('of very many, the first are shown, with the number of the others', async () => {
    const problems = await check(
      parts(
        () => {},
        filled(450, (at) => cell(`A${at}`, `{{nothing${at}}}`)),
      ),
    );
    expect(problems).toHaveLength(201);
    expect(problems.map(({ place }) => place).slice(198)).toEqual(['A199', 'A200', undefined]);
    expect(problemText(problems[200] as Problem)).toBe(
      'There are 250 more problems. Correct these, then check again.',
    );
  });

  test('a sheet full of them is not read to its end', async () => {
    const problems = await check(
      parts(
        () => {},
        filled(3_000, (at) => cell(`A${at}`, `{{nothing${at}}}`)),
      ),
    );
    expect(problems[200]?.text).toMatchObject({ id: 'atLeastMore', values: { count: 1800 } });
  });

  const LONG = 'x'.repeat(5_000);
  const name = (text: string): WorkbookSource => ({
    sheets: { S: { rows: ROWS } },
    names: `<definedName name="${LONG}">${text}</definedName>`,
  });
  test.each<[string, WorkbookSource]>([
    ['a field', { sheets: { S: { rows: row(1, { A: `{{${LONG}}}` }) } } }],
    ['a condition', { sheets: { S: { rows: row(1, { A: `{{#if ${LONG} > 1}}` }) } } }],
    ['a data set', { sheets: { S: { rows: row(1, { A: `{{#each ${LONG.slice(0, 900)}}}` }) } } }],
    ['a formula', { sheets: { S: { rows: ROWS + row(6, { A: `=INDIRECT("A1${LONG}")` }) } } }],
    ['a sheet', { sheets: { [LONG]: { rows: row(1, { A: '{{nothing}}' }) } } }],
    ['a name', name('INDIRECT("S!A5")')],
  ])('quote only part of %s with thousands of characters', async (_, source) => {
    const text = await refusal(workbookParts(source));
    expect(text).not.toBe('no problem');
    expect(text.length).toBeLessThan(900);
    expect(text).not.toMatch(/x{110}/);
  });

  test('quote only part of a list of areas', async () => {
    const areas = Array.from({ length: 9_000 }, (_, index) => `A${index + 1}`).join(' ');
    const after = `<dataValidations count="1"><dataValidation sqref="${areas}"/></dataValidations>`;
    await expect(rendered({ sheets: { S: { rows: ROWS, after } } }, model)).rejects.toThrow(
      /^Sheet "S": the cells A1 .{1,100} become more than 8000 separate areas\.$/,
    );
  });
});
