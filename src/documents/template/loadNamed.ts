import type { Environment } from '../../config/configSource.js';
import { PaytallyError } from '../../errors.js';
import { loadTemplate, templatePlaces } from './loadTemplate.js';
import {
  diskTemplateFiles,
  drawnBytes,
  type ReportTemplate,
  readPictures,
  type Template,
} from './template.js';

/**
 * Loads a template by name or path.
 * @param env for the password of a drawn workbook, which no built-in template has
 * @throws PaytallyError TEMPLATE_NOT_FOUND, TEMPLATE_INVALID
 */
export async function loadNamed(
  name: string,
  packageFolder: string,
  baseFolder: string,
  env: Environment = {},
): Promise<Template> {
  const template = await loadTemplate(name, templatePlaces({ packageFolder, cwd: baseFolder, env }));
  if (template.kind === 'report') return withPage(template);
  if (template.kind !== 'workbook') return template;
  const bytes = await drawnBytes(template);
  const drawn = bytes.toString('base64');
  if (!(await choosesPictures(bytes, template.name))) return { ...template, drawn };
  return { ...template, drawn, pictures: await readPictures(template.workbookPath, diskTemplateFiles) };
}

/** A user's own page can be changed at any time; the built-in one changes with the program. */
async function withPage(template: ReportTemplate): Promise<ReportTemplate> {
  if (template.report !== 'review' || template.builtIn) return template;
  const { readPageFiles } = await import('../review/reviewPage.js');
  return { ...template, page: await readPageFiles(template.folder) };
}

/** Whether the workbook has pictures that data choose. A workbook that cannot be read is reported when it is filled. */
async function choosesPictures(bytes: Uint8Array, subject: string): Promise<boolean> {
  const { drawnPlaceholders } = await import('./drawnWorkbook.js');
  try {
    const used = await drawnPlaceholders(bytes, subject, new Set());
    return used.some((placeholder) => /\|\s*picture\b/.test(placeholder));
  } catch (error) {
    if (error instanceof PaytallyError) return false;
    throw error;
  }
}
