import type { Context } from '../../context.js';
import { PaytallyError } from '../../errors.js';
import type { Language } from '../../i18n/language.js';
import { translated } from '../../i18n/messages/messages.js';
import { QUESTION_WORDS, type Questions } from '../../runtime/questions.js';
import type { Terminal } from '../../runtime/terminal.js';

/** How an answer is come by. */
interface AnswerRequest {
  /** The value of a flag; it must pass the same checks. */
  readonly given: string | undefined;
  /** @param refused what was answered before and could not be taken */
  readonly ask: (questions: Questions, refused: string | undefined) => Promise<string>;
  /** The answer without a flag and without a user. */
  readonly otherwise: string;
  /** @throws PaytallyError for an answer that cannot be taken */
  readonly check: (answer: string) => Promise<void> | void;
}

/** The conversation of `init`: its language, and the user, if there is one. */
export class InitDialogue {
  language: Language;
  readonly #asked: Questions | undefined;
  readonly #terminal: Terminal;

  constructor(context: Context, questions: Questions | undefined, language: Language, progress: boolean) {
    this.#asked = questions;
    this.#terminal = context.openTerminal({ quiet: false, progress });
    this.language = language;
  }

  /** Asks the user in the selected language; undefined in a session without a user. */
  get questions(): Questions | undefined {
    return this.#asked && localizeQuestions(this.#asked, this.language);
  }

  warn(text: string): void {
    this.#terminal.alert(translated(text, this.language));
  }

  /** Runs a slow step and shows its progress. */
  async withProgress<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    this.#terminal.progress(translated(what, this.language));
    try {
      return await work();
    } finally {
      this.#terminal.progress(undefined);
    }
  }

  /**
   * Asks until an answer passes its check, and explains each rejection.
   * @throws PaytallyError the error of the check, if no user can be asked; INTERRUPTED
   */
  async ask({ given, ask, otherwise, check }: AnswerRequest): Promise<string> {
    const first = async () => (this.questions === undefined ? otherwise : ask(this.questions, undefined));
    let answer = given ?? (await first());
    for (;;) {
      const refusal = await this.tryStep(async () => check(answer));
      if (refusal === undefined || this.questions === undefined) return answer;
      answer = await ask(this.questions, answer);
    }
  }

  /**
   * The error that was shown to the user; undefined if the step succeeded.
   * @throws the error, if there is no user to show it to
   */
  async tryStep(work: () => Promise<unknown>): Promise<PaytallyError | undefined> {
    try {
      await work();
      return undefined;
    } catch (failure) {
      const isSaid = failure instanceof PaytallyError && failure.code !== 'INTERRUPTED';
      if (!isSaid || this.#asked === undefined) throw failure;
      this.warn(`${failure.code}: ${failure.message}\n  What to do: ${failure.remedy}`);
      return failure;
    }
  }
}

/** Asks in a language; what is offered as an answer stays as it is. */
function localizeQuestions(questions: Questions, language: Language): Questions {
  const said = (text: string) => translated(text, language);
  const { empty, yes, no } = QUESTION_WORDS;
  const words = { empty: said(empty), yes: said(yes), no: said(no) };
  return {
    text: (message, otherwise) => questions.text(said(message), otherwise, words),
    secret: (message) => questions.secret(said(message), words),
    choose: (message, choices) =>
      questions.choose(
        said(message),
        choices.map(({ value, label }) => ({ value, label: said(label) })),
      ),
    confirm: (message) => questions.confirm(said(message), words),
  };
}
