import type { ExceptionCode } from '../../exceptionCode.js';

/** How a code reads to a clerk. `{name}` stands for a fact of the finding. */
export interface ExceptionWording {
  readonly title: string;
  readonly message: string;
  readonly remedy: string;
}

/** A wording for each code, so that a missing one does not compile. */
export type ExceptionWordings = Readonly<Record<ExceptionCode, ExceptionWording>>;
