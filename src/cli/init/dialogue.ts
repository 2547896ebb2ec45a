import type { Context } from '../../context.js';
import { PaytallyError } from '../../errors.js';
import type { Language } from '../../language/language.js';
import { translated } from '../../language/messages/messages.js';
import type { Questions } from '../../runtime/questions.js';
import type { Terminal } from '../../runtime/terminal.js';
import { spokenQuestions } from './spokenQuestions.js';

/** How an answer is come by. */
export interface Asking {
  /** What a flag says; it is held to the same checks. */
  readonly given: string | undefined;
  /** @param refused what was answered before and could not be taken */
  readonly ask: (asker: Questions, refused: string | undefined) => Promise<string>;
  /** Where there is neither a flag nor anybody to ask. */
  readonly otherwise: string;
  /** @throws PaytallyError for an answer that cannot be taken */
  readonly check: (answer: string) => Promise<void> | void;
}

/** The conversation of `init`: in which language, and with whom, if there is anybody. */
export class InitDialogue {
  language: Language;
  readonly #questions: Questions | undefined;
  readonly #terminal: Terminal;

  constructor(context: Context, questions: Questions | undefined, language: Language, progress: boolean) {
    this.#questions = questions;
    this.#terminal = context.openTerminal({ quiet: false, progress });
    this.language = language;
  }

  /** Who answers, asked in the language; undefined where nobody does. */
  get asker(): Questions | undefined {
    return this.#questions && spokenQuestions(this.#questions, this.language);
  }

  tell(text: string): void {
    this.#terminal.alert(translated(text, this.language));
  }

  /** Does something that takes a while, and says so meanwhile. */
  async during<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    this.#terminal.progress(translated(what, this.language));
    try {
      return await work();
    } finally {
      this.#terminal.progress(undefined);
    }
  }

  /**
   * An answer that passes its check: what is wrong with one is said, and it is asked for again.
   * @throws PaytallyError what the check throws, where nobody can be asked; INTERRUPTED
   */
  async accepted({ given, ask, otherwise, check }: Asking): Promise<string> {
    const first = async () => (this.asker === undefined ? otherwise : ask(this.asker, undefined));
    let answer = given ?? (await first());
    for (;;) {
      const refusal = await this.refusalOf(async () => check(answer));
      if (refusal === undefined || this.asker === undefined) return answer;
      answer = await ask(this.asker, answer);
    }
  }

  /** What was refused and has been said; undefined where all is well. @throws where there is nobody to be told */
  async refusalOf(work: () => Promise<unknown>): Promise<PaytallyError | undefined> {
    try {
      await work();
      return undefined;
    } catch (failure) {
      const isSaid = failure instanceof PaytallyError && failure.code !== 'INTERRUPTED';
      if (!isSaid || this.#questions === undefined) throw failure;
      this.tell(`${failure.code}: ${failure.message}\n  What to do: ${failure.remedy}`);
      return failure;
    }
  }
}
