import { CHECK_STATUSES, type DoctorFinding } from '../../doctor/doctorFinding.js';
import { groupBy } from '../../domain/collections.js';
import type { Language } from '../../language/language.js';
import { translated } from '../../language/messages/messages.js';
import { terminalTexts } from '../../language/terminal/terminalTexts.js';
import { withLabel } from '../../language/text.js';
import { printable } from '../terminalText.js';

/** Everything that was looked at, in the order of the checks, and the sum of it. */
export function doctorReport(findings: readonly DoctorFinding[], language: Language): string {
  const sections = [...groupBy(findings, ({ check, employer }) => `${employer ?? ''}\u0000${check}`)].map(
    ([, some]) => section(some, language),
  );
  return [...sections, translated(conclusion(findings), language)].join('\n\n');
}

function section(findings: readonly DoctorFinding[], language: Language): string {
  const [first] = findings;
  if (first === undefined) return '';
  const say = terminalTexts(language);
  const title = say(`check-${first.check}`);
  const { employer } = first;
  const heading = employer === undefined ? title : withLabel(language, employer, title);
  return [heading, ...findings.flatMap((finding) => findingLines(finding, language))].join('\n');
}

function findingLines({ status, code, message, remedy }: DoctorFinding, language: Language): string[] {
  const say = terminalTexts(language);
  const inLanguage = (text: string) => translated(text, language);
  const [first = '', ...more] = inLanguage(message).split('\n').map(printable);
  const coded = code === undefined ? first : `${code}: ${first}`;
  const width = Math.max(...CHECK_STATUSES.map((each) => say(`found-${each}`).length)) + 2;
  const indent = ' '.repeat(width + 2);
  return [
    `  ${say(`found-${status}`).padEnd(width)}${coded}`,
    ...more.map((line) => `${indent}${line}`),
    ...(remedy === undefined ? [] : [`${indent}${inLanguage(`What to do: ${printable(remedy)}`)}`]),
  ];
}

function conclusion(findings: readonly DoctorFinding[]): string {
  const count = (status: DoctorFinding['status']) =>
    findings.filter((finding) => finding.status === status).length;
  const problems = count('problem');
  const warnings = count('warning');
  const counted = `${problems} ${problems === 1 ? 'problem' : 'problems'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`;
  return `${counted}. ${problems === 0 ? 'An export would work.' : 'An export would fail.'}`;
}
