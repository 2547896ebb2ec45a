const MOST_CHARACTERS = 60;

/** A value from outside in a message: as JSON, not too long; `nothing` where it is absent. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'object' && value !== null ? kindOf(value) : JSON.stringify(value);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

function kindOf(value: object): string {
  return Array.isArray(value) ? 'a list' : 'an object';
}
