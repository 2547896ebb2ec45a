import type { SheetPages } from '../template/templatePlan.js';
import { childOf, prefixOf, type XmlElement } from '../xml/xml.js';
import type { XmlEdits } from '../xml/xmlEdits.js';

/** The names of print areas and titles in the workbook part (ECMA-376 18.2.6). */
export const PRINT_AREA = '_xlnm.Print_Area';
export const PRINT_TITLES = '_xlnm.Print_Titles';

/** The elements of a sheet before `pageSetup` (ECMA-376 18.3.1.99), last first. */
const BEFORE_PAGE_SETUP = (
  'pageMargins printOptions hyperlinks dataValidations conditionalFormatting phoneticPr mergeCells customSheetViews ' +
  'dataConsolidate sortState autoFilter scenarios protectedRanges sheetProtection sheetCalcPr sheetData'
).split(' ');

/** Scales the sheet to a number of pages that depends on its data. */
export function editPageSetup(root: XmlElement, edits: XmlEdits, { wide, tall }: SheetPages): void {
  if (wide === undefined && tall === undefined) return;
  const wanted = { fitToWidth: wide, fitToHeight: tall };
  const given = Object.entries(wanted).flatMap(([name, count]) =>
    count === undefined ? [] : [[name, count]],
  );
  const setup = childOf(root, 'pageSetup');
  if (setup) for (const [name, count] of given) edits.setAttribute(setup, String(name), String(count));
  else {
    const attributes = given.map(([name, count]) => ` ${name}="${count}"`).join('');
    const before = BEFORE_PAGE_SETUP.flatMap((local) => root.children.filter((each) => each.local === local));
    const last = before.reduce((end, element) => Math.max(end, element.end), 0);
    edits.insert(last, `<${prefixOf(root)}pageSetup${attributes}/>`);
  }
  fitToPages(root, edits);
}

/** Without this, the numbers of pages have no effect. */
function fitToPages(root: XmlElement, edits: XmlEdits): void {
  const prefix = prefixOf(root);
  const fits = `<${prefix}pageSetUpPr fitToPage="1"/>`;
  const properties = childOf(root, 'sheetPr');
  const own = childOf(properties, 'pageSetUpPr');
  if (own) edits.setAttribute(own, 'fitToPage', '1');
  else if (properties) edits.append(properties, fits);
  else
    edits.insert(root.children[0]?.start ?? root.closeStart, `<${prefix}sheetPr>${fits}</${prefix}sheetPr>`);
}
