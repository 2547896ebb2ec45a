import { writeZip, type ZipEntry } from '../zip/writeZip.js';
import { buildShell } from './buildShell.js';
import { withDefinedNames } from './definedNames.js';
import { withContentTypes } from './relationships.js';
import { type AddedParts, sheetParts } from './sheetParts.js';
import type { WorkbookPlan } from './sheetPlan.js';
import { sheetXml } from './sheetXml.js';

export interface WriteOptions {
  /** How hard to pack, 1 to 9. @default 5 */
  readonly level?: number;
}

/**
 * Writes a workbook piece by piece: the shell's parts as they are, rows streamed. Memory does not grow with the
 * rows; the same plan gives the same bytes.
 * @throws WorkbookError RENDER_REFUSED while it is read, where a value does not fit a cell.
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
  const contentTypes = withContentTypes(textOf(parts.get(CONTENT_TYPES)), typed);
  yield { name: CONTENT_TYPES, content: Buffer.from(contentTypes) };
  for (const [name, content] of parts) {
    if (name === CONTENT_TYPES) continue;
    if (name === WORKBOOK) {
      yield { name, content: Buffer.from(withDefinedNames(textOf(content), plan.sheets)) };
      continue;
    }
    const index = Number(SHEET_PATH.exec(name)?.[1] ?? 0) - 1;
    const sheet = plan.sheets[index];
    const references = added.references[index];
    if (sheet === undefined || references === undefined) yield { name, content };
    else yield { name, content: sheetXml(textOf(content), sheet, styleIds, references) };
  }
  for (const { path, xml } of added.parts) yield { name: path, content: Buffer.from(xml) };
}

function textOf(content: Uint8Array | undefined): string {
  return Buffer.from(content ?? '').toString('utf8');
}
