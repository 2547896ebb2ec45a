import { createHash } from 'node:crypto';
import { type EmployeeSink, fillSinks } from '../compute/computePeriod.js';
import type { WorkOfPerson } from '../compute/workOfPeople.js';
import { compareText, groupBy } from '../domain/collections.js';
import { isOfWorkingTime, type RatedFinding } from '../domain/exceptions/finding.js';
import { exceptionWording, findingMessage } from '../domain/exceptions/wording.js';
import { messageReader } from '../domain/exceptions/workList.js';
import { createPeopleDirectory, fullName, type Person } from '../domain/people/peopleDirectory.js';
import { isInside, type Period } from '../domain/period/period.js';
import type { TimeEntry } from '../domain/records/records.js';
import { type Limits, type LimitsOfPerson, limitColumns, NUMBER_KEYS } from '../domain/workingTime/limits.js';
import { dateText, stampText } from '../i18n/dateText.js';
import { formatText, type Reader, sayIn } from '../i18n/formatMessage.js';
import { overlaps } from '../ledger/finals.js';
import { findEmployee } from '../people/findEmployee.js';
import { withStore } from '../read/staging/withStore.js';
import { type RegisterSection, renderRegisterPdf } from '../render/pdf/pdfTable.js';
import { nameSortKey } from '../render/sortKey.js';
import { csvRecordWriter } from '../render/text/textBody.js';
import type { RunHost, RunRequest } from '../run.js';
import { escapeFormulas } from '../runtime/outsideText.js';
import type { LedgerLink } from '../store/ledgerChain.js';
import { knownPeople } from './explain.js';
import { prepareRun } from './prepareRun.js';
import { readPeriod } from './source.js';

/** The files of an inspection, by name; `digests.txt` has the SHA-256 of each of the others. */
export interface InspectionPack {
  readonly employer: string;
  readonly period: Period;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly people: number;
  readonly breaches: number;
}

/** The same files give the same archive. */
const FIXED_DATE = new Date(Date.UTC(1980, 0, 1));

export async function packInspection({ files }: InspectionPack): Promise<Uint8Array> {
  const { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } = await import('@zip.js/zip.js');
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false, lastModDate: FIXED_DATE });
  for (const [name, bytes] of files) await zip.add(name, new Uint8ArrayReader(bytes));
  return zip.close();
}

/** All known data about one employee. */
interface InspectedPerson {
  readonly person: Person;
  readonly entries: readonly TimeEntry[];
  readonly findings: readonly RatedFinding[];
}

/**
 * Reads the period as `check` does and makes a register of the working days, the limits and their breaches.
 * @param who ID, payroll ID or (part of) a name; undefined for all employees
 * @throws PaytallyError EMPLOYEE_UNKNOWN, EMPLOYEE_AMBIGUOUS
 */
export async function inspectEmployer(
  host: RunHost,
  request: RunRequest,
  employerKey: string,
  who: string | undefined,
): Promise<InspectionPack> {
  const prepared = await prepareRun(host, request, employerKey);
  const { loaded, storeFolder } = request;
  const nowMs = (): number => host.context.clock.nowMs();
  return withStore({ loaded, storeFolder, mode: 'read', nowMs }, async (store) => {
    const { open } = await readPeriod(host, request, prepared, store);
    const { period } = open.frame;
    const wanted = who === undefined ? undefined : findEmployee(who, knownPeople(open)).id;
    const works = new Map<string, Worked>();
    const sink: EmployeeSink = {
      write: (id, work) => {
        if (id !== null && (wanted === undefined || id === wanted)) works.set(id, workedIn(work, period));
      },
    };
    const summary = await fillSinks(open, [sink], host.context.signal);
    const personOf = createPeopleDirectory(open.frame.data, open.frame.mapping);
    const ofWorkingTime = summary.findings.filter(({ code }) => isOfWorkingTime(code));
    const findingsOf = groupBy(ofWorkingTime, ({ employeeId }) => employeeId);
    const people = [...works].flatMap(([id, { entries }]) => {
      const findings = findingsOf.get(id) ?? [];
      return entries.length + findings.length === 0 ? [] : [{ person: personOf(id), entries, findings }];
    });
    const nameOf = ({ person }: InspectedPerson) => nameSortKey(fullName(person));
    people.sort((a, b) => compareText(nameOf(a), nameOf(b)));
    const content = {
      ...{ people, period, employerName: prepared.config.employerName, reader: messageReader(summary.run) },
      limits: limitsByPlace(open.people.of(null).limitsOf, open.frame.data.establishments, works, personOf),
      labels: new Map(open.frame.data.establishments.map(({ id, label }) => [id, label ?? id])),
      links: store.ledger.links(prepared.employer.employerId).filter((link) => overlaps(link.period, period)),
      tzdata: summary.run.tzdata,
      version: summary.run.version,
    };
    const breaches = people.reduce((sum, { findings }) => sum + findings.length, 0);
    const files = await inspectionFiles(content);
    return { employer: employerKey, period, files, people: people.length, breaches };
  });
}

