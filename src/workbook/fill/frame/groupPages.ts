import { WorkbookError } from '../../workbookError.js';
import type { XmlEdits } from '../../xml/xmlEdits.js';
import { childOf, prefixOf, type XmlElement } from '../../xml/xmlElement.js';
import type { PlacedAxis } from '../language/placedBands.js';
import type { PlacedSheet } from '../plan/placedSheet.js';

/** Excel's own limit of page breaks on a sheet. */
const MOST_BREAKS = 1_026;

/** Rows after which `page break` of a group begins a new page: all repetitions but the last of each. */
export function pageBreakRows(axis: PlacedAxis): number[] {
  const rows = new Set<number>();
  for (const band of axis.root.within()) {
    if (band.rule.kind !== 'each' || !band.rule.breaksPage) continue;
    const { starts, parentOf } = axis.of(band);
    for (let instance = 1; instance < starts.length; instance++) {
      if (parentOf[instance] === parentOf[instance - 1]) rows.add((starts[instance] ?? 1) - 1);
    }
  }
  return [...rows].sort((a, b) => a - b);
}

/** What stands before the page breaks in a sheet's part (ECMA-376 18.3.1.99). */
const BEFORE_BREAKS = new Set(
  [
    'sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate',
    'customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions',
    'pageMargins pageSetup headerFooter',
  ].flatMap((names) => names.split(' ')),
);

/** Adds the page breaks of groups to a sheet on which none were drawn. @throws WorkbookError RENDER_REFUSED */
export function addPageBreaks(root: XmlElement, edits: XmlEdits, sheet: PlacedSheet): void {
  const rows = pageBreakRows(sheet.rows);
  if (rows.length === 0 || childOf(root, 'rowBreaks')) return;
  refuseMany(rows.length, sheet.drawn.name);
  const prefix = prefixOf(root);
  const breaks = rows.map((row) => `<${prefix}brk id="${row}" max="16383" man="1"/>`).join('');
  const count = `count="${rows.length}" manualBreakCount="${rows.length}"`;
  const before = root.children.findLast(({ local }) => BEFORE_BREAKS.has(local));
  edits.insert(before?.end ?? root.closeStart, `<${prefix}rowBreaks ${count}>${breaks}</${prefix}rowBreaks>`);
}

function refuseMany(breaks: number, name: string): void {
  if (breaks <= MOST_BREAKS) return;
  const problem = `Sheet "${name}" would have ${breaks} page breaks; at most ${MOST_BREAKS} are possible`;
  const remedy = 'Use a sheet for each group ({{#sheet SET group by FIELD}}).';
  throw new WorkbookError('RENDER_REFUSED', problem, { record: name, sheet: name, remedy });
}

/** Groups that fold need room for their signs beside the rows. */
export function setOutlineLevels(root: XmlElement, edits: XmlEdits, sheet: PlacedSheet): void {
  const deepest = Math.max(0, ...[...sheet.drawn.root.within()].map((band) => band.outlineLevel));
  if (deepest === 0) return;
  const format = childOf(root, 'sheetFormatPr');
  if (format) {
    const drawn = Number(format.attributes.outlineLevelRow ?? 0);
    edits.setAttribute(format, 'outlineLevelRow', String(Math.min(7, Math.max(drawn, deepest))));
    return;
  }
  const before = root.children.findLast(({ local }) =>
    ['sheetPr', 'dimension', 'sheetViews'].includes(local),
  );
  const xml = `<${prefixOf(root)}sheetFormatPr defaultRowHeight="15" outlineLevelRow="${Math.min(7, deepest)}"/>`;
  edits.insert(before?.end ?? root.openEnd, xml);
}
