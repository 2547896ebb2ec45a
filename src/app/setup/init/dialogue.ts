import type { Context } from '../../../context.js';
import { PaytallyError } from '../../../errors.js';
import { formatMessage, type Say, sayIn } from '../../../i18n/formatMessage.js';
import type { Language } from '../../../i18n/language.js';
import type { AnyMessage } from '../../../i18n/message.js';
import { type Questions, questionWords } from '../../../runtime/questions.js';
import type { Terminal } from '../../../runtime/terminal.js';

/** The sources of an answer. */
interface AnswerRequest {
  /** The value of a flag; it must pass the same checks. */
  readonly given: string | undefined;
  /** @param refused the previous answer, which was rejected */
  readonly ask: (questions: Questions, refused: string | undefined) => Promise<string>;
  /** The answer without a flag and without a user. */
  readonly otherwise: string;
  /** @throws PaytallyError for an invalid answer */
  readonly check: (answer: string) => Promise<void> | void;
}

/** The conversation of `init`: its language, and the user, if there is one. */
export class InitDialogue {
  language: Language;
  readonly #asked: Questions | undefined;
  readonly #showFailure: (failure: PaytallyError, language: Language) => void;
  readonly #terminal: Terminal;

  constructor(
    context: Pick<Context, 'openTerminal'>,
    questions: Questions | undefined,
    language: Language,
    progress: boolean,
    showFailure: (failure: PaytallyError, language: Language) => void = () => undefined,
  ) {
    this.#asked = questions;
    this.#showFailure = showFailure;
    this.#terminal = context.openTerminal({ quiet: false, progress });
    this.language = language;
  }

  /** Writes texts in the selected language. */
  get say(): Say {
    return sayIn(this.language);
  }

  /** Undefined in a session without a user. */
  get questions(): Questions | undefined {
    const asked = this.#asked;
    if (asked === undefined) return undefined;
    const words = questionWords(this.language);
    return {
      text: (text, otherwise) => asked.text(text, otherwise, words),
      secret: (text) => asked.secret(text, words),
      choose: (text, choices) => asked.choose(text, choices),
      confirm: (text) => asked.confirm(text, words),
    };
  }

  warn(text: AnyMessage): void {
    this.#terminal.alert(formatMessage(text, this.language));
  }

  /** Runs a slow step and shows its progress. */
  async withProgress<Result>(step: AnyMessage, work: () => Promise<Result>): Promise<Result> {
    this.#terminal.progress(formatMessage(step, this.language));
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
      const isShown = failure instanceof PaytallyError && failure.code !== 'INTERRUPTED';
      if (!isShown || this.#asked === undefined) throw failure;
      this.#showFailure(failure, this.language);
      return failure;
    }
  }
}
