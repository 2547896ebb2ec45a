import { z } from 'zod';
import { type Aspect, SHAPES, type ShapeName } from './shapes.js';

const choiceOf = <A extends Aspect>(aspect: A) =>
  z.enum(Object.keys(SHAPES[aspect]) as [ShapeName<A>, ...ShapeName<A>[]]).optional();

/** A choice of prepared shapes by name; what is left out is the first of its kind. */
export const shapeSettings = z.strictObject({
  zone: choiceOf('zone'),
  establishmentLabel: choiceOf('establishmentLabel'),
  establishmentReference: choiceOf('establishmentReference'),
  label: choiceOf('label'),
  reference: choiceOf('reference'),
  entryReferences: choiceOf('entryReferences'),
  workDate: choiceOf('workDate'),
  selection: choiceOf('selection'),
  holidayEnvelope: choiceOf('holidayEnvelope'),
  holidayDates: choiceOf('holidayDates'),
  holidayName: choiceOf('holidayName'),
  emptyEndsAt: choiceOf('emptyEndsAt'),
  nullField: choiceOf('nullField'),
  breaks: choiceOf('breaks'),
  noise: choiceOf('noise'),
});
