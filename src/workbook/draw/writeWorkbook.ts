import { columnName, quotedSheet } from '../cells/address.js';
import { RowWriter, type StyleIds } from '../cells/rowWriter.js';
import { escapeText } from '../xml/escapeXml.js';
import { writeZip, type ZipEntry } from '../zip/writeZip.js';
import { buildShell } from './buildShell.js';
import { type AddedParts, type Relationship, type SheetReferences, sheetParts } from './sheetParts.js';
import type { SheetPlan, WorkbookPlan } from './workbookPlan.js';

export interface WriteOptions {
  /** The compression level, 1 to 9. @default 5 */
  readonly level?: number;
}

/**
 * Writes a workbook in chunks: the shell's parts unchanged, rows streamed. Memory does not grow with the rows; the same
 * plan gives the same bytes.
 * @throws WorkbookError RENDER_REFUSED during reading, if a value does not fit a cell.
 */
export async function* writeWorkbook(
  plan: WorkbookPlan,
  options: WriteOptions = {},
): AsyncGenerator<Uint8Array> {
  const shell = await buildShell(plan);
  yield* writeZip(entriesOf(plan, shell, sheetParts(plan)), options);
}

const SHEET_PATH = /^xl\/worksheets\/sheet(\d+)\.xml$/;

const WORKBOOK = 'xl/workbook.xml';

const CONTENT_TYPES = '[Content_Types].xml';

function* entriesOf(
  plan: WorkbookPlan,
  { parts, styleIds }: Awaited<ReturnType<typeof buildShell>>,
  added: AddedParts,
): Generator<ZipEntry> {
  const typed = added.parts.flatMap(({ path, type }) => (type === undefined ? [] : [{ path, type }]));
  const contentTypes = withContentTypes(decodeUtf8(parts.get(CONTENT_TYPES)), typed);
  yield { name: CONTENT_TYPES, content: Buffer.from(contentTypes) };
  for (const [name, content] of parts) {
    if (name === CONTENT_TYPES) continue;
    if (name === WORKBOOK) {
      yield { name, content: Buffer.from(withDefinedNames(decodeUtf8(content), plan.sheets)) };
      continue;
    }
    const index = Number(SHEET_PATH.exec(name)?.[1] ?? 0) - 1;
    const sheet = plan.sheets[index];
    const references = added.references[index];
    if (sheet === undefined || references === undefined) yield { name, content };
    else yield { name, content: sheetXml(decodeUtf8(content), sheet, styleIds, references) };
  }
  for (const { path, xml } of added.parts) yield { name: path, content: Buffer.from(xml) };
}

function decodeUtf8(content: Uint8Array | undefined): string {
  return Buffer.from(content ?? '').toString('utf8');
}

/** The bytes of a sheet part: the shell's head and tail, with streamed rows and references in between. */
function* sheetXml(
  shellXml: string,
  plan: SheetPlan,
  styleIds: StyleIds,
  references: SheetReferences,
): Generator<Uint8Array> {
  const { head, tail } = splitAtRows(shellXml);
  const before = head.replace(/<dimension ref="[^"]*"\/>/, `<dimension ref="${plan.area}"/>`);
  const writer = new RowWriter(styleIds, plan.name, `${before}<sheetData>`);
  for (const row of plan.rows(styleIds)) {
    writer.write(row);
    for (const chunk of writer.takeChunks()) yield chunk;
  }
  const end = tail
    .replace('<headerFooter>', HEADER_FOOTER)
    .replace('</worksheet>', () => `${referencesXml(plan, references)}</worksheet>`);
  yield writer.rest(`</sheetData>${end}`);
}

/** The footer keeps its size if the page is scaled to fit, which exceljs cannot express. */
const HEADER_FOOTER = '<headerFooter scaleWithDoc="0">';

/** The content before and after the rows of a shell's sheet. */
function splitAtRows(xml: string): { head: string; tail: string } {
  const found = /<sheetData\/>|<sheetData[\s\S]*<\/sheetData>/.exec(xml);
  if (!found) throw new Error('shell sheet has no rows to replace');
  return { head: xml.slice(0, found.index), tail: xml.slice(found.index + found[0].length) };
}

/** The last elements of a sheet, in the order of the schema: ignoredErrors, drawing, tableParts. */
function referencesXml(plan: SheetPlan, { drawing, tables }: SheetReferences): string {
  // Payroll IDs are text even if they look like numbers: this suppresses Excel's warning.
  let xml = `<ignoredErrors><ignoredError sqref="${plan.area}" numberStoredAsText="1"/></ignoredErrors>`;
  if (drawing !== undefined) xml += `<drawing r:id="${drawing}"/>`;
  if (tables.length > 0) {
    const list = tables.map((id) => `<tablePart r:id="${id}"/>`).join('');
    xml += `<tableParts count="${tables.length}">${list}</tableParts>`;
  }
  return xml;
}

const PART_TYPES = {
  table: 'application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml',
  drawing: 'application/vnd.openxmlformats-officedocument.drawing+xml',
  chart: 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml',
} as const;

/**
 * The workbook part with the names for print titles and print areas. Written here because exceljs neither doubles the
 * quotes of a sheet called O'Neill nor makes areas absolute, and programs then drop the name or reject the workbook.
 */
function withDefinedNames(workbookXml: string, sheets: readonly SheetPlan[]): string {
  const names = sheets.flatMap(({ name, print }, index) => {
    if (print === undefined) return [];
    const { columns, lastRow, titleRows, titleColumns } = print;
    const found: string[] = [];
    if (columns !== undefined) {
      found.push(
        definedName('Print_Area', index, `${quotedSheet(name)}!$A$1:$${columnName(columns - 1)}$${lastRow}`),
      );
    }
    const titles = [
      ...(titleColumns === undefined ? [] : [`$A:$${columnName(titleColumns - 1)}`]),
      ...(titleRows === undefined ? [] : [`$${titleRows.from}:$${titleRows.to}`]),
    ].map((area) => `${quotedSheet(name)}!${area}`);
    if (titles.length > 0) found.push(definedName('Print_Titles', index, titles.join(',')));
    return found;
  });
  if (names.length === 0) return workbookXml;
  return workbookXml.replace('</sheets>', () => `</sheets><definedNames>${names.join('')}</definedNames>`);
}

function definedName(name: string, sheetIndex: number, reference: string): string {
  return `<definedName name="_xlnm.${name}" localSheetId="${sheetIndex}">${escapeText(reference)}</definedName>`;
}

/** The list of content types with further parts. @param paths without leading slash. */
function withContentTypes(
  xml: string,
  added: readonly { readonly path: string; readonly type: Relationship['type'] }[],
): string {
  const overrides = added.map(
    ({ path, type }) => `<Override PartName="/${path}" ContentType="${PART_TYPES[type]}"/>`,
  );
  return xml.replace('</Types>', `${overrides.join('')}</Types>`);
}
