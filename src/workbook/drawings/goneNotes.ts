import { parseArea } from '../cells/address.js';
import type { TemplatePackage, XmlPart } from '../package/templatePackage.js';
import type { DrawnSheet } from '../template/templatePlan.js';
import { childOf, childrenOf, descendantsOf, prefixedAttribute, type XmlElement } from '../xml/xml.js';

/** The parts of a sheet's notes and of their boxes if all of them are instructions: nothing would be in them. */
export function goneNotes({ directiveNotes, partName, part }: DrawnSheet, file: TemplatePackage): string[] {
  const notes = ['comments', 'threadedComment'].flatMap((type) => file.related(partName, type));
  const cells = notes.flatMap((each) => noteCells(file.xml(each)));
  if (notes.length === 0 || !cells.every((cell) => directiveNotes.has(cell))) return [];
  const boxes = childOf(part.root, 'legacyDrawing');
  const id = boxes && prefixedAttribute(boxes, 'id');
  const drawing = file.relationships(partName).find((each) => each.id === id)?.target;
  const isOnlyNotes = drawing !== undefined && boxesAreOf(file.xml(drawing), directiveNotes);
  return isOnlyNotes ? [...notes, drawing] : notes;
}

function noteCells({ root }: XmlPart): string[] {
  const list = [
    ...childrenOf(childOf(root, 'commentList'), 'comment'),
    ...childrenOf(root, 'threadedComment'),
  ];
  return list.map(({ attributes }) => attributes.ref ?? '');
}

/** A button or a check box is a shape of the same drawing. */
function boxesAreOf({ root }: XmlPart, cells: ReadonlySet<string>): boolean {
  const places = new Set([...cells].map((cell) => `${parseArea(cell)?.top} ${parseArea(cell)?.left}`));
  return [...descendantsOf(root, 'shape', 'rect', 'group', 'line', 'oval')].every((shape) => {
    const data = childOf(shape, 'ClientData');
    return data?.attributes.ObjectType === 'Note' && places.has(placeOf(data));
  });
}

/** Counted from 0. */
function placeOf(data: XmlElement): string {
  const [row, column] = ['Row', 'Column'].map((local) => Number(childOf(data, local)?.text) + 1);
  return `${row} ${column}`;
}
