import type { Context } from '../../context.js';
import { hasPersonDay, matchesTemplate, type RecipientShare } from '../../delivery/deliveries.js';
import type { ShareOutputs } from '../../delivery/planDeliveries.js';
import { outputBytes, type TemplateOutput } from '../../documents/outputFile.js';
import { coverText, type TextBlock } from '../../documents/reports/coverFacts.js';
import { COVER_SETS } from '../../documents/template/wantedSets.js';
import { absenceOwner, absencesOfPeople } from '../../domain/absences/parseAbsences.js';
import type { AcceptedKey, RatedFinding } from '../../domain/exceptions/finding.js';
import { type DatedRows, daysOf, rowsIn } from '../../domain/mapping/employeeRows.js';
import type { RecordsWithEarlierPay } from '../../domain/pay/payLine.js';
import type { Days } from '../../domain/period/repeatingPeriod.js';
import { inheritFromShifts } from '../../domain/records/periodData.js';
import type { LocalDate } from '../../domain/time/localDate.js';
import { marginDays } from '../../domain/timesheet/buildTimesheet.js';
import { fillSinks, openPeriod } from '../compute/computePeriod.js';
import { renderTemplates } from './renderTemplates.js';
import type { ComputedRun, RunSource } from './runSource.js';
import { sharedPeople } from './sharedPeople.js';
import { RunSinks } from './sinks.js';

/**
 * Files with only the rows of a share: the same templates for only the records of these people or places, so that
 * totals include no others. What these records are paid is computed with all other work of the people.
 * @param templates as in the configuration; undefined for all of the run
 * @throws PaytallyError RENDER_REFUSED
 */
export async function renderShare(
  { signal, version }: Pick<Context, 'signal' | 'version'>,
  accepted: ReadonlyMap<AcceptedKey, string>,
  { prepared, fetched, records, open: { frame, people: whole } }: RunSource,
  share: RecipientShare,
  templates: readonly string[] | undefined,
): Promise<ShareOutputs> {
  const { config } = prepared;
  const wanted = prepared.templates.filter(
    ({ name }) => templates?.some((template) => matchesTemplate(name, template)) ?? true,
  );
  const purpose = { state: frame.run.state, accepted };
  const own = shareOfRecords(records, share, marginDays(config));
  const part = openPeriod(own, fetched.period, shareOfFiles(prepared, share, own), purpose, version);
  const open = { ...part, people: sharedPeople(part.people, whole, share) };
  const sinks = await RunSinks.open(open.frame, { templates: wanted, sets: COVER_SETS });
  try {
    const summary = await fillSinks(open, [sinks], signal);
    const model = sinks.model({ ...summary, findings: summary.findings.filter(isOfRecords) });
    const outputs = await renderTemplates({ ...prepared, templates: wanted }, model, config);
    const cover = coverText(model, config);
    return { outputs: await Promise.all(outputs.map(withBytes)), cover: () => cover };
  } finally {
    sinks.close();
  }
}

/** The sinks are closed before the files are kept. */
async function withBytes({ template, file }: TemplateOutput): Promise<TemplateOutput> {
  return { template, file: { ...file, content: await outputBytes(file) } };
}

/**
 * Unused rules are excluded: whether a rule applied depends on the work of all employees, and is not relevant to the
 * recipient of a share.
 */
function isOfRecords({ code }: RatedFinding): boolean {
  return code !== 'RULE_UNUSED';
}

/** The cover of a whole run, for a mail. */
export function coverOfRun({ computed, kept, prepared: { config } }: ComputedRun): readonly TextBlock[] {
  return coverText(kept.model(computed), config);
}

/** The records of a share, without data of any other person: the input of one recipient's files. */
function shareOfRecords(
  { facts, personIds, of, earlier }: RecordsWithEarlierPay,
  share: RecipientShare,
  margin: number,
): RecordsWithEarlierPay {
  const isIn = belongsTo(share);
  const ownOf: RecordsWithEarlierPay['of'] = (personId) => {
    const { entries, shifts, relatedEntries, relatedShifts } = inheritFromShifts(of(personId), margin);
    return {
      personId,
      entries: entries.filter((entry) => isIn(entry, entry.workDate)),
      shifts: shifts.filter((shift) => isIn(shift, shift.date)),
      relatedEntries: relatedEntries.filter((entry) => isIn(entry, entry.workDate)),
      relatedShifts: relatedShifts.filter((shift) => isIn(shift, shift.date)),
    };
  };
  return {
    earlier,
    facts: { ...facts, invalid: [], changedWhileReading: [] },
    personIds: ownPeople(share, personIds, ownOf),
    of: ownOf,
  };
}

/** The people of a share: for a place or team, those who worked or were planned there. */
function ownPeople(
  share: RecipientShare,
  personIds: readonly string[],
  ownOf: RecordsWithEarlierPay['of'],
): readonly string[] {
  if (share.kind === 'whole') return personIds;
  if (share.kind === 'people') return [...share.ids].sort();
  return personIds.filter((id) => {
    const { entries, shifts } = ownOf(id);
    return entries.length + shifts.length > 0;
  });
}

/**
 * The files of absences and people, without any other person and without the days of other recipients: these would get
 * rows for hours that are not worked.
 */
function shareOfFiles(
  prepared: RunSource['prepared'],
  share: RecipientShare,
  { personIds }: RecordsWithEarlierPay,
): RunSource['prepared'] {
  if (share.kind === 'whole') return prepared;
  const { absences, mapping } = prepared;
  const people = new Set(personIds);
  const { employees } = mapping;
  const ownDays = share.kind === 'people' ? share.daysOf : new Map<string, readonly Days[]>();
  const byId = new Map(
    [...employees.byId]
      .filter(([id]) => people.has(id))
      .map(([id, rows]) => [id, rowsOnDays(rows, ownDays.get(id))]),
  );
  const rows = absencesOfPeople(absences.rows, employees, people);
  const ownerOf = absenceOwner(employees);
  return {
    ...prepared,
    absences: { ...absences, rows: rows.flatMap((row) => onDays(row, ownDays.get(ownerOf(row) ?? ''))) },
    mapping: { ...mapping, employees: { ...employees, byId } },
  };
}

/** The rows of the mapping file with a day in a share. */
function rowsOnDays(rows: DatedRows, days: readonly Days[] | undefined): DatedRows {
  return days === undefined
    ? rows
    : rows.filter((row) => days.some((span) => rowsIn([row], span).length > 0));
}

/** A row of absences, cut to the days of a share. */
function onDays<Row extends Days>(row: Row, days: readonly Days[] | undefined): Row[] {
  if (days === undefined) return [row];
  return days
    .filter(({ from, to }) => from <= row.to && to >= row.from)
    .map((span) => ({ ...row, ...daysOf(row, span) }));
}

interface Placed {
  readonly employeeId: string | null;
  readonly establishmentId: string | null;
  readonly teamId: string | null;
}

function belongsTo(share: RecipientShare): (record: Placed, date: LocalDate) => boolean {
  switch (share.kind) {
    case 'whole':
      return () => true;
    case 'people':
      return ({ employeeId }, date) => hasPersonDay(share, employeeId, date);
    case 'establishments':
      return ({ establishmentId }) => establishmentId !== null && share.ids.has(establishmentId);
    case 'teams':
      return ({ teamId }) => teamId !== null && share.ids.has(teamId);
  }
}
