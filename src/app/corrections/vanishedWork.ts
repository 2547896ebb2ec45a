import type { Config } from '../../config/config.js';
import { isWorkforce } from '../../config/schema/sourceSchema.js';
import { groupBy } from '../../domain/collections.js';
import { type Finding, finding } from '../../domain/exceptions/finding.js';
import { createNameDirectory } from '../../domain/people/peopleDirectory.js';
import { isInside } from '../../domain/period/period.js';
import { listed } from '../../i18n/message.js';
import type { CorrectionLine } from './correctionLines.js';
import type { ComparedFinal } from './openFinals.js';

/** All work of a person or establishment on the days of a final that is gone, with the lines that take it back. */
interface Vanished {
  readonly of: 'person' | 'place' | 'absences';
  readonly id: string;
  readonly lines: readonly CorrectionLine[];
}

/** One person's work may have been a mistake; that of several is rather a source that was read in part. */
const FEWEST_PEOPLE = 2;
const FEWEST_DAYS = 2;

/**
 * What a final's correction would take back as a whole because it is no longer read: all entries, or all absences, of
 * several people, or all days of an establishment. Settled lines take nothing back. The Workforce API is read whole, and
 * names the establishments that are gone; files and other programs can hold a part.
 */
export function findVanished(
  { source }: Pick<Config, 'source'>,
  final: ComparedFinal,
  lines: readonly CorrectionLine[],
): readonly Vanished[] {
  if (isWorkforce(source)) return [];
  const lost = lines.filter(
    ({ base, disposition, difference: { after } }) =>
      base === final.base && disposition === 'file' && after === 0,
  );
  const deleted = lost.filter(({ causes }) => causes.includes('deleted'));
  const absent = lost.filter(({ causes }) => causes.includes('absence'));
  return [
    ...severalOf(vanishedOf('person', deleted, personOf).filter(({ id }) => !hasEntries(final, id))),
    ...severalOf(vanishedOf('absences', absent, personOf).filter(({ id }) => !hasAbsences(final, id))),
    ...vanishedOf('place', deleted, placeOf).filter(
      ({ id, lines: own }) => daysOf(own).length >= FEWEST_DAYS && !hasWorkAt(final, id),
    ),
  ];
}

const MOST_NAMES = 10;

/** An exception for each kind, with the names. */
export function vanishedFindings({ computed }: ComparedFinal, vanished: readonly Vanished[]): Finding[] {
  const { data, mapping, period } = computed;
  const nameIn = createNameDirectory(data, mapping, period);
  const labels = new Map(data.establishments.map(({ id, label }) => [id, label ?? id]));
  return [...groupBy(vanished, ({ of }) => of)].map(([of, own]) => {
    const names = own.map(({ id }) => (of === 'place' ? (labels.get(id) ?? id) : nameIn(id)));
    const days = daysOf(own.flatMap(({ lines }) => lines));
    const [from = period.from] = days;
    const facts = {
      of,
      names: listed(names.slice(0, MOST_NAMES)),
      more: Math.max(0, names.length - MOST_NAMES),
      days: days.length,
      from,
      to: days.at(-1) ?? from,
    };
    return finding('ENTRIES_GONE', { record: `${period.label} ${of}` }, facts);
  });
}

function severalOf(people: readonly Vanished[]): readonly Vanished[] {
  return people.length < FEWEST_PEOPLE ? [] : people;
}

function vanishedOf(
  of: Vanished['of'],
  lines: readonly CorrectionLine[],
  idOf: (line: CorrectionLine) => string | null,
): readonly Vanished[] {
  return [...groupBy(lines, idOf)].flatMap(([id, own]) => (id === null ? [] : [{ of, id, lines: own }]));
}

function personOf({ difference: { key } }: CorrectionLine): string {
  return key.employeeId;
}

function placeOf({ difference: { key } }: CorrectionLine): string | null {
  return key.establishment;
}

function daysOf(lines: readonly CorrectionLine[]) {
  return [...new Set(lines.map(({ difference: { key } }) => key.date))].sort();
}

function hasEntries({ computed: { people, period } }: ComparedFinal, personId: string): boolean {
  return people.of(personId).data.entries.some(({ workDate }) => isInside(workDate, period));
}

function hasAbsences({ computed: { people } }: ComparedFinal, personId: string): boolean {
  return people.of(personId).pay.lines.some(({ kind }) => kind === 'absence');
}

function hasWorkAt({ computed: { control } }: ComparedFinal, place: string): boolean {
  return (control.byEstablishment.get(place)?.exported.entries ?? 0) > 0;
}
