import type { XmlEdits } from '../../xml/xmlEdits.js';
import type { XmlElement } from '../../xml/xmlElement.js';
import { fieldContext, fillText } from '../cells/fillText.js';
import type { PlacedBands } from '../language/filling.js';
import { attempt } from '../plan/compileContext.js';
import { outsideBands } from '../plan/outsidePlace.js';
import type { TemplateWorkbook } from '../plan/templatePlan.js';

/** The parts with title, subject, company and the like. */
export function propertyParts({ file }: TemplateWorkbook): string[] {
  const types = ['core-properties', 'extended-properties', 'custom-properties'];
  return types.flatMap((type) => file.related('', type)).filter((part) => file.has(part));
}

/** Fills placeholders in the properties of the document. */
export function fillProperties(
  root: XmlElement,
  edits: XmlEdits,
  plan: TemplateWorkbook,
  outside: PlacedBands,
): void {
  for (const property of propertiesIn(root))
    edits.setText(property.element, prepared(property, plan)(outside)(0));
}

export function checkProperties(plan: TemplateWorkbook): void {
  for (const part of propertyParts(plan)) {
    for (const property of propertiesIn(plan.file.xml(part).root))
      attempt(plan.context, undefined, property.what, () => prepared(property, plan));
  }
}

interface Property {
  readonly element: XmlElement;
  /** What a person calls it. */
  readonly what: string;
}

function prepared({ element, what }: Property, { context, outside }: TemplateWorkbook) {
  return fillText(element.text, outsideBands(outside), fieldContext(context, 'document', what), context);
}

/** Names of sheets are listed among the properties as well; that list is left away where sheets change. */
function* propertiesIn(element: XmlElement): Generator<Property> {
  if (element.local === 'TitlesOfParts') return;
  for (const child of element.children) yield* propertiesIn(child);
  if (element.children.length > 0 || !element.text.includes('{{')) return;
  const name = element.parent?.attributes.name ?? element.local;
  yield { element, what: `document property "${name}"` };
}
