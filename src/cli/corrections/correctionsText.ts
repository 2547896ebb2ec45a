import { relative } from 'node:path';
import type { CorrectionsOutcome } from '../../export/correctEmployer.js';
import { dateText, decimalSign } from '../../language/dateText.js';
import { type Say, terminalTexts } from '../../language/terminal/terminalTexts.js';
import type { CorrectionLineJson } from '../../ledger/correctionLines.js';
import { PAY_LINES_FILE } from '../../ledger/exportedOf.js';
import { codeText, distinctNames, type MovedWords, signedAmount } from '../movedText.js';
import { tableWithin } from '../terminalText.js';
import { handSheetText } from './handSheetText.js';

/** A few lines for people about corrections of one employer, in its language; those that are too old stand apart. */
export function correctionsText(
  { employer, period, lines, older, byHand, sheet, made, config, nameOf }: CorrectionsOutcome,
  { cwd, width }: { readonly cwd: string; readonly width: number | undefined },
): string {
  const say = terminalTexts(config.language);
  const written = (date: string) => dateText(config.language, date);
  const days = { from: written(period.from), to: written(period.to) };
  const heading = say('corrections', { employer, period: period.label, ...days });
  const taken = lines.filter(({ fate }) => fate !== 'beyond-horizon');
  if (taken.length + older.length + byHand.length === 0) return say('nothingChanged', { heading });
  const told = [...taken, ...older, ...byHand];
  // With --final all that was recorded stands in one table.
  const isApart = ({ template }: CorrectionLineJson) => template === null && made === undefined;
  const [printed, payLines] = [taken.filter((line) => !isApart(line)), taken.filter(isApart)];
  const person = distinctNames(told.map(({ employeeId: id }) => ({ id, name: nameOf(id) })));
  const table = (some: readonly CorrectionLineJson[]) =>
    tableWithin(
      [headings(say), ...some.map((line) => row({ ...line, date: written(line.date) }, person, config, say))],
      width,
    );
  const files = (made?.files ?? []).map(({ path }) => `  ${say('wrote')} ${relative(cwd, path) || path}`);
  return [
    heading,
    ...(printed.length === 0 ? [] : [table(printed)]),
    ...(payLines.length === 0 ? [] : [say('payLinesOnly'), table(payLines)]),
    ...(older.length === 0 ? [] : [say('olderLines'), table(older)]),
    ...(byHand.length === 0 ? [] : [say('byHandLines'), table(byHand)]),
    ...handSheetText(sheet, { language: config.language, width, written, person }),
    ...files,
  ].join('\n');
}

function headings(say: Say): readonly string[] {
  return [
    say('line'),
    say('template'),
    say('employee'),
    say('date'),
    say('code'),
    say('hours'),
    say('why'),
    say('goes'),
  ];
}

/** What moved; where only the rounding of the file did, its hundredths of hours. */
function movedText({ difference, unit, written }: CorrectionLineJson, words: MovedWords): string {
  if (difference !== 0 || !written?.difference || written.unit !== 'hours')
    return signedAmount(difference, unit, words);
  const sign = written.difference > 0 ? '+' : '−';
  return `${sign}${String(Math.abs(written.difference)).replace('.', decimalSign(words.language))} h`;
}

function row(
  line: CorrectionLineJson,
  person: (id: string) => string,
  words: MovedWords,
  say: Say,
): string[] {
  const causes = line.causes.map((cause) => say(`cause-${cause}`)).join(', ');
  return [
    line.line,
    line.template ?? PAY_LINES_FILE,
    person(line.employeeId),
    line.date,
    codeText(line.payCode, words),
    movedText(line, words),
    causes,
    say(`fate-${line.fate}`),
  ];
}
