import { builtInNames, loadTemplate, type TemplatePlaces } from './loadTemplate.js';
import type { Template } from './template.js';

/** One line of `templates list`. */
export interface TemplateListing {
  readonly name: string;
  readonly kind: Template['kind'];
  readonly audience: 'payroll' | 'people';
  /** How sure a payroll layout is. */
  readonly confidence: 'VERIFIED' | 'CORROBORATED' | 'WEAK' | null;
  /** Where its payroll system is used: codes of two letters. */
  readonly countries: readonly string[];
  readonly description: string;
}

/** The built-in templates by name. */
export async function listTemplates(places: TemplatePlaces): Promise<TemplateListing[]> {
  const names = await builtInNames(places);
  return Promise.all(names.map(async (name) => listingOf(await loadTemplate(name, places))));
}

function listingOf(template: Template): TemplateListing {
  const { name, kind } = template;
  if (template.kind !== 'text') {
    const { description } = template;
    return { name, kind, audience: 'people', confidence: null, countries: [], description };
  }
  const { audience, confidence, countries, description } = template.spec;
  return {
    name,
    kind,
    audience,
    confidence: confidence ?? null,
    countries,
    description: description.trim(),
  };
}
