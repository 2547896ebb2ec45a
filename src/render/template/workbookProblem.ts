/** What a file that is named as a workbook is instead, and what to do. */
export interface WorkbookProblem {
  readonly is: string;
  readonly remedy: string;
}

const SAVE_AS = 'Open it in Excel or LibreOffice and save it as "Excel Workbook (.xlsx)".';
const TO_TEXT = 'A text file cannot be a drawn template: draw a workbook, or write a template.yaml.';

/** Parts that tell what a zip file is; names stand unpacked in it. The first that fits. */
const PACKAGES: readonly (readonly [part: string, is: string])[] = [
  ['xl/workbook.bin', 'is a binary Excel workbook (.xlsb)'],
  ['application/vnd.oasis.opendocument', 'is an OpenDocument file (.ods)'],
  ['Index/Document.iwa', 'is a Numbers document'],
  ['word/document.xml', 'is a Word document'],
  ['ppt/presentation.xml', 'is a PowerPoint presentation'],
];

/** Looks at the first bytes and at names inside; undefined where it can be an .xlsx file. */
export function workbookProblem(bytes: Uint8Array): WorkbookProblem | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = file.toString('latin1', 0, 8);
  if (file.length === 0)
    return { is: 'is empty', remedy: 'Copy the workbook again, or save it again in Excel.' };
  if (start.startsWith('\xd0\xcf\x11\xe0')) return compoundProblem(file);
  if (start.startsWith('PK\x03\x04')) return packageProblem(file);
  if (start.startsWith('%PDF'))
    return { is: 'is a PDF', remedy: 'Name the workbook that it was printed from.' };
  return textProblem(file);
}

/** The container of old Office files, and of new ones with a password. Names inside are UTF-16. */
function compoundProblem(file: Buffer): WorkbookProblem {
  const holds = (name: string): boolean => file.includes(Buffer.from(name, 'utf16le'));
  if (holds('EncryptedPackage')) {
    return {
      is: 'is protected by a password for opening',
      remedy:
        'Take the password off in Excel (File, Info, Protect Workbook, Encrypt with Password), and save it.',
    };
  }
  if (holds('Workbook') || holds('Book')) return { is: 'is an old Excel workbook (.xls)', remedy: SAVE_AS };
  return {
    is: 'is an old Office file (.xls, .doc) or protected by a password',
    remedy: `${SAVE_AS} It must have no password for opening.`,
  };
}

function packageProblem(file: Buffer): WorkbookProblem | undefined {
  const found = PACKAGES.find(([part]) => file.includes(part));
  if (found !== undefined) return { is: found[1], remedy: SAVE_AS };
  if (!file.includes('PK\x05\x06', undefined, 'latin1')) {
    return { is: 'is not complete: its end is missing', remedy: 'Copy or download it again.' };
  }
  if (file.includes('xl/')) return undefined;
  return { is: 'is a zip file without a workbook in it', remedy: 'Unpack it and name the workbook itself.' };
}

function textProblem(file: Buffer): WorkbookProblem {
  const start = file
    .toString('latin1', 0, 512)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase();
  if (start.startsWith('<')) {
    const is =
      start.includes('<html') || start.includes('<table') ? 'is a web page (HTML)' : 'is an XML file';
    return { is, remedy: SAVE_AS };
  }
  const isWide = start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff');
  const isText = isWide || !file.subarray(0, 4096).some((byte) => byte < 9 || (byte > 13 && byte < 32));
  if (isText) return { is: 'is a text file such as CSV', remedy: TO_TEXT };
  return { is: 'is no Excel workbook, or damaged', remedy: `Name an .xlsx file. ${SAVE_AS}` };
}
