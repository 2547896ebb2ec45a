import type { HolidayExplanation, MappingExplanation } from '../../domain/explain/explainSources.js';
import type { DayExplanation } from '../../domain/explain/explanation.js';
import { listed } from '../../i18n/message.js';
import { printable } from '../../runtime/outsideText.js';
import { type ExplainWords, type Fact, factOf } from './explainWords.js';

const yesNo = (is: boolean): 'yes' | 'no' => (is ? 'yes' : 'no');

/** The mapping row, the holidays and the absences that held on a day. A row without dates holds on every day. */
export function sourceFacts(words: ExplainWords, { mapping, holidays, absences }: DayExplanation): Fact[] {
  return [
    ...factOf(words, 'mapping', mappingTexts(words, mapping)),
    ...factOf(
      words,
      'holiday',
      holidays.map((holiday) => holidayText(words, holiday)),
    ),
    ...factOf(
      words,
      'absence',
      absences.map(({ line, payCode, from, to, by, left }) => {
        const share = left === 1 ? 'whole' : left === 0 ? 'none' : 'part';
        const facts = { line, payCode: printable(payCode), from, to, by, share };
        return words.say('explain.absenceRow', { ...facts, left: Number(left.toFixed(4)) });
      }),
    ),
  ];
}

function mappingTexts({ say }: ExplainWords, mapping: MappingExplanation | null | undefined): string[] {
  if (mapping === undefined) return [];
  if (mapping === null) return [say('explain.noMappingRow')];
  const { from, to, number } = mapping;
  if (from === null && to === null) return [];
  const span = to === null ? 'from' : from === null ? 'to' : 'both';
  const facts = { hasNumber: yesNo(number !== null), number: printable(number ?? ''), span };
  return [say('explain.mappingRow', { ...facts, from: from ?? '', to: to ?? '' })];
}

function holidayText({ say }: ExplainWords, holiday: HolidayExplanation): string {
  const { name, originalDate, lines, part, where, source } = holiday;
  const known = {
    name: printable(name),
    hasWhere: yesNo(where.length > 0),
    where: listed(where.map(printable)),
    lines: lines.join(', '),
  };
  if (source === 'file') return say('explain.holidayAdded', { ...known, hasPart: yesNo(part !== ''), part });
  const moved = { moved: yesNo(originalDate !== undefined), original: originalDate ?? '' };
  return say('explain.holidayGranted', { ...known, ...moved });
}
