import { describe, expect, test } from 'vitest';
import { builtInNames, loadTemplate } from '../../src/documents/template/loadTemplate.js';
import { buildSample } from '../../src/documents/template/renderSample.js';
import { renderText } from '../../src/documents/text/renderText.js';
import { places } from './sampleFile.js';

const names = await builtInNames(places);
const templates = (await Promise.all(names.map((name) => loadTemplate(name, places)))).flatMap((each) => {
  return each.kind === 'text' && each.spec.audience === 'people' ? [each] : [];
});

/** The headings that a template writes for the sample. */
function headings(template: (typeof templates)[number], language: 'en' | 'nl' | 'fr' | 'de'): string[] {
  const { model, variables } = buildSample(template.spec);
  const [file] = renderText(template, model, { variables, language });
  return (
    new TextDecoder()
      .decode(file?.content as Uint8Array)
      .split('\n')[0]
      ?.split(',') ?? []
  );
}

describe('headings of files for people are in the language of the run', () => {
  const following = templates.filter(({ spec }) => spec.locale === 'follow');

  test('the list of these files', () => {
    expect(following.map(({ name }) => name)).toEqual(['entries', 'exceptions', 'hours', 'planned-worked']);
  });

  test.each(following)('$name', (template) => {
    const english = headings(template, 'en');
    for (const language of ['nl', 'fr', 'de'] as const) {
      const own = headings(template, language);
      expect(own).toHaveLength(english.length);
      expect(new Set(own).size, language).toBe(own.length);
      for (const heading of own)
        expect(heading, `${language}: no name of a field`).not.toMatch(/^[a-z]|[a-z][A-Z]/);
    }
  });

  test.each([
    [
      'de',
      'Mitarbeiter-ID,Nummer,Nachname,Vorname,Datum,Status,Betrieb,Soll von,Soll von UTC,Soll bis,Soll bis UTC,Ist von,Ist von UTC,Ist bis,Ist bis UTC,Soll (Min.),Ist (Min.),Differenz (Min.)',
    ],
    [
      'fr',
      'Id salarié,Matricule,Nom,Prénom,Date,Statut,Établissement,Prévu de,Prévu de UTC,Prévu à,Prévu à UTC,Travaillé de,Travaillé de UTC,Travaillé à,Travaillé à UTC,Prévu (min),Travaillé (min),Écart (min)',
    ],
  ] as const)('planned-worked in %s', (language, expected) => {
    const template = templates.find(({ name }) => name === 'planned-worked');
    if (template === undefined) throw new Error('no such template');
    expect(headings(template, language).join()).toBe(expected);
  });
});

test('a layout for programs is the same in every language', () => {
  for (const template of templates.filter(({ spec }) => spec.locale === 'fixed'))
    for (const language of ['nl', 'fr', 'de'] as const)
      expect(headings(template, language), template.name).toEqual(headings(template, 'en'));
});
