import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtInTexts } from '../../src/i18n/catalogue.js';
import { LANGUAGES } from '../../src/i18n/language.js';
import { builtInNames, loadTemplate } from '../../src/render/template/loadTemplate.js';
import { listTemplates, showTemplate } from '../../src/render/template/showTemplate.js';
import { diskTemplateFiles } from '../../src/render/template/template.js';

const PROJECT = join(import.meta.dirname, '../..');
const places = {
  templatesRoot: join(PROJECT, 'templates'),
  baseFolder: PROJECT,
  files: diskTemplateFiles,
};

/** The key of each text of a template in the catalogue, with the text in its file. */
async function textsOf(name: string): Promise<[key: string, text: string][]> {
  const template = await loadTemplate(name, places);
  if (template.kind !== 'text') return [[name, template.description.trim()]];
  const { description, variables, mappingColumns } = template.spec;
  const parts = (part: string, described: Readonly<Record<string, { readonly description: string }>>) =>
    Object.entries(described).map(([key, { description: text }]): [string, string] => [
      `${name}.${part}.${key}`,
      text.trim(),
    ]);
  return [[name, description.trim()], ...parts('variable', variables), ...parts('column', mappingColumns)];
}

describe('the descriptions of built-in templates', () => {
  it('are the same in the English catalogue as in the templates, and the catalogue has no others', async () => {
    const names = await builtInNames(places);
    const texts = (await Promise.all(names.map(textsOf))).flat();
    expect(builtInTexts('en', 'templates')).toEqual(Object.fromEntries(texts));
  });

  it.each(LANGUAGES)('are listed in the reader’s language: %s', async (language) => {
    const listed = await listTemplates(places, language);
    const texts = builtInTexts(language, 'templates');
    expect(listed.map(({ description }) => description)).toEqual(listed.map(({ name }) => texts[name]));
  });

  it('are translated with the variables and mapping columns of a template', async () => {
    const template = await loadTemplate('partena', places);
    if (template.kind !== 'text') throw new Error('partena is a text template');
    const { description, variables } = await showTemplate(template, undefined, 'nl');
    expect(description).toMatch(/^Partena \(België\)/);
    expect(variables[0]).toMatchObject({ name: 'dossier', description: 'Dossiernummer bij Partena' });
  });

  it('are those of its own file for a custom template, even with a built-in name', async () => {
    const own = await loadTemplate(join(places.templatesRoot, 'partena'), places);
    if (own.kind !== 'text') throw new Error('partena is a text template');
    const { description, variables } = await showTemplate(own, undefined, 'nl');
    expect(description).toBe(own.spec.description.trim());
    expect(variables[0]?.description).toBe('Dossier number at Partena');
  });
});
