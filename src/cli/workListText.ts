import { workWords } from '../domain/exceptions/wording/workWords.js';
import {
  type Found,
  type PersonDays,
  type WorkCause,
  type WorkLine,
  workList,
} from '../domain/exceptions/workList.js';
import { printable, wrapped } from './terminalText.js';

/** The whole list, in the configured language; every line fits the terminal, and nothing of it is left out. */
export function workListText(found: Found, width: number | undefined): string {
  const { noEstablishment, nothing } = workWords(found.language);
  const causes = workList(found);
  if (causes.length === 0) return nothing;
  return causes
    .map((cause) => {
      const names = cause.places.map(({ establishment }) => establishment ?? noEstablishment);
      const isNamed = cause.places.some(({ establishment }) => establishment !== null);
      return [
        ...wrapped(heading(cause), width, '', '  '),
        ...cause.places.flatMap(({ lines }, index) => [
          ...(isNamed ? [`  ${printable(names[index] ?? '')}`] : []),
          ...lines.flatMap((line) => lineText(line, isNamed ? '    ' : '  ', width)),
        ]),
        ...toDo(cause, width),
      ].join('\n');
    })
    .join('\n\n');
}

/** A line for each cause, for who only needs to know how much there is. */
export function workListCounts(found: Found): string {
  return workList(found).map(heading).join('\n');
}

function heading({ code, count, weight, title }: WorkCause): string {
  return `${code} (${printable(weight)}): ${title}, ${count}`;
}

function toDo({ remedy, actor }: WorkCause, width: number | undefined): string[] {
  return wrapped(`→ ${remedy} (${actor})`, width, '  ', '    ');
}

function lineText({ people, message }: WorkLine, indent: string, width: number | undefined): string[] {
  const [first, ...others] = people;
  if (first === undefined) return [];
  const deeper = `${indent}  `;
  if (others.length === 0 && message !== undefined) {
    return wrapped(`${personText(first)}: ${printable(message)}`, width, indent, deeper);
  }
  const names = people.map(personText).join('; ');
  const said = message === undefined ? [] : wrapped(`${printable(message)}`, width, indent, deeper);
  return [...said, ...wrapped(names, width, said.length > 0 ? deeper : indent, deeper)];
}

function personText({ name, dates }: PersonDays): string {
  return [printable(name), dates.join(', ')].filter(Boolean).join(' ');
}
