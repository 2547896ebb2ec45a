import { builtInNames, loadTemplate, type TemplatePlaces } from '../../../documents/template/loadTemplate.js';
import { offerNoteOf } from '../../../documents/template/template.js';
import { CONFIDENCES } from '../../../documents/text/textTemplate.js';
import { formatText } from '../../../i18n/formatMessage.js';
import type { Language } from '../../../i18n/language.js';

/** For a payroll system of any country. */
const GENERAL = 'generic-csv';

/** A payroll system to choose. */
export interface PayrollSystem {
  /** The name of its template. */
  readonly name: string;
  /** The name of the system: the beginning of the description. */
  readonly title: string;
  /** Whether only one source describes the layout, or only a program can import the file. */
  readonly note: 'weak' | 'program' | undefined;
}

/** The payroll systems by country code: the most certain layouts first, then a file for any system. */
export async function readPayrollSystems(
  places: TemplatePlaces,
  language: Language,
): Promise<(country: string) => readonly PayrollSystem[]> {
  const templates = await Promise.all((await builtInNames(places)).map((name) => loadTemplate(name, places)));
  const texts = templates.filter((template) => template.kind === 'text');
  const certainty = ({ spec: { confidence } }: (typeof texts)[number]) =>
    confidence === undefined ? CONFIDENCES.length : CONFIDENCES.indexOf(confidence);
  return (country) =>
    texts
      .filter(({ name, spec }) => name === GENERAL || spec.countries.includes(country))
      .sort((one, other) => certainty(one) - certainty(other))
      .map((template) => {
        const [title = template.name] = formatText(template.spec.description, language).split(' (');
        return { name: template.name, title, note: offerNoteOf(template) };
      });
}
