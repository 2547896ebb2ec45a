import { isExceptionCode } from '../domain/exceptions/exceptionCode.js';
import { wordingOf } from '../domain/exceptions/wording.js';
import type { Language } from './language.js';

/** A short name for an exception code; the code itself where it is unknown. */
export function exceptionName(language: Language, code: string): string {
  return isExceptionCode(code) ? wordingOf(code, language).title : code;
}
