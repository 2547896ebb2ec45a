import { relative } from 'node:path';
import { dateText } from '../../language/dateText.js';
import { type Say, terminalTexts } from '../../language/terminal/terminalTexts.js';
import type { CorrectionLineJson } from '../../pipeline/ledger/correctionLines.js';
import type { CorrectionsOutcome } from '../../pipeline/run/correctEmployer.js';
import { codeText, distinctNames, type MovedWords, signedHours } from '../movedText.js';
import { tableWithin } from '../terminalText.js';

/** A few lines for people about corrections of one employer, in its language; those that are too old stand apart. @param width of the terminal */
export function correctionsText(
  { employer, period, lines, older, made, config, nameOf }: CorrectionsOutcome,
  cwd: string,
  width?: number,
): string {
  const say = terminalTexts(config.language);
  const written = (date: string) => dateText(config.language, date);
  const days = { from: written(period.from), to: written(period.to) };
  const heading = say('corrections', { employer, period: period.label, ...days });
  const taken = lines.filter(({ fate }) => fate !== 'beyond-horizon');
  if (taken.length === 0 && older.length === 0) return say('nothingChanged', { heading });
  const told = [...taken, ...older];
  const person = distinctNames(told.map(({ employeeId: id }) => ({ id, name: nameOf(id) })));
  const table = (some: readonly CorrectionLineJson[]) =>
    tableWithin(
      [headings(say), ...some.map((line) => row({ ...line, date: written(line.date) }, person, config, say))],
      width,
    );
  const files = (made?.files ?? []).map(({ path }) => `  ${say('wrote')} ${relative(cwd, path) || path}`);
  return [
    heading,
    ...(taken.length === 0 ? [] : [table(taken)]),
    ...(older.length === 0 ? [] : [say('olderLines'), table(older)]),
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

function row(
  line: CorrectionLineJson,
  person: (id: string) => string,
  words: MovedWords,
  say: Say,
): string[] {
  const causes = line.causes.map((cause) => say(`cause-${cause}`)).join(', ');
  return [
    line.line,
    line.template,
    person(line.employeeId),
    line.date,
    codeText(line.payCode, words),
    signedHours(line.differenceMinutes, words),
    line.reconstructed === undefined ? causes : `${causes} (${say('reconstructed')})`,
    say(`fate-${line.fate}`),
  ];
}
