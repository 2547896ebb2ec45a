import { shortQuote } from '../../shortText.js';
import { WorkbookError } from '../../workbookError.js';
import { prefixedAttribute, type XmlElement } from '../../xml/xmlElement.js';
import { relationshipsPath } from '../package/partPath.js';
import { partsOfSheet } from '../package/partsOfSheet.js';
import type { TemplatePackage } from '../package/templatePackage.js';

/** A template that cannot be read at all. */
export function refuse(file: TemplatePackage, problem: string, remedy?: string): WorkbookError {
  const detail = { record: file.subject, ...(remedy === undefined ? {} : { remedy }) };
  return new WorkbookError('TEMPLATE_INVALID', `${file.subject} ${problem}`, detail);
}

const SAVE_AS = 'Open it in Excel and save it as "Excel workbook (.xlsx)".';

/** The workbook part. @throws WorkbookError TEMPLATE_INVALID if the file is no workbook that can be filled */
export function findWorkbook(file: TemplatePackage): string {
  const [part] = file.related('', 'officeDocument');
  if (part === undefined || !file.has(part)) throw refuse(file, 'is not an Excel workbook', SAVE_AS);
  const type = file.contentType(part);
  if (/macroEnabled/i.test(type))
    throw refuse(file, 'holds macros, which are not carried into reports', SAVE_AS);
  if (!/spreadsheetml\.(sheet|template)\.main\+xml$/.test(type))
    throw refuse(file, 'is not an Excel workbook (.xlsx)', SAVE_AS);
  return part;
}

/**
 * Refuses a workbook that does not say clearly which part is whose: a sheet without a part, or a part that several
 * own, which would be written several times.
 * @throws WorkbookError TEMPLATE_INVALID
 */
export function refuseUnclearParts(
  file: TemplatePackage,
  workbookPart: string,
  sheetElements: readonly XmlElement[],
): void {
  const owners = new Map<string, string>();
  const own = (part: string, owner: string): void => {
    const other = owners.get(part.toLowerCase());
    if (other !== undefined)
      throw unclear(file, `part ${shortQuote(part)} belongs to ${other} and to ${owner}`);
    if (!file.has(part)) throw unclear(file, `part ${shortQuote(part)} is missing`);
    owners.set(part.toLowerCase(), owner);
  };
  const related = file.relationships(workbookPart);
  const shared = related.filter(({ type, isExternal }) => type !== 'worksheet' && !isExternal);
  const others = ['[Content_Types].xml', workbookPart, relationshipsPath(workbookPart)];
  for (const part of new Set([...others, ...shared.map(({ target }) => target)]))
    owners.set(part.toLowerCase(), 'the workbook');
  for (const element of sheetElements) {
    const name = `sheet "${shortQuote(element.attributes.name ?? '')}"`;
    const target = related.find((each) => each.id === prefixedAttribute(element, 'id'));
    if (!target || target.isExternal) throw unclear(file, `does not say which part ${name} is`);
    if (/macrosheet$/i.test(target.type))
      throw unclear(file, 'holds macros, which are not carried into reports');
    if (target.type !== 'worksheet') continue;
    for (const part of partsOfSheet(file, target.target, (each) => each).keys()) own(part, name);
    if (file.xml(target.target).root.local !== 'worksheet')
      throw unclear(file, `has no worksheet for ${name}`);
  }
}

function unclear(file: TemplatePackage, problem: string): WorkbookError {
  const remedy = 'Open it in Excel, let Excel repair it, and save it as "Excel workbook (.xlsx)".';
  return new WorkbookError('TEMPLATE_INVALID', `${file.subject}: ${problem}`, {
    record: file.subject,
    remedy,
  });
}
