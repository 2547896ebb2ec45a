import { PaytallyError } from '../../errors.js';
import { type AnyMessage, joined, type Message, message } from '../../i18n/message.js';

/** More lines than this are counted only. */
const SHOWN_LINES = 20;

/** The lines of one file that cannot be read. */
export class LineProblems {
  readonly #path: string;
  readonly #shown: Message[] = [];
  #count = 0;

  constructor(path: string) {
    this.#path = path;
  }

  add(line: number, problem: AnyMessage): void {
    this.#count += 1;
    if (this.#shown.length < SHOWN_LINES)
      this.#shown.push(message('csv.problem', { path: this.#path, line, problem }));
  }

  /** @throws PaytallyError SOURCE_INVALID with the first lines and their number */
  throwIfAny(): void {
    if (this.#count === 0) return;
    const more = this.#count - this.#shown.length;
    const lines: AnyMessage[] = [...this.#shown];
    if (more > 0) lines.push(message('source.csv.moreLines', { more, path: this.#path }));
    throw new PaytallyError('SOURCE_INVALID', joined(lines), { record: this.#path });
  }
}

/** A whole file or folder that cannot be used. */
export function unusableFile(path: string, text: AnyMessage, cause?: unknown): PaytallyError {
  return new PaytallyError('SOURCE_INVALID', text, { record: path, cause });
}
