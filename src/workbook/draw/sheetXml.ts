import { RowWriter } from '../cells/rowWriter.js';
import type { StyleIds } from '../cells/sheetRow.js';
import type { SheetPlan } from './sheetPlan.js';

/** Ids of a sheet's own parts in its relationships. */
export interface SheetReferences {
  readonly drawing: string | undefined;
  readonly tables: readonly string[];
}

/** The foot keeps its size where the page is made smaller to fit: exceljs cannot say so. */
const HEADER_FOOTER = '<headerFooter scaleWithDoc="0">';

/** The bytes of a sheet part: the shell's head and tail, with streamed rows and references in between. */
export function* sheetXml(
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

function splitAtRows(xml: string): { head: string; tail: string } {
  const [head, afterHead] = cutAt(xml, xml.indexOf('<sheetData'));
  const empty = '<sheetData/>';
  if (afterHead.startsWith(empty)) return { head, tail: afterHead.slice(empty.length) };
  const end = '</sheetData>';
  return { head, tail: afterHead.slice(afterHead.indexOf(end) + end.length) };
}

function cutAt(text: string, at: number): [string, string] {
  if (at < 0) throw new Error('shell sheet has no rows to replace');
  return [text.slice(0, at), text.slice(at)];
}

/** The last elements of a sheet, in the order of the schema: ignoredErrors, drawing, tableParts. */
function referencesXml(plan: SheetPlan, { drawing, tables }: SheetReferences): string {
  // Employee numbers are text, also where they look like numbers: no warning triangles for that.
  let xml = `<ignoredErrors><ignoredError sqref="${plan.area}" numberStoredAsText="1"/></ignoredErrors>`;
  if (drawing !== undefined) xml += `<drawing r:id="${drawing}"/>`;
  if (tables.length > 0) {
    const list = tables.map((id) => `<tablePart r:id="${id}"/>`).join('');
    xml += `<tableParts count="${tables.length}">${list}</tableParts>`;
  }
  return xml;
}
