import type { ExceptionWordings } from '../domain/exceptions/wording/exceptionWording.js';
import {
  addWordings,
  exceptionWordings,
  type WorkWords,
  WRITING,
  type Writing,
  workWords,
} from '../domain/exceptions/wording.js';
import { CALENDAR_NAMES } from './calendarNames.js';
import { EXPLAIN_TEXTS } from './explain/explainTexts.js';
import { addLanguage, type BuiltInLanguage, type LanguagePack, type Section } from './language.js';
import { MAIL_TEXTS } from './mails/mailTexts.js';
import { NOTICE_TEXTS } from './mails/noticeTexts.js';
import { MESSAGES } from './messages/messages.js';
import { REVIEW_TEXTS } from './review/reviewTexts.js';
import { TERMINAL_TEXTS } from './terminal/terminalTexts.js';
import { REPORT_TEXTS } from './text.js';

/** Everything that a built-in language says, section by section: the shape of every other language. */
export function builtInSections(language: BuiltInLanguage): Readonly<Record<Section, unknown>> {
  return {
    writing: WRITING[language],
    calendar: CALENDAR_NAMES[language],
    reports: REPORT_TEXTS[language],
    review: REVIEW_TEXTS[language],
    work: workWords(language),
    exceptions: exceptionWordings(language),
    terminal: TERMINAL_TEXTS[language],
    explain: EXPLAIN_TEXTS[language],
    mail: MAIL_TEXTS[language],
    notices: NOTICE_TEXTS[language],
    messages: MESSAGES[language],
  };
}

/** Makes a language known everywhere. @param pack checked against the shape of the built-in ones */
export function speak(pack: LanguagePack): void {
  addLanguage(pack);
  const { exceptions, work, writing } = pack.sections;
  addWordings(pack.code, exceptions as ExceptionWordings, work as WorkWords, writing as Writing);
}
