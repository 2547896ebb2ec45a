import { WorkbookError } from '../../workbookError.js';
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
