/** Between the parts of what yargs is made to say; no command line can hold it. */
const MARK = '\u0000';

/** The ways in which yargs refuses a command line. */
export type Refusal =
  | { readonly kind: 'missing-word' }
  | { readonly kind: 'unknown-word'; readonly word: string }
  | { readonly kind: 'missing-option'; readonly option: string }
  | { readonly kind: 'unknown-choice'; readonly name: string; readonly given: string }
  | { readonly kind: 'other'; readonly message: string };

/** What yargs says, by its own words for it, as a name with the facts behind it: its English is nobody's business. */
export const YARGS_TEXTS = {
  'Not enough non-option arguments: got %s, need at least %s': plural(`${MARK}missing-word${MARK}`),
  'Unknown argument: %s': plural(`${MARK}unknown-word${MARK}%s`),
  'Unknown command: %s': plural(`${MARK}unknown-word${MARK}%s`),
  'Missing required argument: %s': plural(`${MARK}missing-option${MARK}%s`),
  'Invalid values:': `${MARK}unknown-choice`,
  'Argument: %s, Given: %s, Choices: %s': `${MARK}%s${MARK}%s${MARK}%s`,
} as const;

function plural(text: string): { readonly one: string; readonly other: string } {
  return { one: text, other: text };
}

/** A command line that yargs does not take. */
export class RefusedLine extends Error {
  readonly refusal: Refusal;

  constructor(said: string) {
    super(said.replaceAll(MARK, ' ').trim());
    this.name = 'RefusedLine';
    this.refusal = refusalOf(said);
  }
}

function refusalOf(said: string): Refusal {
  const [, kind = '', first = '', second = ''] = said.split(MARK).map((part) => part.trim());
  const [name = ''] = first.split(', ');
  switch (kind) {
    case 'missing-word':
      return { kind };
    case 'unknown-word':
      return { kind, word: name };
    case 'missing-option':
      return { kind, option: name };
    case 'unknown-choice':
      return { kind, name: first, given: second.replaceAll('"', '') };
    default:
      return { kind: 'other', message: said };
  }
}
