import type { MessageId } from '../../i18n/message.js';

/** The actual kind of a file that is named as a workbook: a message with the path. */
export type WorkbookProblem = Exclude<MessageId & `template.workbook.${string}`, `${string}.remedy`>;

/** Parts that identify the kind of a zip file, whose names are uncompressed. First match. */
const PACKAGES: readonly (readonly [part: string, problem: WorkbookProblem])[] = [
  ['xl/workbook.bin', 'template.workbook.binary'],
  ['application/vnd.oasis.opendocument', 'template.workbook.openDocument'],
  ['Index/Document.iwa', 'template.workbook.numbers'],
  ['word/document.xml', 'template.workbook.word'],
  ['ppt/presentation.xml', 'template.workbook.powerPoint'],
];

/** Checks the first bytes and the names inside; undefined if it can be an .xlsx file. */
export function workbookProblem(bytes: Uint8Array): WorkbookProblem | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = file.toString('latin1', 0, 8);
  if (file.length === 0) return 'template.workbook.empty';
  if (start.startsWith('\xd0\xcf\x11\xe0')) return compoundProblem(file);
  if (start.startsWith('PK\x03\x04')) return packageProblem(file);
  if (start.startsWith('%PDF')) return 'template.workbook.pdf';
  return textProblem(file);
}

/** The container of old Office files, and of new ones with a password. Names inside are UTF-16. */
function compoundProblem(file: Buffer): WorkbookProblem {
  const holds = (name: string): boolean => file.includes(Buffer.from(name, 'utf16le'));
  if (holds('EncryptedPackage')) return 'template.workbook.encrypted';
  return holds('Workbook') || holds('Book') ? 'template.workbook.old' : 'template.workbook.oldOffice';
}

function packageProblem(file: Buffer): WorkbookProblem | undefined {
  const found = PACKAGES.find(([part]) => file.includes(part));
  if (found !== undefined) return found[1];
  if (!file.includes('PK\x05\x06', undefined, 'latin1')) return 'template.workbook.cut';
  return file.includes('xl/') ? undefined : 'template.workbook.zip';
}

function textProblem(file: Buffer): WorkbookProblem {
  const start = file
    .toString('latin1', 0, 512)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase();
  const isPage = start.includes('<html') || start.includes('<table');
  if (start.startsWith('<')) return isPage ? 'template.workbook.html' : 'template.workbook.xml';
  const isWide = start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff');
  const isText = isWide || !file.subarray(0, 4096).some((byte) => byte < 9 || (byte > 13 && byte < 32));
  return isText ? 'template.workbook.text' : 'template.workbook.other';
}
