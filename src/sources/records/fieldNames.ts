/** Suffixes of names that only show that the value is a reference. */
const REFERENCE_WORDS = new Set(['id', 'ids', 'uuid', 'guid', 'ref', 'reference', 'key', 'identifier']);

/** `plannedTeam_id` -> planned, team, id. */
export function nameWords(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
}

/** The last name of a path in words: `person.firstName` -> "first name". */
export function lastNameOfPath(path: string): string {
  return nameWords(path.split('.').at(-1) ?? '').join(' ');
}

/** Whether any of the words is in a path: `settings.breakTimes` has "break". */
export function pathHasWord(path: string, words: ReadonlySet<string>): boolean {
  return path
    .split('.')
    .flatMap(nameWords)
    .some((word) => words.has(word));
}

/** The path of the object that a field is in; empty for the record itself. */
export function parentPath(path: string): string {
  return path.split('.').slice(0, -1).join('.');
}

/** The words of a path without the final ones that only mean "reference": `where.team.id` -> where, team. */
export function subjectWords(path: string): readonly (readonly string[])[] {
  const segments = path.split('.').map(nameWords);
  const kept = segments.map((words) => {
    const end = words.findLastIndex((word) => !REFERENCE_WORDS.has(word));
    return words.slice(0, end + 1);
  });
  const last = kept.findLastIndex((words) => words.length > 0);
  return kept.slice(0, last + 1);
}

/**
 * How well a path matches one of the subjects (words joined by spaces): 3 is its name, 2 ends with it (`plannedTeam`),
 * 1 mentions it (`teamLead`), 0 does not.
 */
export function nameScore(path: string, subjects: readonly string[]): 0 | 1 | 2 | 3 {
  const segments = subjectWords(path);
  const last = ` ${(segments.at(-1) ?? []).join(' ')}`;
  const whole = ` ${segments.flat().join(' ')} `;
  if (segments.length <= 1 && subjects.some((subject) => last === ` ${subject}`)) return 3;
  if (subjects.some((subject) => last.endsWith(` ${subject}`))) return 2;
  return subjects.some((subject) => whole.includes(` ${subject} `)) ? 1 : 0;
}
