import type { ListLack } from '../../records/periodData.js';
import type { ListName } from '../../records/records.js';
import type { ExceptionCode } from '../finding.js';

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

/**
 * What can be wrong with a record, as the reader of the service writes it in English (`InvalidRecord.problems`). Names
 * of fields, quoted values and the service's own words stay as they are: its operator has to find them.
 */
const EXPECTED: Readonly<Record<ExpectedKind, string>> = {
  uuid: 'a UUID',
  text: 'text',
  flag: 'true or false',
  minutes: 'a whole number of minutes',
  date: 'a date written YYYY-MM-DD',
  utc: 'a UTC timestamp or nothing',
  stamp: 'a date-time with offset such as 2026-10-25T02:30:00+02:00',
  dateTime: 'a date-time',
  zone: 'an IANA time zone',
  object: 'an object',
  oneOf: 'one of ',
};
const GOT: Readonly<Record<GotKind, string>> = { nothing: 'nothing', list: 'a list', object: 'an object' };
const SAYINGS: Readonly<Record<SayingKind, string>> = {
  noDate: 'no such date',
  noTime: 'no such time',
  noOffset: 'no UTC offset',
  wrongOffset: 'no such UTC offset',
  missing: 'missing although status is',
  present: 'present although status is',
  filled: 'filled although status is',
  noYear: 'outside of the years 2000 to 2100',
  far: 'over a year away from its day',
  noDateField: 'no field with a date; name it under "fields" as holiday.grantedDate',
};

type ExpectedKind =
  | 'uuid'
  | 'text'
  | 'flag'
  | 'minutes'
  | 'date'
  | 'utc'
  | 'stamp'
  | 'dateTime'
  | 'zone'
  | 'object'
  | 'oneOf';
type GotKind = 'nothing' | 'list' | 'object';
type SayingKind =
  | 'noDate'
  | 'noTime'
  | 'noOffset'
  | 'wrongOffset'
  | 'missing'
  | 'present'
  | 'filled'
  | 'noYear'
  | 'far'
  | 'noDateField';

/** The same in another language. `oneOf` is followed by the choices, `missing` and its like by a status. */
interface ProblemWords {
  readonly expected: Readonly<Record<ExpectedKind, string>>;
  readonly or: string;
  /** What stands before the thing expected, and before what was there instead. */
  readonly frame: readonly [expected: string, got: string];
  readonly got: Readonly<Record<GotKind, string>>;
  readonly sayings: Readonly<Record<SayingKind, string>>;
}

const escaped = (text: string): string => text.replace(/[.+]/g, '\\$&');
const anyOf = (texts: readonly string[]): string =>
  [...texts]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|');

const PROBLEM = new RegExp(
  `expected (?<expected>${anyOf(Object.values(EXPECTED))})(?<choices>(?:\\w+(?:, \\w+)*)?)(?<orNull> or null)?, got (?<got>${anyOf(Object.values(GOT))})?|(?<saying>${anyOf(Object.values(SAYINGS))})`,
  'g',
);

/** Problems of a record, one or several in a text, in the language of the words. */
export function translateProblems(text: string, words: ProblemWords): string {
  return text.replace(PROBLEM, (...matched: unknown[]) => {
    const groups = matched.at(-1) as Readonly<Record<string, string | undefined>>;
    const saying = keyOf(SAYINGS, groups.saying);
    if (saying !== undefined) return words.sayings[saying];
    const expected = keyOf(EXPECTED, groups.expected);
    const got = keyOf(GOT, groups.got);
    const kind = expected === undefined ? '' : words.expected[expected];
    const orNull = groups.orNull === undefined ? '' : ` ${words.or} null`;
    const [before, between] = words.frame;
    return `${before}${kind}${groups.choices ?? ''}${orNull}${between}${got === undefined ? '' : words.got[got]}`;
  });
}

function keyOf<Key extends string>(
  texts: Readonly<Record<Key, string>>,
  text: string | undefined,
): Key | undefined {
  const keys = Object.keys(texts) as Key[];
  return keys.find((key) => texts[key] === text);
}
