import { Mistake } from '../mistake.js';

/** A word, quoted text, number or sign of a placeholder or directive. */
export type Word =
  | { readonly kind: 'name' | 'sign'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string };

const WORD =
  /\s*(?:"([^"]*)"|[“”„]([^“”„]*)[“”]|'([^']*)'|(-?[0-9]+(?:\.[0-9]+)?)(?![\p{L}\p{N}_-])|([\p{L}_][\p{L}\p{N}_.-]*)|(<=|>=|!=|<>|[|:,=<>]))/uy;

/** Cuts the inside of `{{…}}` into words. Quotes that Excel or Word curled are quotes too. @throws SyntaxError, Mistake */
export function placeholderWords(text: string): Word[] {
  const words: Word[] = [];
  let at = 0;
  const end = text.trimEnd().length;
  while (at < end) {
    WORD.lastIndex = at;
    const found = WORD.exec(text);
    if (!found) {
      refuseBareDate(text, at);
      throw new SyntaxError(`"${text.slice(at, end).trim()}" cannot be understood`);
    }
    words.push(wordOf(found));
    at = WORD.lastIndex;
  }
  return words;
}

const BARE_DATE =
  /(?:([\p{L}_][\p{L}\p{N}_.-]*)\s*(<=|>=|!=|<>|[=<>])\s*)?([0-9]{1,4}[-./][0-9]{1,2}[-./][0-9]{1,4}\S*)/gu;

/** So far around a mistake a date is looked for. */
const NEAR = 80;

/** A date, or a day and time, without its quotes. @throws Mistake */
function refuseBareDate(text: string, at: number): void {
  const from = Math.max(0, at - NEAR);
  for (const found of text.slice(from, at + NEAR).matchAll(BARE_DATE)) {
    const { 0: all, 1: field, 2: sign, 3: date = '', index } = found;
    const end = from + index + all.length;
    const isThere = end > at && !/\S\s/.test(text.slice(end - date.length, at));
    if (!isThere) continue;
    const isWritten = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T\S+)?$/.test(date);
    const right = `"${isWritten ? date : '2026-10-05'}"`;
    throw new Mistake(
      `dates stand in quotes, and ${date} does not`,
      `Write ${isWritten ? '' : 'for example '}${field === undefined ? right : `${field} ${sign} ${right}`}.`,
    );
  }
}

function wordOf(found: RegExpExecArray): Word {
  const [, straight, curled, single, number, name, sign = ''] = found;
  const text = straight ?? curled ?? single;
  if (text !== undefined) return { kind: 'text', text };
  if (number !== undefined) return { kind: 'number', text: number };
  return name === undefined ? { kind: 'sign', text: sign } : { kind: 'name', text: name };
}

/** Reads words one after the other. */
export class WordReader {
  #at = 0;

  constructor(readonly words: readonly Word[]) {}

  peek(ahead = 0): Word | undefined {
    return this.words[this.#at + ahead];
  }

  next(): Word | undefined {
    return this.words[this.#at++];
  }

  /** Takes the words if they come next, whatever their case. */
  take(...texts: readonly string[]): boolean {
    const matches = texts.every((text, offset) => {
      const word = this.words[this.#at + offset];
      return word !== undefined && word.kind !== 'text' && word.text.toLowerCase() === text;
    });
    if (matches) this.#at += texts.length;
    return matches;
  }

  /** @throws SyntaxError if what comes next is no name */
  name(what: string): string {
    const word = this.next();
    if (word?.kind !== 'name')
      throw new SyntaxError(`${what} is missing${word ? ` before "${word.text}"` : ''}`);
    return word.text;
  }
}
