import { joined, type Message, message } from '../../i18n/message.js';
import { groupBy } from '../collections.js';
import { isInside, type Period } from '../period/period.js';
import type { PeriodFacts, ReadExtent } from '../records/periodData.js';
import type { ListName } from '../records/records.js';
import type { LocalDate } from '../time/localDate.js';
import { zoneByName } from '../time/tzdata.js';
import { localDateAt } from '../time/zone.js';
import { type Finding, finding } from './finding.js';
import { type Rule, sortByText } from './rule.js';

/** Facts of a read that are known before any employee is checked. */
export type ReadRule = (data: PeriodFacts, period: Period) => Finding[];

/** People who worked in the period and are not on the service's list: archived. Once per person. */
export function unknownEmployee(data: PeriodFacts, workedIds: Iterable<string>): Finding[] {
  if (data.employees === null) return [];
  const listed = new Set(data.employees.map(({ id }) => id));
  const remembered = new Map(data.rememberedEmployees.map((employee) => [employee.id, employee]));
  const unknown = [...workedIds].filter((id) => !listed.has(id));
  return unknown.map((id) => {
    const known = remembered.get(id);
    const name = known ? `${known.firstName} ${known.lastName}` : '';
    const hasName = known ? 'yes' : 'no';
    return finding('UNKNOWN_EMPLOYEE', { employeeId: id, record: id }, { name, hasName });
  });
}

/** Payroll templates that write no row although the run has hours. Once per template. */
export function templatesWithoutRows(templates: readonly string[], minutes: number): Finding[] {
  return templates.map((template) => finding('TEMPLATE_EMPTY', { record: template }, { minutes }));
}

/** People with hours in the period that the service lists as inactive. Once per person. */
export function inactiveEmployee(data: PeriodFacts, paidIds: ReadonlySet<string>): Finding[] {
  const inactive = (data.employees ?? []).filter(({ id, isActive }) => !isActive && paidIds.has(id));
  return sortByText(inactive, ({ id }) => id).map(({ id }) =>
    finding('INACTIVE_EMPLOYEE', { employeeId: id, record: id }),
  );
}

/**
 * Stamps whose offset is not the one of their zone: one finding per zone, with a count. The instants are unaffected.
 * Agency work is checked too, because the establishment's zone is in doubt.
 */
export const offsetMismatch: Rule = ({ timesheet }) => {
  const inside = [...timesheet.exported, ...timesheet.agency.filter((worked) => worked.inside.length > 0)];
  const wrong = inside.flatMap(({ entry, zone }) =>
    zone === undefined || zone.mismatches.length === 0 ? [] : [{ entry, zone }],
  );
  const byZone = sortByText(
    groupBy(wrong, ({ zone }) => zone.zone.name),
    ([zone]) => zone,
  );
  return byZone.map(([zone, entries]) =>
    finding(
      'OFFSET_MISMATCH',
      { record: zone },
      {
        zone,
        count: entries.length,
        first: entries[0]?.entry.id ?? '',
        stamp: entries[0]?.zone.mismatches[0]?.stamp.text ?? '',
      },
    ),
  );
};

/** Establishments that entries of the period name and the service does not list: one finding each, with a count. */
export const unknownEstablishment: Rule = ({ data, timesheet }) => {
  if (data.unavailable.some(({ list }) => list === 'establishments')) return [];
  const listed = new Set(data.establishments.map(({ id }) => id));
  const inside = [...timesheet.exported, ...timesheet.agency.filter((worked) => worked.inside.length > 0)];
  const named = inside.flatMap(({ entry: { establishmentId } }) => establishmentId ?? []);
  const byPlace = groupBy(named, (place) => place);
  const unknown = [...byPlace].filter(([place]) => !listed.has(place));
  return sortByText(unknown, ([place]) => place).map(([place, entries]) =>
    finding('UNKNOWN_ESTABLISHMENT', { record: place }, { count: entries.length }),
  );
};

/** Whose record it is, and of which day. */
export interface ChangedRecord {
  readonly employeeId: string | null;
  readonly date: LocalDate;
}

/** Records that changed between two passes of one read. @param known those of people, by id */
export function changedWhileReading(
  data: Pick<PeriodFacts, 'changedWhileReading'>,
  known: ReadonlyMap<string, ChangedRecord>,
): Finding[] {
  return sortByText(data.changedWhileReading, (id) => id).map((record) => {
    const { employeeId = null, date = null } = known.get(record) ?? {};
    return finding(
      'CHANGED_WHILE_READING',
      { record, employeeId, date },
      { named: employeeId === null ? 'no' : 'yes' },
    );
  });
}