/** The stored part of a person's work. */
interface Worked extends Pick<WorkOfPerson, 'limitsOf'> {
  readonly entries: readonly TimeEntry[];
}

function workedIn({ data, limitsOf }: WorkOfPerson, period: Period): Worked {
  return {
    limitsOf,
    entries: data.entries.filter(({ workDate }) => isInside(workDate, period)).sort(byStart),
  };
}

function byStart(a: TimeEntry, b: TimeEntry): number {
  return (
    compareText(a.workDate, b.workDate) ||
    a.start.epochSeconds - b.start.epochSeconds ||
    compareText(a.id, b.id)
  );
}

const EVERYWHERE = '*';

/** A limit at a place, or for a person whose line of the mapping file sets it. */
interface LimitRow {
  readonly where: string;
  readonly limits: Limits;
}

/** The general limits, those of each place, and those of people whose line of the mapping file sets some. */
function limitsByPlace(
  shared: LimitsOfPerson,
  places: readonly { readonly id: string; readonly label: string | undefined }[],
  works: ReadonlyMap<string, Worked>,
  personOf: (id: string) => Person,
): LimitRow[] {
  const own = [...works].filter(([id]) => Object.keys(limitColumns(personOf(id).extra).limits).length > 0);
  return [
    { where: EVERYWHERE, limits: shared(null) },
    ...places.map(({ id, label }) => ({ where: label ?? id, limits: shared(id) })),
    ...own.map(([id, { limitsOf }]) => ({ where: fullName(personOf(id)), limits: limitsOf(null) })),
  ];
}

const CSV = { delimiter: ',', recordDelimiter: '\n', quoting: 'rfc4180', trailingDelimiter: false } as const;

/** A CSV file for people: a cell that a spreadsheet would read as a formula gets an apostrophe. */
function writeTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const write = csvRecordWriter(CSV);
  return [columns, ...rows].map((row) => write(row.map((cell) => escapeFormulas(cell, CSV)))).join('');
}

interface InspectionContent {
  readonly employerName: string;
  readonly period: Period;
  readonly people: readonly InspectedPerson[];
  readonly limits: readonly LimitRow[];
  readonly labels: ReadonlyMap<string, string>;
  readonly links: readonly LedgerLink[];
  readonly reader: Reader;
  readonly tzdata: string;
  readonly version: string;
}

