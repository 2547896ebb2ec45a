import type { Readable, Writable } from 'node:stream';
import { PaytallyError } from '../errors.js';
import { sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { message } from '../i18n/message.js';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Questions to a user at a terminal. Each throws INTERRUPTED if the user cancels. */
export interface Questions {
  readonly text: (message: string, otherwise?: string, words?: QuestionWords) => Promise<string>;
  /** Asks without showing the input. */
  readonly secret: (message: string, words?: QuestionWords) => Promise<string>;
  readonly choose: (message: string, choices: readonly Choice[]) => Promise<string>;
  readonly confirm: (message: string, words?: QuestionWords) => Promise<boolean>;
}

/** Fixed texts around a question. */
export interface QuestionWords {
  readonly empty: string;
  readonly yes: string;
  readonly no: string;
}

export function questionWords(language: Language): QuestionWords {
  const say = sayIn(language);
  return { empty: say('init.word.empty'), yes: say('init.word.yes'), no: say('init.word.no') };
}

/** The keys for a choice, the same in every language. */
const CHOOSING_KEYS = '↑ ↓ Enter';

/** The streams for questions: stderr, so that stdout carries results only. */
export interface Dialogue {
  /** Cancels a waiting question as Ctrl-C does, because an external signal is not a key press. */
  readonly signal: AbortSignal;
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable & { readonly isTTY?: boolean };
}

/** Undefined if no user can answer. */
export function openQuestions({ input, output, signal }: Dialogue): Questions | undefined {
  if (input.isTTY !== true || output.isTTY !== true) return undefined;
  const streams = { input, output };
  const notEmpty =
    ({ empty }: QuestionWords) =>
    (value: string | undefined) =>
      (value ?? '').trim() === '' ? empty : undefined;
  const ask = async <Answer>(question: (abort: AbortSignal) => Promise<Answer>) =>
    answered(await withOwnSignal(signal, question));
  return {
    text: async (message, otherwise, words = questionWords('en')) => {
      const { text } = await prompts();
      // Shown as a placeholder and accepted with Enter: a user who types another answer has nothing to delete.
      const look =
        otherwise === undefined
          ? { validate: notEmpty(words) }
          : { placeholder: otherwise, defaultValue: otherwise };
      return (await ask((abort) => text({ ...streams, signal: abort, ...look, message }))).trim();
    },
    secret: async (message, words = questionWords('en')) => {
      const { password } = await prompts();
      return ask((abort) => password({ ...streams, signal: abort, message, validate: notEmpty(words) }));
    },
    choose: async (message, choices) => {
      const { select } = await prompts();
      return ask((abort) =>
        select({
          ...streams,
          signal: abort,
          message: `${message} (${CHOOSING_KEYS})`,
          options: choices.map((choice) => ({ ...choice })),
          // The texts of the prompts are in English.
          showInstructions: false,
        }),
      );
    },
    confirm: async (message, { yes, no } = questionWords('en')) => {
      const { confirm } = await prompts();
      return ask((abort) => confirm({ ...streams, signal: abort, message, active: yes, inactive: no }));
    },
  };
}

/** Loaded at the first question. */
function prompts(): Promise<typeof import('@clack/prompts')> {
  return import('@clack/prompts');
}

/**
 * Prompts do not remove their listeners from the signal, and Node.js warns at the eleventh: each question has its own
 * signal.
 */
async function withOwnSignal<Answer>(
  outer: AbortSignal,
  question: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const own = new AbortController();
  const follow = () => own.abort(outer.reason);
  if (outer.aborted) follow();
  outer.addEventListener('abort', follow, { once: true });
  try {
    return await question(own.signal);
  } finally {
    outer.removeEventListener('abort', follow);
  }
}

/** The answer is a symbol if the user cancels. */
function answered<Answer>(answer: Answer): Exclude<Answer, symbol> {
  if (typeof answer !== 'symbol') return answer as Exclude<Answer, symbol>;
  throw new PaytallyError('INTERRUPTED', message('failure.interrupted'));
}
