import { describe, expect, test } from 'vitest';
import { workbookProblem } from '../../src/documents/template/loadTemplate.js';
import { PaytallyError } from '../../src/errors.js';
import { message } from '../../src/i18n/message.js';

const OLE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const wide = (name: string): string => Buffer.from(name, 'utf16le').toString('latin1');
const zip = (part: string): string => `PK\x03\x04${part}PK\x05\x06`;

describe('a file that is named as a workbook and is not one', () => {
  const rows: readonly (readonly [name: string, content: string, is: string, remedy: string])[] = [
    ['an empty file', '', 'is empty', 'save it again'],
    ['a password', `${OLE}${wide('EncryptedPackage')}`, 'is protected by a password', 'remove the password'],
    ['an old workbook', `${OLE}${wide('Workbook')}`, 'is an old Excel workbook (.xls)', '.xlsx'],
    ['a very old workbook', `${OLE}${wide('Book')}`, 'is an old Excel workbook (.xls)', '.xlsx'],
    ['another old file', OLE, 'is an old Office file', '.xlsx'],
    ['OpenDocument', zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'), '(.ods)', '.xlsx'],
    ['binary', zip('xl/workbook.bin'), '(.xlsb)', '.xlsx'],
    ['Numbers', zip('Index/Document.iwa'), 'Numbers', '.xlsx'],
    ['Word', zip('word/document.xml'), 'Word', '.xlsx'],
    ['another zip', zip('photo.jpg'), 'zip file that contains no workbook', 'Unpack'],
    ['a truncated file', 'PK\x03\x04xl/workbook.xml', 'is incomplete', 'again'],
    ['PDF', '%PDF-1.7', 'is a PDF', 'workbook'],
    ['a web page', '\ufeff\n<HTML><table>', 'is a web page', '.xlsx'],
    ['XML', '<?xml version="1.0"?><Workbook/>', 'is an XML file', '.xlsx'],
    ['CSV', 'a;b\r\n1;2\r\n', 'is a text file such as CSV', 'template.yaml'],
    ['UTF-16', '\xff\xfea\0;\0', 'is a text file', 'template.yaml'],
    ['any other file', 'a\0b', 'is not an Excel workbook', '.xlsx'],
  ];
  test.each(rows)('%s', (_name, content, is, remedy) => {
    const problem = workbookProblem(Buffer.from(content, content.startsWith('\ufeff') ? 'utf8' : 'latin1'));
    if (problem === undefined) throw new Error('it may be a workbook');
    const { message: said, remedy: advice } = new PaytallyError(
      'TEMPLATE_INVALID',
      message(problem, { path: 'file.xlsx' }),
    );
    expect(said).toContain(is);
    expect(advice).toContain(remedy);
  });

  test('a real workbook has none of these problems', () => {
    expect(workbookProblem(Buffer.from(zip('[Content_Types].xmlxl/workbook.xml'), 'latin1'))).toBeUndefined();
  });
});
