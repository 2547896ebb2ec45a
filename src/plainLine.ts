import type { Writable } from 'node:stream';
import stringWidth from 'string-width';

/** A line of progress that is written over with a carriage return and spaces alone: no escape sequence, no colour. */
export class PlainLine {
  readonly #stream: Writable & { readonly columns?: number };
  #text = '';
  #isShown = false;

  constructor(stream: Writable & { readonly columns?: number }) {
    this.#stream = stream;
  }

  get isSpinning(): boolean {
    return this.#isShown;
  }

  get text(): string {
    return this.#text;
  }

  set text(text: string) {
    if (this.#isShown) this.#write(text);
    this.#text = text;
  }

  start(text = this.#text): this {
    this.#write(text);
    this.#text = text;
    this.#isShown = true;
    return this;
  }

  stop(): this {
    if (this.#isShown) this.#write('');
    this.#isShown = false;
    return this;
  }

  /** The last column stays free: a character there would go on to the next line. */
  #write(text: string): void {
    const room = (this.#stream.columns ?? 80) - 1;
    const [line = ''] = text.split('\n');
    const shown = cut(line, room);
    const wipe = ' '.repeat(Math.max(0, stringWidth(cut(this.#text, room)) - stringWidth(shown)));
    this.#stream.write(`\r${shown}${wipe}${shown === '' ? '\r' : ''}`);
  }
}

function cut(text: string, width: number): string {
  let shown = text;
  while (stringWidth(shown) > width) shown = shown.slice(0, -1);
  return shown;
}
