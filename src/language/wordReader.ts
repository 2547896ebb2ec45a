import { type Message, message } from './messageText.js';
import { TemplateError } from './templateError.js';

interface Word {
  readonly kind: 'name' | 'sign' | 'text' | 'number';
  readonly text: string;
}

const WORD =
  /\s*(?:"([^"]*)"|[“”„]([^“”„]*)[“”]|'([^']*)'|([0-9]+(?:\.[0-9]+)?)(?![\p{L}\p{N}_])|([\p{L}_][\p{L}\p{N}_.-]*(?:(?<=\.)"[^"{}]+")?)|(<=|>=|!=|<>|[|:,=<>()+*/&-]))/uy;

/** Limits far above what people write, so that deep nesting cannot exhaust the stack. */
const MOST_CHARACTERS = 1_000;

/** Splits the inside of `{{…}}` into tokens. Curly quotes from Excel or Word are quotes too. @throws TemplateError */
function splitWords(text: string): Word[] {
  if (text.length > MOST_CHARACTERS)
    throw new TemplateError(message('grammar.tooLong', { most: MOST_CHARACTERS }));
  refuseBareDate(text);
  refuseOtherSigns(text);
  const words: Word[] = [];
  let at = 0;
  const end = text.trimEnd().length;
  while (at < end) {
    WORD.lastIndex = at;
    const found = WORD.exec(text);
    if (!found) throw new TemplateError(message('grammar.unreadable', { text: text.slice(at, end).trim() }));
    const [, straight, curled, single, number, name, sign = ''] = found;
    const quoted = straight ?? curled ?? single;
    if (quoted !== undefined) words.push({ kind: 'text', text: quoted });
    else if (number !== undefined) words.push({ kind: 'number', text: number });
    else words.push(name === undefined ? { kind: 'sign', text: sign } : { kind: 'name', text: name });
    at = WORD.lastIndex;
  }
  return words;
}

const QUOTED = /"[^"]*"|'[^']*'|[“”„][^“”„]*[“”]/g;
const BARE_DATE =
  /(?:([\p{L}_][\p{L}\p{N}_.-]*)\s*(<=|>=|!=|<>|[=<>])\s*)?(?<![\p{L}\p{N}_.-])([0-9]{1,4}[-./][0-9]{1,2}[-./][0-9]{1,4}\S*)/u;

/** A date, or a day and time, without its quotes. @throws TemplateError */
function refuseBareDate(text: string): void {
  const found = BARE_DATE.exec(text.replace(QUOTED, (quoted) => ' '.repeat(quoted.length)));
  if (!found) return;
  const [, field, sign, date = ''] = found;
  const isWritten = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T\S+)?$/.test(date);
  const right = `"${isWritten ? date : '2026-10-05'}"`;
  const example = field === undefined ? right : `${field} ${sign} ${right}`;
  throw new TemplateError(
    message('grammar.bareDate', { date }),
    isWritten ? message('write', { text: example }) : message('example', { example }),
  );
}

const OTHER_SIGNS: Readonly<Record<string, string>> = { '==': '=', '&&': 'and', '||': 'or', '!': 'not' };

/** Signs of other languages. @throws TemplateError with the one that is meant */
function refuseOtherSigns(text: string): void {
  const plain = text.replace(QUOTED, (quoted) => ' '.repeat(quoted.length));
  const [sign = ''] = /==|&&|\|\||!(?!=)/.exec(plain) ?? [];
  const word = OTHER_SIGNS[sign];
  if (word !== undefined) throw new TemplateError(message('grammar.otherSign', { sign, word }));
  if (/\?[^?]*:/.test(plain)) throw new TemplateError(message('grammar.ifThen'));
}

export class WordReader {
  readonly #words: readonly Word[];
  #at = 0;
  /** Within a list of keys, a comma and a name begin the next key. */
  isInList = false;

  constructor(text: string) {
    this.#words = splitWords(text);
  }

  peek(ahead = 0): Word | undefined {
    return this.#words[this.#at + ahead];
  }

  next(): Word | undefined {
    return this.#words[this.#at++];
  }

  /** Consumes the words if they are next, in any letter case. */
  take(...texts: readonly string[]): boolean {
    const matches = this.startsWith(...texts);
    if (matches) this.#at += texts.length;
    return matches;
  }

  /** Whether the words are next, in any letter case. */
  startsWith(...texts: readonly string[]): boolean {
    return texts.every((text, offset) => {
      const word = this.peek(offset);
      return word !== undefined && word.kind !== 'text' && word.text.toLowerCase() === text;
    });
  }

  /** Whether `(…, …)` is next, the inputs of a function of another language. */
  isCallWithCommas(): boolean {
    if (this.peek()?.text !== '(') return false;
    let depth = 0;
    for (let ahead = 0; ; ahead += 1) {
      const word = this.peek(ahead);
      if (word === undefined) return false;
      if (word.kind !== 'sign') continue;
      if (word.text === '(') depth += 1;
      if (word.text === ')') depth -= 1;
      if (depth === 0) return false;
      if (word.text === ',' && depth === 1) return true;
    }
  }

  /** @throws TemplateError if the next token is not a name */
  name(what: Message): string {
    const word = this.next();
    if (word?.kind === 'name') return word.text;
    throw missingError(what, word);
  }

  /** @throws TemplateError if another word comes next */
  expect(text: string): void {
    if (!this.take(text)) throw missingError(message('grammar.what.sign', { text }), this.peek());
  }

  /** @throws TemplateError if words are left */
  end(): void {
    const rest = this.peek();
    if (rest) throw new TemplateError(message('grammar.unexpected', { word: rest.text }));
  }
}

function missingError(what: Message, word: Word | undefined): TemplateError {
  if (word === undefined) return new TemplateError(message('grammar.missing', { what }));
  return new TemplateError(message('grammar.missingBefore', { what, word: word.text }));
}
