import { writeZip, type ZipEntry } from '../../../src/workbook/zip/writeZip.js';
import { collect } from './collect.js';

/** A sheet of a hand-written workbook. */
export interface SheetSource {
  /** The content of `sheetData`. */
  readonly rows: string;
  /** Elements before and after `sheetData`, as XML. */
  readonly before?: string;
  readonly after?: string;
  /** Relationships of the sheet: id -> [type, target]. */
  readonly relationships?: Readonly<Record<string, readonly [type: string, target: string]>>;
}

export interface WorkbookSource {
  readonly sheets: Readonly<Record<string, SheetSource>>;
  /** The content of `definedNames`. */
  readonly names?: string;
  /** Further parts: path -> XML or bytes, with content types. */
  readonly parts?: Readonly<Record<string, string | Uint8Array>>;
  readonly types?: Readonly<Record<string, string>>;
  /** Further relationships of the workbook part. */
  readonly workbookRelationships?: Readonly<Record<string, readonly [type: string, target: string]>>;
  readonly workbookExtra?: string;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Cell formats by index: general, 0.00, date, [h]:mm, text, date and time. */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="165" formatCode="[h]:mm"/></numFmts>
<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="6">${[0, 2, 14, 165, 49, 22].map((id) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0"/>`).join('')}</cellXfs></styleSheet>`;
export const STYLE = { general: 0, decimal: 1, date: 2, duration: 3, text: 4, stamp: 5 } as const;

export function relationships(list: Readonly<Record<string, readonly [string, string]>>): string {
  const items = Object.entries(list).map(([id, [type, target]]) => {
    const address = type.includes('/') ? type : `${OFFICE}/${type}`;
    const mode = type === 'hyperlink' || /^https?:/.test(target) ? ' TargetMode="External"' : '';
    return `<Relationship Id="${id}" Type="${address}" Target="${target}"${mode}/>`;
  });
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`;
}

/** The parts of a hand-written workbook. */
export function workbookParts(source: WorkbookSource): Map<string, string | Uint8Array> {
  const names = Object.keys(source.sheets);
  const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const sheets = names.map(
    (name, index) => `<sheet name="${attribute(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const overrides = [
    ['xl/workbook.xml', `${type}.sheet.main+xml`],
    ['xl/styles.xml', `${type}.styles+xml`],
    ...names.map((_, index) => [`xl/worksheets/sheet${index + 1}.xml`, `${type}.worksheet+xml`]),
    ...Object.entries(source.types ?? {}),
  ].map(([part, contentType]) => `<Override PartName="/${part}" ContentType="${contentType}"/>`);
  const defined = source.names === undefined ? '' : `<definedNames>${source.names}</definedNames>`;
  const related = Object.fromEntries(
    names.map((_, index) => [`rId${index + 1}`, ['worksheet', `worksheets/sheet${index + 1}.xml`]] as const),
  );
  const parts = new Map<string, string | Uint8Array>([
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>${overrides.join('')}</Types>`,
    ],
    ['_rels/.rels', relationships({ rId1: ['officeDocument', 'xl/workbook.xml'] })],
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView activeTab="0"/></bookViews><sheets>${sheets.join('')}</sheets>${defined}${source.workbookExtra ?? ''}</workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relationships({ ...related, rIdS: ['styles', 'styles.xml'], ...source.workbookRelationships }),
    ],
    ['xl/styles.xml', STYLES],
  ]);
  Object.values(source.sheets).forEach((sheet, index) => {
    const part = `xl/worksheets/sheet${index + 1}.xml`;
    const xml = `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}">${sheet.before ?? ''}<sheetData>${sheet.rows}</sheetData>${sheet.after ?? ''}</worksheet>`;
    parts.set(part, xml);
    if (sheet.relationships)
      parts.set(`xl/worksheets/_rels/sheet${index + 1}.xml.rels`, relationships(sheet.relationships));
  });
  for (const [part, content] of Object.entries(source.parts ?? {})) parts.set(part, content);
  return parts;
}

export async function zipped(parts: Iterable<readonly [string, string | Uint8Array]>): Promise<Uint8Array> {
  const entries: ZipEntry[] = [...parts].map(([name, content]) => {
    return { name, content: typeof content === 'string' ? Buffer.from(content) : content };
  });
  return collect(writeZip(entries));
}

export function workbook(source: WorkbookSource): Promise<Uint8Array> {
  return zipped(workbookParts(source));
}

/** A cell with text, a number, or a formula (`=…`). */
export function cell(at: string, content: string | number, style = 0): string {
  const s = style === 0 ? '' : ` s="${style}"`;
  if (typeof content === 'number') return `<c r="${at}"${s}><v>${content}</v></c>`;
  const text = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  if (content.startsWith('=')) return `<c r="${at}"${s}><f>${text.slice(1)}</f></c>`;
  return `<c r="${at}"${s} t="inlineStr"><is><t>${text}</t></is></c>`;
}

/** A row; cells are given by column letter. */
export function row(
  number: number,
  cells: Readonly<Record<string, string | number | readonly [string | number, number]>>,
  attributes = '',
): string {
  const written = Object.entries(cells).map(([column, content]) => {
    const [value, style] = Array.isArray(content) ? content : [content, 0];
    return cell(`${column}${number}`, value as string | number, style as number);
  });
  return `<row r="${number}"${attributes}>${written.join('')}</row>`;
}