async function inspectionFiles(content: InspectionContent): Promise<Map<string, Uint8Array>> {
  const text = (lines: string) => new TextEncoder().encode(lines);
  const files = new Map<string, Uint8Array>([
    ['register.csv', text(registerCsv(content))],
    ['breaches.csv', text(breachesCsv(content))],
    ['limits.csv', text(limitsCsv(content))],
    ['ledger.csv', text(ledgerCsv(content))],
    ['register.pdf', await registerPdf(content)],
  ]);
  files.set('README.txt', text(guide(content)));
  const digests = [...files].map(
    ([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`,
  );
  return files.set('digests.txt', text(digests.join('')));
}

/** The time between the stamps that is not worked time; undefined while the entry is open. */
function breakMinutes({ start, end, workedMinutes }: TimeEntry): number | undefined {
  if (end === null || workedMinutes === null) return undefined;
  return Math.floor((end.epochSeconds - start.epochSeconds) / 60) - workedMinutes;
}

function registerCsv({ people, labels }: InspectionContent): string {
  const heading =
    'employeeId,employeeNumber,lastName,firstName,date,start,end,breakMinutes,workedMinutes,establishment,status,record';
  const rows = people.flatMap(({ person, entries }) =>
    entries.map((entry) => [
      ...[person.id, person.number ?? '', person.lastName ?? '', person.firstName ?? '', entry.workDate],
      ...[entry.start.text, entry.end?.text ?? '', breakMinutes(entry) ?? '', entry.workedMinutes ?? ''].map(
        String,
      ),
      ...[labels.get(entry.establishmentId ?? '') ?? entry.establishmentId ?? '', entry.status, entry.id],
    ]),
  );
  return writeTable(heading.split(','), rows);
}

function breachesCsv({ people, reader }: InspectionContent): string {
  const rows = people.flatMap(({ person, findings }) =>
    findings.map((finding) => [
      ...[person.id, fullName(person), finding.date ?? '', finding.code],
      exceptionWording(finding.code, reader.language).title,
      findingMessage(finding, reader),
      finding.record === person.id ? '' : finding.record,
    ]),
  );
  return writeTable(['employeeId', 'name', 'date', 'code', 'title', 'text', 'record'], rows);
}

type LimitKey = (typeof NUMBER_KEYS)[number] | 'breaks';
type LimitLine = readonly [key: LimitKey, value: string, basis: string, since: string, source: string];

/** The limits that apply. The daily rest of a pack replaces the rest between two entries. */
function limitLines(limits: Limits, reader: Reader): LimitLine[] {
  const line = (key: LimitKey, value: string): LimitLine => {
    const { source = '', since = '' } = (limits.isFromPack(key) ? limits.pack?.limits[key] : undefined) ?? {};
    return [key, value, formatText(limits.basisOf(key), reader), since, source];
  };
  const numbers = NUMBER_KEYS.flatMap((key) => {
    const value = limits.get(key);
    const applies = key !== 'minRestHours' || limits.checksShortRest;
    return value === undefined || !applies ? [] : [line(key, String(value))];
  });
  const breaks = limits.breaks.map(({ afterHours, minMinutes }) =>
    line('breaks', `${afterHours} h: ${minMinutes} min`),
  );
  return [...numbers, ...breaks];
}

/** The general limits, and all limits of places and people that differ from them. */
function limitRows({ limits, reader }: InspectionContent): (readonly [where: string, ...LimitLine])[] {
  const tables = limits.map((each) => ({ where: each.where, lines: limitLines(each.limits, reader) }));
  const general = JSON.stringify(tables[0]?.lines);
  return tables
    .filter(({ lines }, index) => index === 0 || JSON.stringify(lines) !== general)
    .flatMap(({ where, lines }) => lines.map((line) => [where, ...line] as const));
}

function limitsCsv(content: InspectionContent): string {
  return writeTable(['where', 'limit', 'value', 'basis', 'since', 'source'], limitRows(content));
}

function ledgerCsv({ links }: InspectionContent): string {
  const rows = links.map(({ runId, kind, period, startedAt, digest }) => [
    ...[runId, kind, period.from, period.to, startedAt.toISOString(), digest],
  ]);
  return writeTable(['run', 'kind', 'from', 'to', 'startedAt', 'digest'], rows);
}

function registerPdf(content: InspectionContent): Promise<Uint8Array> {
  const { people, period, employerName, reader, labels, links } = content;
  const { language } = reader;
  const say = sayIn(reader);
  const column = (heading: string, width: number, align: 'left' | 'right' = 'left') => ({
    heading,
    width,
    align,
  });
  const time = (minutes: number | undefined | null) =>
    minutes === undefined || minutes === null ? '' : say('ui.hoursOf', { minutes });
  const registers = people.map(
    ({ person, entries, findings }): RegisterSection => ({
      heading: [person.number, fullName(person)].filter(Boolean).join(' · '),
      lines: findings.map(
        (finding) => `${dateText(language, finding.date ?? '')}  ${findingMessage(finding, reader)}`,
      ),
      columns: [
        column(say('inspection.date'), 62),
        ...[column(say('inspection.start'), 118), column(say('inspection.end'), 118)],
        ...[column(say('inspection.break'), 44, 'right'), column(say('inspection.worked'), 44, 'right')],
        column(say('inspection.place'), 137),
      ],
      rows: entries.map((entry) => [
        ...[dateText(language, entry.workDate), stampText(language, entry.start.text)],
        entry.end === null ? say(`explain.status.${entry.status}`) : stampText(language, entry.end.text),
        ...[
          time(breakMinutes(entry)),
          entry.status === 'Cancelled' ? say('explain.status.Cancelled') : time(entry.workedMinutes),
        ],
        labels.get(entry.establishmentId ?? '') ?? '',
      ]),
    }),
  );
  const limits: RegisterSection = {
    heading: say('inspection.limits'),
    lines: [say('inspection.unknown'), say('inspection.noAdvice')],
    columns: [
      ...[column(say('inspection.where'), 122), column(say('inspection.limit'), 165)],
      ...[column(say('inspection.value'), 54, 'right'), column(say('inspection.basis'), 182)],
    ],
    rows: limitRows(content).map(([where, key, value, basis]) => [
      where === EVERYWHERE ? say('inspection.everywhere') : where,
      ...[say(`inspection.limit.${key}`), value, basis],
    ]),
  };
  const ledger: RegisterSection = {
    heading: say('inspection.ledger'),
    lines: [say('inspection.ledgerNote')],
    columns: [
      column(say('inspection.run'), 150),
      column(say('inspection.days'), 110),
      column('SHA-256', 263),
    ],
    rows: links.map(({ runId, kind, period: days, digest }) => [
      ...[`${runId} ${kind}`, `${dateText(language, days.from)} – ${dateText(language, days.to)}`, digest],
    ]),
  };
  return renderRegisterPdf({
    title: say('inspection.title'),
    subtitle: `${employerName} · ${dateText(language, period.from)} – ${dateText(language, period.to)}`,
    language,
    date: period.to,
    sections: [...registers, limits, ledger],
  });
}

function guide({
  employerName,
  period: { from, to },
  people,
  version,
  tzdata,
  reader,
}: InspectionContent): string {
  const say = sayIn(reader.language);
  return [
    `${say('inspection.title')}: ${employerName}, ${from} – ${to}`,
    say('inspection.people', { count: people.length }),
    '',
    ...(
      ['register.pdf', 'register.csv', 'breaches.csv', 'limits.csv', 'ledger.csv', 'digests.txt'] as const
    ).map((name) => `${name.padEnd(14)}${say(`inspection.file.${name}`)}`),
    '',
    say('inspection.unknown'),
    say('inspection.noAdvice'),
    `paytally ${version}, tz ${tzdata}`,
    '',
  ].join('\n');
}
