import {
  buildWorkList,
  type FindingReport,
  type PersonDays,
  type WorkCause,
  type WorkLine,
} from '../domain/exceptions/workList.js';
import { sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { paint } from '../runtime/paint.js';
import { wrapped } from '../runtime/wrapText.js';
import { printable } from './terminalText.js';

/** The whole list, in the configured language, without omissions; every line fits the terminal. */
export function workListText(found: FindingReport, width: number | undefined): string {
  const say = sayIn(found.language);
  const causes = buildWorkList(found);
  if (causes.length === 0) return say('work.nothing');
  return causes
    .map((cause) => {
      const names = cause.places.map(({ establishment }) => establishment ?? say('work.noEstablishment'));
      const isNamed = cause.places.some(({ establishment }) => establishment !== null);
      return [
        ...wrapped(heading(cause, found.language), width, '', '  '),
        ...cause.places.flatMap(({ lines }, index) => [
          ...(isNamed ? [`  ${printable(names[index] ?? '')}`] : []),
          ...lines.flatMap((line) => lineText(line, { indent: isNamed ? '    ' : '  ', width, found })),
        ]),
        ...toDo(cause, width),
      ].join('\n');
    })
    .join('\n\n');
}

/** Causes about the data that the whole run could read: a count would not show what the files lack. */
const OF_THE_RUN: readonly string[] = [
  'LIST_UNAVAILABLE',
  'SOURCE_INCOMPLETE',
  'ESTABLISHMENT_GONE',
  'CHANGED_WHILE_READING',
];

/** A line for each cause, for a summary; causes that concern the whole run in full. */
export function workListCounts(found: FindingReport, width: number | undefined): string {
  return buildWorkList(found)
    .map((cause) => {
      const lines = OF_THE_RUN.includes(cause.code) ? allLines(cause) : [];
      return [
        ...wrapped(heading(cause, found.language), width, '', '  '),
        ...lines.flatMap((line) => lineText(line, { indent: '  ', width, found })),
      ].join('\n');
    })
    .join('\n');
}

/** What the whole run could not read, beside a summary that counts all causes; empty if it read everything. */
export function unreadText(found: FindingReport, width: number | undefined): string {
  return buildWorkList(found)
    .filter(({ code }) => OF_THE_RUN.includes(code))
    .flatMap((cause) => allLines(cause).flatMap((line) => lineText(line, { indent: '', width, found })))
    .join('\n');
}

function allLines({ places }: WorkCause): WorkLine[] {
  return places.flatMap(({ lines }) => lines);
}

function heading({ code, count, severity, weight, title }: WorkCause, language: Language): string {
  const painted = severity === 'warn' ? paint.warning(code) : paint.error(code);
  return sayIn(language)('terminal.work.heading', { code: painted, weight: printable(weight), title, count });
}

function toDo({ remedy, actor }: WorkCause, width: number | undefined): string[] {
  return wrapped(`→ ${remedy} (${actor})`, width, '  ', '    ');
}

interface LineLook {
  readonly indent: string;
  readonly width: number | undefined;
  readonly found: FindingReport;
}

function lineText({ people, message }: WorkLine, { indent, width, found }: LineLook): string[] {
  const [first, ...others] = people;
  if (first === undefined) return [];
  const deeper = `${indent}  `;
  if (others.length === 0 && message !== undefined) {
    const values = { label: personText(first, found), value: printable(message) };
    return wrapped(sayIn(found.language)('terminal.labelled', values), width, indent, deeper);
  }
  const names = people.map((person) => personText(person, found)).join('; ');
  const said = message === undefined ? [] : wrapped(`${printable(message)}`, width, indent, deeper);
  return [...said, ...wrapped(names, width, said.length > 0 ? deeper : indent, deeper)];
}

/** The name and the days; days of the margin are labelled as outside the period. */
function personText({ name, dates }: PersonDays, { language, period }: FindingReport): string {
  const say = sayIn(language);
  const isOutside = (day: string) => period !== undefined && (day < period.from || day > period.to);
  const days = dates.map((day) => say('terminal.work.day', { day, outside: isOutside(day) ? 'yes' : 'no' }));
  return [printable(name), days.join(', ')].filter(Boolean).join(' ');
}
