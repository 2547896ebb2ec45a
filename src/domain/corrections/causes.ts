/** Why a line differs from what was exported, in the order in which the first one counts. */
export const CAUSES = [
  'deleted',
  'cancelled',
  'reassigned',
  'added',
  'changed',
  'establishment-gone',
  'absence',
  'mapping',
  'rule',
  'holiday',
  'plan',
  'zone',
  'balance',
  'estimate-replaced',
  'tzdata',
  'program',
] as const;
export type Cause = (typeof CAUSES)[number];

/** Causes that lie in no entry: something else that the computation looks at. */
export const SURROUNDINGS = [
  'absence',
  'mapping',
  'rule',
  'holiday',
  'plan',
  'zone',
  'balance',
  'tzdata',
  'program',
] as const satisfies readonly Cause[];
export type Surrounding = (typeof SURROUNDINGS)[number];

/** Each once, in the order of {@link CAUSES}. */
export function causesInOrder(causes: Iterable<Cause>): Cause[] {
  const held = new Set(causes);
  return CAUSES.filter((cause) => held.has(cause));
}
