import { resultUnless, TemplateError } from '../../language/templateError.js';
import { fillText } from '../content/valueContent.js';
import type { WrittenSheet } from '../formula/placedFormula.js';
import type { Band } from '../language/bands.js';
import { DIRECTIVE } from '../language/directive.js';
import type { PlacedBands } from '../language/filling.js';
import { type Message, message } from '../messages.js';
import { type CompileContext, reportErrors, type TemplateWorkbook } from '../template/templatePlan.js';
import { descendantsOf, type XmlElement } from '../xml/xml.js';
import type { XmlEdits } from '../xml/xmlEdits.js';

/** A text with placeholders in a text box, a chart, the description of a picture or a property of the document. */
interface ShapeText {
  readonly text: string;
  readonly what: Message;
  /** Whether it shows a cell, so that Excel rewrites it. */
  readonly isLinked: boolean;
  readonly set: (edits: XmlEdits, text: string) => void;
}

export interface DrawnPlace {
  readonly sheet: { readonly name: string; readonly columnRoot: Band };
  readonly band: Band;
  readonly context: CompileContext;
}

export interface TextPlace {
  readonly sheet: WrittenSheet & PlacedBands;
  readonly band: Band;
  readonly instance: number;
  readonly context: CompileContext;
}

export function fillShapeTexts(within: XmlElement, edits: XmlEdits, place: TextPlace): void {
  const { sheet, instance } = place;
  for (const shapeText of shapeTexts(within)) {
    const fill = () => prepared(shapeText, { ...place, sheet: sheet.drawn })(sheet)(instance);
    shapeText.set(edits, shapeText.isLinked ? (resultUnless(TemplateError, fill) ?? '') : fill());
  }
}

export function checkShapeTexts(within: XmlElement, place: DrawnPlace): void {
  const { sheet, context } = place;
  for (const shapeText of shapeTexts(within)) {
    if (!shapeText.isLinked)
      reportErrors(context, sheet.name, shapeText.what, () => prepared(shapeText, place));
  }
}

function prepared({ text, what }: ShapeText, { sheet, band, context }: DrawnPlace) {
  const bands = { rows: band, columns: sheet.columnRoot };
  return fillText(text, { sheet: sheet.name, name: what, bands }, context);
}

function* shapeTexts(within: XmlElement): Generator<ShapeText> {
  const isChart = !['sp', 'cxnSp', 'pic', 'grpSp'].some((local) => !descendantsOf(within, local).next().done);
  for (const element of descendantsOf(within, 't', 'v')) {
    // A cached value of a chart, or the name of a series.
    const isText = element.local === 't' || element.parent?.local === 'tx';
    if (!isText || !element.text.includes('{{')) continue;
    yield {
      text: element.text,
      what: message(isChart ? 'place.chart' : 'place.textBox'),
      isLinked: isLinked(element),
      set: (edits, text) => edits.setText(element, text),
    };
  }
  for (const element of descendantsOf(within, 'cNvPr')) {
    for (const name of ['descr', 'title']) {
      const written = element.attributes[name] ?? '';
      if (!written.includes('{{')) continue;
      yield {
        // Without the placeholder that chooses a picture, and the condition of the object.
        text: written === withoutChoices(written) ? written : withoutChoices(written).trim(),
        what: message('place.alternativeText'),
        isLinked: false,
        set: (edits, text) => edits.setAttribute(element, name, text),
      };
    }
  }
}

/** `{{employee.number | picture:"signatures"}}` or `{{employee.id | qr}}` in the alternative text of a picture. */
export const PICTURE_CHOICE = /\{\{[^{}]*\|\s*(?:picture|qr)\b[^{}]*\}\}/;

function withoutChoices(text: string): string {
  return text.replace(PICTURE_CHOICE, '').replace(DIRECTIVE, '');
}

function isLinked(element: XmlElement): boolean {
  for (let around = element.parent; around; around = around.parent) {
    if (around.local === 'sp') return (around.attributes.textlink ?? '') !== '';
  }
  return false;
}

export function propertyParts({ file }: TemplateWorkbook): string[] {
  const types = ['core-properties', 'extended-properties', 'custom-properties'];
  return types.flatMap((type) => file.related('', type)).filter((part) => file.has(part));
}

export function fillProperties(
  root: XmlElement,
  edits: XmlEdits,
  plan: TemplateWorkbook,
  outside: PlacedBands,
): void {
  for (const property of propertiesIn(root))
    property.set(edits, prepared(property, outsidePlace(plan))(outside)(0));
}

export function checkProperties(plan: TemplateWorkbook): void {
  const place = outsidePlace(plan);
  for (const part of propertyParts(plan)) {
    for (const property of propertiesIn(plan.file.xml(part).root))
      reportErrors(plan.context, undefined, property.what, () => prepared(property, place));
  }
}

function outsidePlace({ context, outside: { sheet, band } }: TemplateWorkbook): DrawnPlace {
  return { sheet: { name: 'document', columnRoot: sheet.columnRoot }, band, context };
}

/** Names of sheets are listed among the properties as well; that list is removed if sheets change. */
function* propertiesIn(element: XmlElement): Generator<ShapeText> {
  if (element.local === 'TitlesOfParts') return;
  for (const child of element.children) yield* propertiesIn(child);
  const { text } = element;
  if (element.children.length > 0 || !text.includes('{{')) return;
  const name = element.parent?.attributes.name ?? element.local;
  yield {
    text,
    what: message('place.documentProperty', { name }),
    isLinked: false,
    set: (edits, filled) => edits.setText(element, filled),
  };
}
