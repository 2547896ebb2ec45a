import type { Language } from '../../language/language.js';
import { translated } from '../../language/messages/messages.js';
import { QUESTION_WORDS, type Questions } from '../../runtime/questions.js';

/** Asks in a language; what is offered as an answer stays as it is. */
export function spokenQuestions(questions: Questions, language: Language): Questions {
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
