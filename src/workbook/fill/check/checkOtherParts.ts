import { relationshipsPath } from '../package/partPath.js';
import { chartsOfDrawing } from '../package/partsOfSheet.js';
import { chartSheets } from '../parts/chart.js';
import { propertyParts } from '../parts/documentProperties.js';
import type { TemplateWorkbook } from '../plan/templatePlan.js';

/** What a person calls the parts that placeholders may stand in by mistake; first match. */
const PLACES: readonly [path: RegExp, what: string, remedy: string][] = [
  [
    /\.rels$/i,
    'the address of a link',
    'Put the link onto a cell (Insert, Link), or use a formula: HYPERLINK("https://…"&A1).',
  ],
  [/\/diagrams\//i, 'SmartArt', 'Use text boxes instead.'],
  [/\/chartEx/i, 'a chart of a newer kind', 'Put it into a cell above the chart.'],
  [/\/chartsheets\//i, 'the header or footer of a chart sheet', 'Put the chart onto a worksheet.'],
  [/\/drawings\/[^/]*\.xml$/i, 'a text box on a chart sheet', 'Put the chart onto a worksheet.'],
  [/\.vml$/i, 'a form control or a note', 'Put it into a cell.'],
  [/\/tables\//i, 'a table', 'Put it into a cell that belongs to no heading and no total.'],
  [/^docProps\//i, 'the properties of the document', 'Save the workbook in Excel once more.'],
  [/styles\.xml$/i, 'a number format or a style', 'Put it into a cell.'],
];

/** What other programs keep in a file, or what is remembered of cells, may hold braces that nobody reads. */
const UNSEEN =
  /customXml\/|\/pivotCache\/|\/pivotTables\/|\/externalLinks\/|\/threadedComments\/|\/printerSettings\/|\/theme\//i;

/** Placeholders in parts that are copied as they are would end up in the report: told, wherever they are. */
export function checkOtherParts(plan: TemplateWorkbook): void {
  const { file, context } = plan;
  const looked = lookedThrough(plan);
  for (const [part, bytes] of file.parts) {
    if (looked.has(part) || UNSEEN.test(part) || !/\.(?:xml|vml|rels)$/i.test(part)) continue;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const isLink = part.endsWith('.rels') && (text.includes('%7B%7B') || text.includes('%7b%7b'));
    if (!text.includes('{{') && !isLink) continue;
    const [, what, remedy] = PLACES.find(([path]) => path.test(part)) ?? [part, `part ${part}`, 'Remove it.'];
    context.problems.add(sheetOf(part, plan), undefined, `a placeholder in ${what} is not filled in`, remedy);
  }
}

/** Parts whose placeholders are filled in, or told elsewhere. */
function lookedThrough(plan: TemplateWorkbook): Set<string> {
  const { file, workbookPart, sheets } = plan;
  const drawings = sheets.flatMap(({ partName }) => file.related(partName, 'drawing'));
  const charts = drawings.flatMap((part) => chartsOfDrawing(file, part));
  return new Set([
    ...[workbookPart, ...file.related(workbookPart, 'sharedStrings'), ...drawings, ...charts],
    ...chartSheets(plan).flatMap(({ charts: own }) => own),
    ...sheets.flatMap(({ partName }) => [partName, ...file.related(partName, 'comments')]),
    ...sheets.filter(({ links }) => links.size > 0).map(({ partName }) => relationshipsPath(partName)),
    ...charts.flatMap((part) => file.related(part, 'chartUserShapes')),
    ...propertyParts(plan),
  ]);
}

function sheetOf(part: string, { file, sheets }: TemplateWorkbook): string | undefined {
  const isOf = ({ partName }: (typeof sheets)[number]): boolean =>
    relationshipsPath(partName) === part ||
    file.relationships(partName).some(({ target }) => target === part);
  return sheets.find(isOf)?.name;
}
