import type { ListLack } from '../../records/periodData.js';
import type { ListName } from '../../records/records.js';
import type { ExceptionCode } from '../exceptionCode.js';
import type { ProblemWords } from './problemWords.js';

/** How a code reads to a clerk. `{name}` stands for a fact of the finding. */
export interface ExceptionWording {
  readonly title: string;
  readonly message: string;
  readonly remedy: string;
  /** Words for facts that are one of a few: fact -> value -> words, with `{name}` in them as in a message. */
  readonly words?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** For the fact `problems`, which is in English. */
  readonly problems?: ProblemWords;
}

/** A wording for each code, so that a missing one does not compile. */
export type ExceptionWordings = Readonly<Record<ExceptionCode, ExceptionWording>> & {
  readonly OPEN_ENTRY: {
    readonly words: { readonly status: Readonly<Record<'Working' | 'OnBreak', string>> };
  };
  readonly LIST_UNAVAILABLE: { readonly words: UnavailableWords };
};

/** Phrases without a full stop: what the list is called, why it cannot be read, what an export lacks for it. */
interface UnavailableWords {
  readonly list: Readonly<Record<ListName, string>>;
  readonly lack: Readonly<Record<ListLack, string>>;
  readonly cost: Readonly<Record<ListName, string>>;
}
