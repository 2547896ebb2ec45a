import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtInNames, loadTemplate } from '../../src/documents/template/loadTemplate.js';
import { listTemplates, showTemplate } from '../../src/documents/template/showTemplate.js';
import { diskTemplateFiles } from '../../src/documents/template/template.js';
import { LANGUAGES } from '../../src/i18n/language.js';

const PROJECT = join(import.meta.dirname, '../..');
const places = {
  templatesRoot: join(PROJECT, 'templates'),
  baseFolder: PROJECT,
  files: diskTemplateFiles,
};
const names = await builtInNames(places);

/** The texts of a template about itself, by the part that they describe. */
async function textsOf(name: string): Promise<[part: string, text: unknown][]> {
  const template = await loadTemplate(name, places);
  if (template.kind !== 'text') return [['', template.description]];
  const { description, variables, mappingColumns } = template.spec;
  const described = Object.entries({ ...variables, ...mappingColumns });
  return [
    ['', description],
    ...described.map(([part, { description: text }]): [string, unknown] => [part, text]),
  ];
}

describe('the descriptions of built-in templates', () => {
  it.each(names)('are in four languages: %s', async (name) => {
    for (const [part, text] of await textsOf(name)) {
      expect(text, part).toEqual(
        Object.fromEntries(LANGUAGES.map((each) => [each, expect.stringMatching(/\S/)])),
      );
      // What a template is for is a sentence; a variable may be a name that is the same everywhere.
      const { en, ...translated } = text as Record<string, string>;
      if (part === '') expect(Object.values(translated)).not.toContain(en);
    }
  });

  it.each(LANGUAGES)('are listed in the reader’s language: %s', async (language) => {
    const listed = await listTemplates(places, language);
    const own = await Promise.all(names.map(async (name) => (await textsOf(name))[0]?.[1]));
    expect(listed.map(({ description }) => description)).toEqual(
      own.map((text) => (text as Record<string, string>)[language]),
    );
  });

  it('are translated with the variables and mapping columns of a template', async () => {
    const template = await loadTemplate('partena', places);
    if (template.kind !== 'text') throw new Error('partena is a text template');
    const { description, variables } = await showTemplate(template, 'nl');
    expect(description).toMatch(/^Partena \(België\)/);
    expect(variables[0]).toMatchObject({ name: 'dossier', description: 'Dossiernummer bij Partena' });
  });

  it('may be in one language only, as in a template of one’s own', async () => {
    const own = await loadTemplate('partena', places);
    if (own.kind !== 'text') throw new Error('partena is a text template');
    const spec = { ...own.spec, description: 'Hours for the office' };
    const { description } = await showTemplate({ ...own, spec }, 'nl');
    expect(description).toBe('Hours for the office');
  });
});
