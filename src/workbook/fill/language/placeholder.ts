import { Mistake } from '../mistake.js';
import { braceSlip } from './braceSlip.js';
import { placeholderWords, WordReader } from './words.js';

export interface FilterCall {
  readonly name: string;
  readonly inputs: readonly (string | number)[];
}

/** What groups are told apart by: a field, or a field in a format (`employee.lastName | left:1`). */
export interface GroupKey {
  readonly field: string;
  readonly filters: readonly FilterCall[];
}

/** One text for one key, however it is written. A field alone is its name. */
export function keyText(field: string, filters: readonly FilterCall[]): string {
  const written = filters.map(({ name, inputs }) => {
    const values = inputs.map((input) => JSON.stringify(input)).join(',');
    return ` | ${name}${values === '' ? '' : `:${values}`}`;
  });
  return field + written.join('');
}

/** `{{workedMinutes | sum | hours}}`. */
export interface Placeholder {
  readonly kind: 'placeholder';
  /** As written, with its braces. */
  readonly source: string;
  readonly path: string;
  readonly filters: readonly FilterCall[];
}

export type TextPiece = string | Placeholder;

const BRACES = /\{\{([^{}]*)\}\}/g;

/** Cuts text into plain pieces and placeholders. @throws SyntaxError that quotes what is wrong, Mistake */
export function textPieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const found of text.matchAll(BRACES)) {
    if (found.index > at) pieces.push(plain(text.slice(at, found.index)));
    pieces.push(readPlaceholder(found[0], found[1] ?? ''));
    at = found.index + found[0].length;
  }
  if (at < text.length) pieces.push(plain(text.slice(at)));
  return pieces;
}

function plain(text: string): string {
  const slip = braceSlip(text);
  if (slip) throw slip;
  return text;
}

/** What repeats is said with "#" here, and has no end of its own. */
const LACKS_SIGN = /^\s*(?:each|if|empty|sheet)\s+[^\s|]/i;
const IS_END = /^\s*(?:\/|end\s*(?:each|if|for)?\s*$)/i;

function refuseDirective(source: string, inside: string): void {
  if (LACKS_SIGN.test(inside)) {
    throw new Mistake(`${source} lacks its "#"`, `Write {{#${inside.trim()}}}.`);
  }
  if (IS_END.test(inside)) {
    const remedy = 'Leave it away: "rows 3" says how many rows repeat, as in {{#each SET rows 3}}.';
    throw new Mistake(`${source} ends nothing`, remedy);
  }
}

function readPlaceholder(source: string, inside: string): Placeholder {
  refuseDirective(source, inside);
  const words = new WordReader(placeholderWords(inside));
  const path = words.name(`the field in ${source}`);
  const filters: FilterCall[] = [];
  while (words.take('|')) filters.push(readFilter(words, source));
  const rest = words.next();
  if (rest) throw new SyntaxError(`"${rest.text}" is not expected in ${source}`);
  return { kind: 'placeholder', source, path, filters };
}

/** Reads what stands after a `|`. @throws SyntaxError */
export function readFilter(words: WordReader, source: string): FilterCall {
  const name = words.name(`the format after "|" in ${source}`);
  const inputs: (string | number)[] = [];
  if (words.take(':')) {
    const continues = (): boolean => {
      // In a list of keys a comma may begin the next key.
      const isInput = words.peek(1)?.kind === 'text' || words.peek(1)?.kind === 'number';
      return isInput && words.take(',');
    };
    do {
      const word = words.next();
      if (word?.kind !== 'text' && word?.kind !== 'number') {
        throw new SyntaxError(`a number or "text" in quotes is missing after "${name}:" in ${source}`);
      }
      inputs.push(word.kind === 'number' ? Number(word.text) : word.text);
    } while (continues());
  }
  return { name, inputs };
}

/** Whether text holds a placeholder or directive, well-formed or not. */
export function hasBraces(text: string): boolean {
  return text.includes('{{');
}
