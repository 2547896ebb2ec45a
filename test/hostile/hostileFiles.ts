import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';

/** Makes a hostile file at a path. */
export type Maker = (path: string) => void | Promise<void>;

const ESCAPES = '\u001b]0;owned\u0007\u001b[2J\u001b[31m\u202e\u0000';

/** Tables whose first row is the header that a reader expects. */
export function hostileTables(header: string, row: string): Readonly<Record<string, Maker>> {
  const width = header.split(',').length;
  const text =
    (content: string | Uint8Array): Maker =>
    (path) =>
      writeFileSync(path, content);
  return {
    empty: text(''),
    'a byte order mark alone': text('\ufeff'),
    'NUL bytes': text(Buffer.alloc(5000)),
    'random bytes': text(
      Buffer.from(Array.from({ length: 50_000 }, (_, at) => (at * 7919 + (at >> 3)) % 256)),
    ),
    'invalid UTF-8': text(
      Buffer.concat([Buffer.from(`${header}\n`), Buffer.from([0xc3, 0x28, 0xff, 0xfe, 0x2c, 0x0a])]),
    ),
    'UTF-16 with half a character': text(
      Buffer.concat([
        Buffer.from('\ufeff', 'utf16le'),
        Buffer.from(`${header}\n${row}`, 'utf16le').subarray(0, -1),
      ]),
    ),
    'a quote that never ends': text(`${header}\n"${row}\n${'x\n'.repeat(100_000)}`),
    'a line of 30 MB': text(`${header}\n${'x'.repeat(30_000_000)}\n`),
    'a cell of 20 MB': text(`${header}\n"${'y'.repeat(20_000_000)}"${','.repeat(width - 1)}\n`),
    'a million rows': rows(header, row, 1_000_000),
    'a hundred thousand columns': text(`${header}${',x'.repeat(100_000)}\n${row}\n`),
    'columns named __proto__ and constructor': text(
      `${header},__proto__,constructor,toString\n${row},a,b,c\n`,
    ),
    'the same column twice': text(`${header},${header}\n${row},${row}\n`),
    'terminal escapes': text(`${header},${ESCAPES}\n${row},${ESCAPES}\n${row.replace(/[^,]+/, ESCAPES)}\n`),
    formulas: text(`${header}\n${row.replaceAll(/[^,]+/g, '=cmd|/C calc!A0')}\n`),
    'names that climb': text(`${header}\n${row.replaceAll(/[^,]+/g, '../../../etc/passwd')}\n`),
    'line ends of three kinds': text(`${header}\r${row}\n${row}\r\n`),
    'a folder': (path) => void mkdirSync(path),
    'a link to itself': (path) => symlinkSync(path, path),
    'an endless device': (path) => symlinkSync('/dev/zero', path),
    'a pipe that nobody fills': (path) => void spawnSync('mkfifo', [path]),
  };
}

function rows(header: string, row: string, count: number): Maker {
  return async (path) => {
    const out = createWriteStream(path);
    out.write(`${header}\n`);
    for (let at = 0; at < count; at += 10_000)
      if (!out.write(`${row}\n`.repeat(10_000))) await once(out, 'drain');
    out.end();
    await once(out, 'close');
  };
}

const TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`;
const RELATIONS = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const WORKBOOK = `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`;
const OF_WORKBOOK = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`;
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const sheetOf = (data: string, rest = '', before = '') =>
  `<?xml version="1.0"?>${before}<worksheet ${MAIN}><sheetData>${data}</sheetData>${rest}</worksheet>`;
const cell = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;

/** A workbook whose only sheet has this content. */
function workbook(sheet: string | (() => Uint8Array), more: Readonly<Record<string, string>> = {}): Maker {
  return async (path) => {
    const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
    const parts: Record<string, string | Uint8Array> = {
      '[Content_Types].xml': TYPES,
      '_rels/.rels': RELATIONS,
      'xl/workbook.xml': WORKBOOK,
      'xl/_rels/workbook.xml.rels': OF_WORKBOOK,
      'xl/worksheets/sheet1.xml': typeof sheet === 'string' ? sheet : sheet(),
      ...more,
    };
    for (const [name, content] of Object.entries(parts))
      await writer.add(name, new Uint8ArrayReader(Buffer.from(content)));
    writeFileSync(path, await writer.close());
  };
}

