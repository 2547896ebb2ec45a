import stringWidth from 'string-width';
import type { FindingExplanation } from '../../domain/explain/explanation.js';
import { builtInTexts } from '../../i18n/catalogue.js';
import { printable } from '../../runtime/outsideText.js';
import { wrapped } from '../../runtime/wrapText.js';
import type { ExplainedEmployee } from './explain.js';
import { explainWords, type Fact, type FactName } from './explainWords.js';
import { explanationParts } from './explanationParts.js';

const FACTS = Object.keys(builtInTexts('en', 'explain')).flatMap((key) =>
  key.startsWith('fact.') ? [key.slice('fact.'.length) as FactName] : [],
);

const INDENT = '  ';
/** The width without a terminal. */
const USUAL_WIDTH = 98;

/** The trace of an employee's numbers, for a terminal. */
export function explanationText(explained: ExplainedEmployee, width = USUAL_WIDTH): string {
  const words = explainWords(explained.reader);
  const { say } = words;
  const parts = explanationParts(explained, words);
  const nameWidth = 1 + Math.max(...FACTS.map((name) => say(`explain.fact.${name}`).length));
  const below = INDENT.padEnd(INDENT.length + nameWidth + 2);
  const fitted = (text: string, first = '', next = ''): string[] =>
    stringWidth(first + text) <= width ? [first + text] : wrapped(text, width, first, next);
  const named = (label: string, texts: readonly string[]): string[] =>
    texts.flatMap((text, index) =>
      fitted(text, INDENT + (index === 0 ? label : '').padEnd(nameWidth), below),
    );
  const found = ({ code, message }: FindingExplanation): string[] =>
    named('!', [say('terminal.labelled', { label: code, value: printable(message) })]);
  const partLines = ({ title, facts, findings }: (typeof parts.days | typeof parts.entries)[number]) => [
    ...['', ...fitted(title)],
    ...facts.flatMap(({ label, texts }: Fact) => named(label, texts)),
    ...findings.flatMap(found),
  ];
  const [sums = '', ...sumsOf] = parts.sums;
  const [corrected, ...correctedLines] = parts.corrected;
  return [
    ...[parts.person, parts.url ?? [], ...parts.about].flat().flatMap((text) => fitted(text)),
    ...['', ...fitted(sums), ...sumsOf.flatMap((text) => fitted(text, INDENT, INDENT))],
    ...(corrected === undefined ? [] : fitted(corrected, INDENT)),
    ...correctedLines.flatMap((text) => fitted(text, INDENT + INDENT)),
    ...parts.findings.flatMap(found),
    ...(parts.weeks.length === 0 ? [] : ['', ...parts.weeks.flatMap((text) => fitted(text))]),
    ...[...parts.days, ...parts.entries].flatMap(partLines),
  ].join('\n');
}
