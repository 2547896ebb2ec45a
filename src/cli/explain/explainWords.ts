import type { Reader } from '../../domain/exceptions/wording.js';
import { dateText, dayOfYearText, momentText } from '../../language/dateText.js';
import {
  EXPLAIN_TEXTS,
  type ExplainTexts,
  explainTexts,
  type SayExplained,
} from '../../language/explain/explainTexts.js';
import { hoursText } from '../../language/hoursText.js';
import { withLabel } from '../../language/text.js';

/** What an explanation is told with: the words of a language, and hours as its reader writes them. */
export interface ExplainWords {
  readonly language: string;
  readonly say: SayExplained;
  /** `7:00 h (420 min)`. */
  readonly time: (minutes: number) => string;
  /** `420 min`. */
  readonly minutes: (minutes: number) => string;
  /** `NORMAL: 7:00 h`, with a space before the colon where the language wants one. */
  readonly labelled: (label: string, value: string) => string;
  readonly date: (date: string) => string;
  /** A date, with or without a clock time. */
  readonly moment: (moment: string) => string;
  /** `10-25 02:15`, beside a date with its year. */
  readonly shortMoment: (moment: string) => string;
  /** `1:00`, or `1.00`. */
  readonly hours: (minutes: number) => string;
  /** Room for the names of facts. */
  readonly nameWidth: number;
}

type FactName<Key> = Key extends `fact-${infer Name}` ? Name : never;
/** Names that stand before what is told. */
export type Fact = FactName<keyof ExplainTexts>;

const FACTS = Object.keys(EXPLAIN_TEXTS.en).filter((key) =>
  key.startsWith('fact-'),
) as (keyof ExplainTexts)[];

export function explainWords({ language, hours: notation }: Reader): ExplainWords {
  const say = explainTexts(language);
  const hours = (minutes: number) => hoursText(minutes, notation, language);
  return {
    language,
    say,
    hours,
    date: (date) => dateText(language, date),
    moment: (moment) => momentText(language, moment),
    shortMoment: (moment) => `${dayOfYearText(language, moment.slice(0, 10))}${moment.slice(10)}`,
    time: (minutes) => say('time', { hours: hours(minutes), minutes }),
    minutes: (minutes) => say('minutes', { minutes }),
    labelled: (label, value) => withLabel(language, label, value),
    nameWidth: 1 + Math.max(...FACTS.map((key) => say(key).length)),
  };
}