/** Workbooks that a person may have been sent. */
export const HOSTILE_WORKBOOKS: Readonly<Record<string, Maker>> = {
  empty: (path) => writeFileSync(path, ''),
  'no archive': (path) => writeFileSync(path, 'PK\u0003\u0004 and no more'),
  'an archive cut in the middle': async (path) => {
    await workbook(sheetOf('<row r="1"/>'))(path);
    const { readFileSync } = await import('node:fs');
    writeFileSync(path, readFileSync(path).subarray(0, 500));
  },
  'a bomb of a gigabyte': workbook(() =>
    Buffer.concat([
      Buffer.from(`<?xml version="1.0"?><worksheet ${MAIN}><sheetData>`),
      Buffer.alloc(1_000_000_000, 32),
      Buffer.from('</sheetData></worksheet>'),
    ]),
  ),
  'a column beyond the last': workbook(sheetOf(`<row r="1">${cell('ZZZZZZ1', 'x')}</row>`)),
  'a row beyond the last': workbook(sheetOf(`<row r="999999999999">${cell('A999999999999', 'x')}</row>`)),
  'rows with no place': workbook(
    sheetOf(`<row r="-1">${cell('', 'x')}${cell('A', 'y')}${cell('1', 'z')}</row>`),
  ),
  'half a million rows': workbook(() =>
    Buffer.from(
      sheetOf(
        Array.from(
          { length: 500_000 },
          (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>${at}</v></c></row>`,
        ).join(''),
      ),
    ),
  ),
  'merged cells by the hundred thousand': workbook(() =>
    Buffer.from(
      sheetOf(
        '<row r="1"/>',
        `<mergeCells>${Array.from({ length: 300_000 }, (_, at) => `<mergeCell ref="A${at + 1}:C${at + 1}"/>`).join('')}</mergeCells>`,
      ),
    ),
  ),
  'a merged cell of the whole sheet': workbook(
    sheetOf(
      `<row r="1">${cell('A1', '{{ employee.lastName }}')}</row>`,
      '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>',
    ),
  ),
  'entities that expand': workbook(
    sheetOf(
      `<row r="1">${cell('A1', '&d;')}</row>`,
      '',
      `<!DOCTYPE x [<!ENTITY a "${'ha'.repeat(50)}">${'abc'
        .split('')
        .map((name, at) => `<!ENTITY ${'bcd'[at]} "${`&${name};`.repeat(50)}">`)
        .join('')}]>`,
    ),
  ),
  'an entity of a local file': workbook(
    sheetOf(
      `<row r="1">${cell('A1', '&x;')}</row>`,
      '',
      '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    ),
  ),
  'depth 100,000': workbook(sheetOf(`${'<x>'.repeat(100_000)}${'</x>'.repeat(100_000)}`)),
  'XML that never closes': workbook(`<?xml version="1.0"?><worksheet ${MAIN}><sheetData><row r="1"><c r="A1`),
  'names that climb': workbook(sheetOf('<row r="1"/>'), { '../../../../tmp/climbed.txt': 'x' }),
  'a sheet that is not there': workbook(sheetOf('<row r="1"/>'), {
    'xl/_rels/workbook.xml.rels': OF_WORKBOOK.replace('sheet1.xml', 'nowhere.xml'),
  }),
  'a shared text that is not there': workbook(sheetOf('<row r="1"><c r="A1" t="s"><v>99999</v></c></row>')),
  'a fill that repeats itself': workbook(
    sheetOf(
      `<row r="1">${cell('A1', '{{ __proto__ }} {{ constructor.constructor }} {{ employee.__proto__ }}')}</row>`,
    ),
  ),
  'an endless device': (path) => symlinkSync('/dev/zero', path),
  'a folder': (path) => void mkdirSync(path),
};

/** Configurations; `NAME` stands for a file next to it. */
export const HOSTILE_CONFIGURATIONS: Readonly<Record<string, string>> = {
  empty: '',
  'a list': '- a\n- b\n',
  'anchors that expand': `a: &a [${'x,'.repeat(9)}x]\n${'bcdefghi'
    .split('')
    .map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]},`.repeat(9)}*${'abcdefgh'[at]}]`)
    .join('\n')}\n`,
  'an anchor within itself': 'employers: &a\n  bakery: *a\n',
  'tags of programs':
    'baseUrl: !!js/function "function () { return 1 }"\nemployers: !!python/object/apply:os.system ["id"]\n',
  'depth 100,000': `employers: ${'['.repeat(100_000)}`,
  'the same key twice': 'baseUrl: https://a.example\nbaseUrl: https://b.example\n',
  'keys of objects':
    '__proto__: { isAdmin: true }\nconstructor: { prototype: 1 }\nemployers: { __proto__: { employerId: 1 } }\n',
  'an include of itself': 'include: [paytally.yaml]\n',
  'an include that climbs': 'include: [../../../../../../etc/passwd]\n',
  'an include of a device': 'include: [/dev/zero]\n',
  'terminal escapes': `baseUrl: "${'\\e]0;owned\\a\\e[2J'}"\n"${'\\e[2J'}": 1\n`,
  'invalid UTF-8': 'baseUrl: \ufffd\ufffe\n',
  'ten megabytes': `# ${'x'.repeat(10_000_000)}\nbaseUrl: 1\n`,
  'ten thousand employers': `baseUrl: https://a.example\nemployers:\n${Array.from({ length: 10_000 }, (_, at) => `  e${at}: {}`).join('\n')}\n`,
};
