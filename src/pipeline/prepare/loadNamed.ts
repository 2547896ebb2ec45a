import { join } from 'node:path';
import { loadTemplate } from '../../documents/template/loadTemplate.js';
import type { Template } from '../../documents/template/template.js';
import { diskTemplateFiles } from '../../documents/template/templateFiles.js';

/** Loads a template by name or path. @throws PaytallyError TEMPLATE_NOT_FOUND, TEMPLATE_INVALID */
export async function loadNamed(name: string, packageFolder: string, baseFolder: string): Promise<Template> {
  return loadTemplate(name, {
    templatesRoot: join(packageFolder, 'templates'),
    baseFolder,
    files: diskTemplateFiles,
  });
}
