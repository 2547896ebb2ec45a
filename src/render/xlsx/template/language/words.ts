/** A word, quoted text, number or sign of a placeholder or directive. */
export type Word =
  | { readonly kind: 'name' | 'sign'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string };

const WORD =
  /\s*(?:"([^"]*)"|[“”„]([^“”„]*)[“”]|'([^']*)'|(-?[0-9]+(?:\.[0-9]+)?)(?![\p{L}\p{N}_-])|([\p{L}_][\p{L}\p{N}_.-]*)|(<=|>=|!=|<>|[|:,=<>]))/uy;

/** Cuts the inside of `{{…}}` into words. Quotes that Excel or Word curled are quotes too. @throws SyntaxError */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  let at = 0;
  const end = text.trimEnd().length;
  while (at < end) {
    WORD.lastIndex = at;
    const found = WORD.exec(text);
    if (!found) throw new SyntaxError(`"${text.slice(at, end).trim()}" cannot be understood`);
    words.push(wordOf(found));
    at = WORD.lastIndex;
  }
  return words;
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

  peek(): Word | undefined {
    return this.words[this.#at];
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
