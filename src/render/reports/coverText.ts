import { groupBy } from '../../domain/collections.js';
import { type HourNotation, hoursText } from '../../language/hoursText.js';
import type { Language } from '../../language/language.js';
import { reviewTexts } from '../../language/review/reviewTexts.js';
import { exceptionName, type TextKey, text, withLabel } from '../../language/text.js';
import type { TemplateModel } from '../templateModel.js';
import { eachRow, numberOf, textOf } from './rowAccess.js';

/** Some lines below a heading. */
export interface TextBlock {
  readonly heading: string;
  readonly items: readonly string[];
}

const SUMS: readonly TextKey[] = ['entries', 'planned', 'worked'];
const FIELDS = ['entries', 'plannedMinutes', 'workedMinutes'] as const;

/** Whom the text is for, and how they read hours. */
interface CoverReader {
  readonly language: Language;
  readonly hours: HourNotation;
}

/**
 * The front sheet in a few lines of text, for a mail: people, entries and hours, and what is still to be done, by cause.
 * Nobody's name.
 */
export function coverText(model: TemplateModel, { language, hours }: CoverReader): readonly TextBlock[] {
  let people = 0;
  const sums: (number | null)[] = FIELDS.map(() => null);
  for (const row of eachRow(model, 'employees')) {
    people += 1;
    for (const [index, field] of FIELDS.entries()) {
      const value = numberOf(row, field);
      if (value !== null) sums[index] = (sums[index] ?? 0) + value;
    }
  }
  const figures = sums.flatMap((sum, index) => {
    if (sum === null) return [];
    const time = () => `${hoursText(sum, hours, language)} ${text(language, 'hoursUnit')}`;
    return [withLabel(language, text(language, SUMS[index] ?? 'entries'), index > 0 ? time() : String(sum))];
  });
  const open = [...eachRow(model, 'exceptions')].filter(({ accepted }) => accepted !== true);
  const causes = [...groupBy(open, (row) => textOf(row, 'code'))].map(([code, [first, ...others]]) => {
    const cause = `${others.length + 1} × ${exceptionName(language, code)}`;
    return first === undefined ? cause : `${cause} (${textOf(first, 'severityText')})`;
  });
  const { workList, nothingToDo } = reviewTexts(language);
  return [
    {
      heading: text(language, 'cover'),
      items: [withLabel(language, text(language, 'employees'), String(people)), ...figures],
    },
    { heading: workList, items: causes.length === 0 ? [nothingToDo] : causes },
  ];
}
