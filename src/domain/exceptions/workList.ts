import { type Reader, sayIn } from '../../i18n/formatMessage.js';
import { groupBy } from '../collections.js';
import type { Period } from '../period/period.js';
import type { LocalDate } from '../time/localDate.js';
import type { WorkingTimeGaps } from '../workingTime/weeks.js';
import { EXCEPTION_CODES, EXCEPTIONS, type ExceptionCode, type RatedFinding } from './finding.js';
import type { RecordLink } from './portalLinks.js';
import { exceptionWording, findingMessage } from './wording.js';

/** The findings of a run, with names that people know. */
export interface FindingReport {
  readonly findings: readonly RatedFinding[];
  /** Name of an employee by id; of an agency worker by the id of the record that the finding is about. */
  readonly names: ReadonlyMap<string, string>;
  /** Label of the establishment by the id of the record that the finding is about. */
  readonly places: ReadonlyMap<string, string>;
  /** Page in the portal by the ID of the record that the finding is about. */
  readonly links?: ReadonlyMap<string, RecordLink> | undefined;
  /** The language of the configuration. */
  readonly language: string;
  /** How hours are written; `clock` if not configured. */
  readonly hours?: Reader['hours'] | undefined;
  /** The days of the run; a finding may be about a day of the margin. */
  readonly period?: Period | undefined;
  /** The days that working-time limits could not check; undefined if there are none. */
  readonly workingTimeGaps?: WorkingTimeGaps | undefined;
}

/** An employee, and the days that need an action. */
export interface PersonDays {
  readonly name: string;
  readonly dates: readonly LocalDate[];
}

/** One action for one person, or for all people with the same problem. */
export interface WorkLine {
  readonly people: readonly PersonDays[];
  /** undefined if the title of the cause is enough for all of them. */
  readonly message: string | undefined;
}

export interface WorkPlace {
  /** null without an establishment. */
  readonly establishment: string | null;
  readonly lines: readonly WorkLine[];
}

/** All items of one cause and severity. */
export interface WorkCause {
  readonly code: ExceptionCode;
  readonly severity: RatedFinding['severity'];
  /** What the severity means, in words, with the reason if it was accepted. */
  readonly weight: string;
  readonly title: string;
  readonly remedy: string;
  /** The role that can resolve it. */
  readonly actor: string;
  /** The number of its findings. */
  readonly count: number;
  readonly places: readonly WorkPlace[];
}

/** If a cause and establishment have more lines than this, they become one line with all names. */
const MOST_LINES = 12;

const WORST_FIRST: readonly RatedFinding['severity'][] = ['block', 'block-final', 'warn'];

/**
 * All items that need attention, in the order in which users resolve them: by cause, the most severe first, then by
 * establishment, person and day. The list on the terminal, on sheets, in CSV and in mails all come from it.
 */
export function buildWorkList(found: FindingReport): WorkCause[] {
  return [...groupBy(found.findings, rankOf)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, some]) => causeOf(some, found));
}

/** The findings one by one in the order of the work list: by cause, then establishment, person and day. */
export function sortByWorkList(found: FindingReport): RatedFinding[] {
  // A large month has few names and many items.
  const known = new Map<string, SortedText>();
  const sorted = (text: string): SortedText => {
    const key = known.get(text) ?? sortedText(text);
    known.set(text, key);
    return key;
  };
  const keyOf = (finding: RatedFinding) =>
    [
      rankOf(finding),
      found.places.get(finding.record) ?? '',
      personName(finding, found),
      finding.date ?? '',
      finding.record,
    ].map(sorted);
  const keyed = found.findings.map((finding) => ({ finding, key: keyOf(finding) }));
  return keyed.sort((a, b) => compareLists(a.key, b.key)).map(({ finding }) => finding);
}

function compareLists(a: readonly SortedText[], b: readonly SortedText[]): number {
  for (const [index, text] of a.entries()) {
    const other = b[index];
    if (other !== undefined && text !== other) return compareSorted(text, other);
  }
  return 0;
}