/** Records that break a documented rule. */
export const invalidRecord: ReadRule = (data) =>
  sortByText(data.invalid, ({ list, id }) => `${list} ${id}`).map(({ list, id, problems }) =>
    finding(
      'INVALID_RECORD',
      { record: id },
      { list: message(`exceptions.list.${list}`), problems: joined(problems, '; ') },
    ),
  );

/** Establishments of earlier runs that the service no longer lists, so their entries are missing. */
export const establishmentGone: ReadRule = (data) =>
  sortByText(data.goneEstablishments, (id) => id).map((id) => finding('ESTABLISHMENT_GONE', { record: id }));

/** Lists that could not be read, and the consequences. */
export const listUnavailable: ReadRule = (data) =>
  sortByText(data.unavailable, ({ list }) => list).map(({ list, lack, ...values }) =>
    unavailable(list, { id: `exceptions.lack.${lack}`, values }),
  );

function unavailable(list: ListName, lack: Message): Finding {
  const facts = {
    list: message(`exceptions.list.${list}`),
    lack,
    cost: message(`exceptions.cost.${list}`),
  };
  return finding('LIST_UNAVAILABLE', { record: list }, facts);
}

/** The findings with planning that cannot be read, or that the source does not have, although pay depends on it. */
export function withPlanNeeded(findings: readonly Finding[]): readonly Finding[] {
  const isOfPlan = ({ code, record }: Finding) => code === 'LIST_UNAVAILABLE' && record === 'shifts';
  const known = findings.some(isOfPlan)
    ? findings
    : [...findings, unavailable('shifts', message('exceptions.lack.no-plan'))];
  return known.map((each) => (isOfPlan(each) ? { ...each, atLeast: 'block-final' } : each));
}

/** What the source shows of its own gaps: days or lists that it does not have, files saved too early, people not shown. */
export const sourceIncomplete: ReadRule = (data, period) => {
  const { extent, onlyOwner, lostLists = [] } = data;
  const partial = (record: string, what: Message) => finding('SOURCE_INCOMPLETE', { record }, { what });
  const found: Finding[] = [];
  const lacking = extent === undefined ? undefined : lackingDays(extent, period);
  if (lacking !== undefined)
    found.push(
      partial(`${lacking.place} ${lacking.from}..${lacking.to}`, message('exceptions.partial.days', lacking)),
    );
  const saved = extent === undefined ? undefined : savedDay(extent, data);
  // Before the period is over, PERIOD_NOT_OVER says it.
  if (saved !== undefined && saved <= period.to && localDay(data.readBeganEpoch, data) > period.to) {
    const values = { place: extent?.place ?? '', saved, to: period.to };
    found.push(partial(`${values.place} ${saved}`, message('exceptions.partial.saved', values)));
  }
  for (const list of lostLists)
    found.push(
      partial(list, message('exceptions.partial.list', { list: message(`exceptions.list.${list}`) })),
    );
  if (onlyOwner !== undefined)
    found.push(partial(onlyOwner.name, message('exceptions.partial.onlyOwner', onlyOwner)));
  return found;
};

/** A single deleted entry of the period is an edit like any other. */
function lackingDays({ place, lacking }: ReadExtent, period: Period) {
  const [first] = lacking;
  const count = lacking.reduce((sum, { entries }) => sum + entries, 0);
  if (first === undefined || (count === 1 && isInside(first.date, period))) return undefined;
  const to = lacking.at(-1)?.date ?? first.date;
  return { place, count, days: lacking.length, from: first.date, to };
}

/** A file with later entries than its date was not written on that date. */
function savedDay(
  { savedEpoch, days }: ReadExtent,
  place: Pick<PeriodFacts, 'employerZone'>,
): LocalDate | undefined {
  if (savedEpoch === undefined || days === undefined) return undefined;
  const saved = localDay(savedEpoch, place);
  return days.to > saved ? undefined : saved;
}

function localDay(epochSeconds: number, { employerZone }: Pick<PeriodFacts, 'employerZone'>): LocalDate {
  return localDateAt(epochSeconds, zoneByName(employerZone ?? 'Etc/UTC'));
}

/** Nothing to pay, perhaps because of a mistyped period. */
export function noEntries(exportedEntries: number, period: Period): Finding[] {
  return exportedEntries > 0 ? [] : [finding('NO_ENTRIES', { record: period.label })];
}

/** The period was read before its last day ended: more may still be worked or changed. */
export const periodNotOver: ReadRule = (data, period) => {
  const today = localDateAt(data.readBeganEpoch, zoneByName(data.employerZone ?? 'Etc/UTC'));
  if (today > period.to) return [];
  return [finding('PERIOD_NOT_OVER', { record: period.label }, { to: period.to, today })];
};
