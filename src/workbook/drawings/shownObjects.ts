import { TemplateError } from '../../language/templateError.js';
import { resolveAt } from '../content/valueContent.js';
import { DIRECTIVE, readDirective } from '../language/directive.js';
import { message } from '../messages.js';
import { descendantsOf, type XmlElement } from '../xml/xml.js';
import type { DrawnPlace, TextPlace } from './shapeTexts.js';

/** The alternative text of a chart, picture or shape. */
function alternativeText(object: XmlElement): string {
  const [named] = descendantsOf(object, 'cNvPr');
  return [named?.attributes.descr, named?.attributes.title].join('\n');
}

/**
 * `{{#if sum(days.workedMinutes) > 0}}` in the alternative text of an object: it is only there if the condition is
 * true. Undefined without one. @throws TemplateError
 */
function condition(object: XmlElement, { sheet, band, context }: DrawnPlace) {
  const [written, ...more] = [...alternativeText(object).matchAll(DIRECTIVE)].map(
    ([, inside = '']) => inside,
  );
  if (written === undefined) return undefined;
  const directive = readDirective(written);
  if (directive.kind !== 'if' || more.length > 0)
    throw new TemplateError(message('shape.onlyIf', { directive: `{{#${written.trim()}}}` }));
  const bands = { rows: band, columns: sheet.columnRoot };
  const place = { sheet: sheet.name, name: message('place.alternativeText'), bands };
  return resolveAt(directive.condition, place, context, (text) => `{{#if ${text}}}`);
}

/** Whether an object is only there if a condition is true. */
export function hasCondition(object: XmlElement): boolean {
  return alternativeText(object).search(DIRECTIVE) >= 0;
}

/** @throws TemplateError */
export function checkShown(object: XmlElement, place: DrawnPlace): void {
  condition(object, place);
}

/** Whether an object is shown in a repetition of its rows. */
export function isShown(object: XmlElement, { sheet, band, instance, context }: TextPlace): boolean {
  const found = condition(object, { sheet: sheet.drawn, band, context });
  return found === undefined || Boolean(found.valueAt(sheet)(instance));
}