/** Accepted findings come last. */
function rankOf({ code, severity, accepted }: RatedFinding): string {
  const rank = `${WORST_FIRST.indexOf(severity)}${String(EXCEPTION_CODES.indexOf(code)).padStart(3, '0')}`;
  return accepted === undefined ? `0${rank}` : `1${rank}`;
}

function causeOf(findings: readonly RatedFinding[], found: FindingReport): WorkCause[] {
  const [first] = findings;
  if (first === undefined) return [];
  const { code, severity } = first;
  const { title, remedy } = exceptionWording(code, found.language);
  return [
    {
      code,
      severity,
      weight: severityText(first, found.language),
      title,
      remedy,
      actor: sayIn(found.language)(`work.actor.${EXCEPTIONS[code].actor}`),
      count: findings.length,
      places: placesOf(findings, found),
    },
  ];
}

/** The role that the messages of a list address. */
export function messageReader({
  language,
  hours = 'clock',
}: Pick<FindingReport, 'language' | 'hours'>): Reader {
  return { language, hours };
}

/** What the severity means, in words, with the reason if it was accepted. */
export function severityText(
  { severity, accepted }: Pick<RatedFinding, 'severity' | 'accepted'>,
  language: string,
): string {
  const say = sayIn(language);
  if (accepted === undefined) return say(`work.severity.${severity}`);
  return accepted === '' ? say('work.accepted') : say('work.acceptedFor', { reason: accepted });
}

function placesOf(findings: readonly RatedFinding[], found: FindingReport): WorkPlace[] {
  const placeOf = ({ record }: RatedFinding) => found.places.get(record) ?? '';
  return [...groupBy(findings, placeOf)]
    .sort(([a], [b]) => compareTexts(a, b))
    .map(([establishment, some]) => ({
      establishment: establishment === '' ? null : establishment,
      lines: linesOf(some, found),
    }));
}

function linesOf(findings: readonly RatedFinding[], found: FindingReport): WorkLine[] {
  const reader = messageReader(found);
  const byMessage = new Map<string, RatedFinding[]>();
  for (const finding of findings) {
    const message = findingMessage(finding, reader);
    const some = byMessage.get(message);
    if (some === undefined) byMessage.set(message, [finding]);
    else some.push(finding);
    if (byMessage.size > MOST_LINES) return [{ people: peopleOf(findings, found), message: undefined }];
  }
  return [...byMessage]
    .map(([message, some]) => ({ people: peopleOf(some, found), message }))
    .sort((a, b) => compareTexts(sortKey(a), sortKey(b)));
}

function peopleOf(findings: readonly RatedFinding[], found: FindingReport): PersonDays[] {
  return [...groupBy(findings, (finding) => personIdentity(finding, found)).values()]
    .flatMap((some) => {
      const [first] = some;
      if (first === undefined) return [];
      const dates = [...new Set(some.flatMap(({ date }) => date ?? []))].sort();
      return [{ name: personName(first, found), dates }];
    })
    .sort((a, b) => compareTexts(a.name, b.name));
}

/** Identifies the person of a finding: two employees may have the same name, and agency workers have nothing else. */
export function personIdentity(finding: RatedFinding, found: Pick<FindingReport, 'names'>): string {
  return finding.employeeId ?? personName(finding, found);
}

/** The record's own name if the finding concerns no employee. */
export function personName(
  { employeeId, record }: RatedFinding,
  { names }: Pick<FindingReport, 'names'>,
): string {
  return employeeId === null ? (names.get(record) ?? record) : (names.get(employeeId) ?? employeeId);
}

function sortKey({ people: [first] }: WorkLine): string {
  return `${first?.name ?? ''}\u0000${first?.dates[0] ?? ''}`;
}

/** A text with the form by which it is sorted: without accents, in lower case. */
interface SortedText {
  readonly text: string;
  readonly form: string;
}

function sortedText(text: string): SortedText {
  return { text, form: text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase() };
}

/** The same order on every machine. */
function compareSorted(a: SortedText, b: SortedText): number {
  const [left, right] = a.form === b.form ? [a.text, b.text] : [a.form, b.form];
  return left < right ? -1 : left > right ? 1 : 0;
}

function compareTexts(a: string, b: string): number {
  return compareSorted(sortedText(a), sortedText(b));
}
