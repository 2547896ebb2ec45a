import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { PdfFonts } from '../../documents/pdf/pdfFonts.js';
import { type PdfColumn, type RegisterSection, renderRegisterPdf } from '../../documents/pdf/pdfTable.js';
import { type UnprintedText, unprintedWarning } from '../../documents/pdf/unprintedText.js';
import { nameSortKey } from '../../documents/sortKey.js';
import { csvRecordWriter } from '../../documents/text/csvRecord.js';
import type { AccountDay } from '../../domain/account/accountDays.js';
import { compareText, groupBy } from '../../domain/collections.js';
import { isOfWorkingTime, type RatedFinding } from '../../domain/exceptions/finding.js';
import { exceptionWording, findingMessage } from '../../domain/exceptions/wording.js';
import { messageReader } from '../../domain/exceptions/workList.js';
import {
  createNameDirectory,
  createPeopleDirectory,
  fullName,
  type Person,
} from '../../domain/people/peopleDirectory.js';
import { isInside, type Period } from '../../domain/period/period.js';
import type { TimeEntry } from '../../domain/records/records.js';
import { LIMIT_KEYS, type LimitKey, type Limits, limitColumns } from '../../domain/workingTime/limits.js';
import { gapMessages } from '../../domain/workingTime/weeks.js';
import { dateText, stampText } from '../../i18n/dateText.js';
import { formatMessage, formatText, type Reader, type Say, sayIn } from '../../i18n/formatMessage.js';
import { escapeFormulas } from '../../runtime/outsideText.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { Store } from '../../store/store.js';
import { type EmployeeSink, fillSinks } from '../compute/computePeriod.js';
import { type PeriodHost, type PeriodPlace, withReadPeriod } from '../export/runSource.js';
import { overlaps } from '../ledger/finals.js';
import { type WrittenArchive, writeArchive } from '../ledger/historyArchive.js';
import { findEmployee } from '../people/findEmployee.js';
import { knownPeople } from './explain.js';

/** The same files give the same archive. */
const FIXED_DATE = new Date(Date.UTC(1980, 0, 1));

/** The archive of an inspection. */
async function packInspection(files: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  const { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } = await import('@zip.js/zip.js');
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false, lastModDate: FIXED_DATE });
  for (const [name, bytes] of files) await zip.add(name, new Uint8ArrayReader(bytes));
  return zip.close();
}

/** A register of one employer, as files. */
export type Inspection = Awaited<ReturnType<typeof inspectEmployer>>;

/**
 * Writes the archive of a register into a folder, signed if there is a key.
 * @throws PaytallyError OUTPUT_NOT_WRITTEN
 */
export function writeInspection(
  store: Pick<Store, 'journal'>,
  { employer, period, files }: Inspection,
  folder: string,
  key: string | undefined,
): Promise<WrittenArchive> {
  const path = join(folder, `${employer}_${period.label}_inspection.zip`);
  return writeArchive(store, path, () => packInspection(files), key);
}

/** All known data about one employee. */
interface InspectedPerson {
  readonly person: Person;
  /** With what tells namesakes apart. */
  readonly name: string;
  readonly entries: readonly TimeEntry[];
  readonly findings: readonly RatedFinding[];
  /** Days of the hours account; empty without one. */
  readonly account: readonly AccountDay[];
}

/**
 * Reads the period as `check` does and makes a register of the working days, the limits and their breaches.
 * @param who ID, payroll ID or (part of) a name; undefined for all employees
 * @returns the files by name; `digests.txt` has the SHA-256 of each of the others
 * @throws PaytallyError EMPLOYEE_UNKNOWN, EMPLOYEE_AMBIGUOUS
 */
export async function inspectEmployer(
  host: PeriodHost,
  place: PeriodPlace,
  employerKey: string,
  who: string | undefined,
) {
  return withReadPeriod(host, place, employerKey, async ({ open, prepared }, store) => {
    const { period, data } = open.frame;
    const asked = who === undefined ? undefined : findEmployee(who, knownPeople(open));
    const wanted = asked?.id;
    const personOf = createPeopleDirectory(data, open.frame.mapping, period);
    const nameOf = createNameDirectory(data, open.frame.mapping, period);
    const works: (Omit<InspectedPerson, 'findings'> & { limits: Limits })[] = [];
    const sink: EmployeeSink = {
      write: (id, employee) => {
        if (id === null || (wanted !== undefined && id !== wanted)) return;
        const { limitsOf } = employee;
        const { entries: all } = employee.data;
        const account = prepared.config.account === undefined ? [] : (employee.account?.days ?? []);
        const entries = all.filter(({ workDate }) => isInside(workDate, period)).sort(byStart);
        works.push({
          person: personOf(id),
          name: nameOf(id),
          entries,
          account,
          limits: limitsOf(null, period),
        });
      },
    };
    const summary = await fillSinks(open, [sink], host.context.signal);
    const ofWorkingTime = summary.findings.filter(({ code }) => isOfWorkingTime(code));
    const findingsOf = groupBy(ofWorkingTime, ({ employeeId }) => employeeId);
    const people = works
      .map(({ person, name, entries, account }) => ({
        person,
        name,
        entries,
        account,
        findings: findingsOf.get(person.id) ?? [],
      }))
      .filter(({ entries, findings, account }) => entries.length + findings.length + account.length > 0)
      .sort((a, b) => compareText(nameSortKey(fullName(a.person)), nameSortKey(fullName(b.person))));
    const shared = open.people.of(null).limitsOf;
    const hasOwn = ({ extra }: Person) => Object.keys(limitColumns(extra).limits).length > 0;
    const ownLimits = works.filter(({ person }) => hasOwn(person));
    const reader = messageReader(summary.run);
    const [say, gaps] = [sayIn(reader), summary.workingTimeGaps];
    const content: InspectionContent = {
      people,
      period,
      employerName: prepared.config.employerName,
      reader,
      limits: limitRows(
        [
          { where: EVERYWHERE, limits: shared(null, period) },
          ...data.establishments.map(({ id, label = id }) => ({ where: label, limits: shared(id, period) })),
          ...ownLimits.map(({ name, limits }) => ({ where: name, limits })),
        ],
        reader,
      ),
      labels: new Map(data.establishments.map(({ id, label = id }) => [id, label])),
      notes: [
        ...(gaps === undefined ? [] : gapMessages(gaps)).map((gap) => formatMessage(gap, reader)),
        ...[say('inspection.unknown'), say('inspection.noAdvice')],
      ],
      links: store.ledger.links(prepared.employer.employerId).filter((link) => overlaps(link.period, period)),
      program: `paytally ${summary.run.version}, tz ${summary.run.tzdata}`,
    };
    const breaches = people.reduce((sum, { findings }) => sum + findings.length, 0);
    const { files, unprinted } = await inspectionFiles(content, await PdfFonts.open(prepared.fontPlaces));
    const warning = unprintedWarning(unprinted);
    if (warning !== undefined) host.terminal.alert(warning);
    return { employer: employerKey, asked, period, files, people: people.length, breaches };
  });
}

function byStart(a: TimeEntry, b: TimeEntry): number {
  return (
    compareText(a.workDate, b.workDate) ||
    a.start.epochSeconds - b.start.epochSeconds ||
    compareText(a.id, b.id)
  );
}

const EVERYWHERE = '*';

type LimitLine = readonly [key: LimitKey, value: string, basis: string, since: string, source: string];
type LimitRow = readonly [where: string, ...LimitLine];

/** The general limits, which are first, and those of places and people that differ from them. */
function limitRows(
  all: readonly { readonly where: string; readonly limits: Limits }[],
  reader: Reader,
): LimitRow[] {
  const tables = all.map(({ where, limits }) => ({ where, lines: limitLines(limits, reader) }));
  const general = JSON.stringify(tables[0]?.lines);
  return tables
    .filter(({ lines }, index) => index === 0 || JSON.stringify(lines) !== general)
    .flatMap(({ where, lines }) => lines.map((line) => [where, ...line] as const));
}

/** The limits that apply. The daily rest of a pack replaces the rest between two entries. */
function limitLines(limits: Limits, reader: Reader): LimitLine[] {
  return LIMIT_KEYS.flatMap((key) => {
    const { source = '', since = '' } = limits.legal(key) ?? {};
    const basis = formatText(limits.basisOf(key), reader);
    return limitTexts(limits, key).map((value): LimitLine => [key, value, basis, since, source]);
  });
}

function limitTexts(limits: Limits, key: LimitKey): string[] {
  if (key === 'breaks')
    return limits.breaks.map(({ afterHours, minMinutes }) => `${afterHours} h: ${minMinutes} min`);
  const value = key === 'minRestHours' && !limits.checksShortRest ? undefined : limits.get(key);
  return value === undefined ? [] : [String(value)];
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
  /** What the limits could not check, and what the results do not say. */
  readonly notes: readonly string[];
  /** The program and its data, with their versions. */
  readonly program: string;
}

interface InspectionFiles {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly unprinted: readonly UnprintedText[];
}

async function inspectionFiles(content: InspectionContent, fonts: PdfFonts): Promise<InspectionFiles> {
  const text = (lines: string) => new TextEncoder().encode(lines);
  const { bytes: register, unprinted } = await registerPdf(content, fonts);
  const files = new Map<string, Uint8Array>([
    ['register.csv', text(registerCsv(content))],
    ['breaches.csv', text(breachesCsv(content))],
    ['limits.csv', text(limitsCsv(content))],
    ['ledger.csv', text(ledgerCsv(content))],
    ...(hasAccounts(content) ? [['accounts.csv', text(accountsCsv(content))] as const] : []),
    ['register.pdf', register],
  ]);
  files.set('README.txt', text(guide(content)));
  const digests = [...files].map(
    ([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`,
  );
  files.set('digests.txt', text(digests.join('')));
  return { files, unprinted };
}

function sumOf(entries: readonly TimeEntry[]): number {
  const completed = entries.filter(({ status }) => status === 'Completed');
  return completed.reduce((sum, { workedMinutes }) => sum + (workedMinutes ?? 0), 0);
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
  const rows = people.flatMap(({ person, name, findings }) =>
    findings.map((finding) => [
      ...[person.id, name, finding.date ?? '', finding.code],
      exceptionWording(finding.code, reader.language).title,
      findingMessage(finding, reader),
      finding.record === person.id ? '' : finding.record,
    ]),
  );
  return writeTable(['employeeId', 'name', 'date', 'code', 'title', 'text', 'record'], rows);
}

function limitsCsv({ limits }: InspectionContent): string {
  return writeTable(['where', 'limit', 'value', 'basis', 'since', 'source'], limits);
}

function ledgerCsv({ links }: InspectionContent): string {
  const rows = links.map(({ runId, kind, period, startedAt, digest }) => [
    ...[runId, kind, period.from, period.to, startedAt.toISOString(), digest],
  ]);
  return writeTable(['run', 'kind', 'from', 'to', 'startedAt', 'digest'], rows);
}

function hasAccounts({ people }: InspectionContent): boolean {
  return people.some(({ account }) => account.length > 0);
}

/** Hours accounts day by day, in minutes. */
function accountsCsv({ people }: InspectionContent): string {
  const names = ['target', 'worked', 'credits', 'adjustments', 'paidOut', 'lapsed', 'balance'] as const;
  const rows = people.flatMap(({ person, name, account }) =>
    account.map((day) => [person.id, name, day.date, ...names.map((key) => String(day[key]))]),
  );
  return writeTable(['employeeId', 'name', 'date', ...names.map((key) => `${key}Minutes`)], rows);
}

const FIGURES = ['break', 'worked', 'value'] as const;
type Heading =
  | (typeof FIGURES)[number]
  | ('date' | 'start' | 'end' | 'place' | 'where' | 'limit' | 'basis' | 'run' | 'days' | 'digest');

/** The columns of a table of the PDF. @param widths in points */
function pdfColumns(say: Say, widths: Partial<Readonly<Record<Heading, number>>>): PdfColumn[] {
  return (Object.entries(widths) as [Heading, number][]).map(([key, width]) => ({
    heading: say(`inspection.${key}`),
    width,
    align: FIGURES.some((each) => each === key) ? 'right' : 'left',
  }));
}

function registerPdf(content: InspectionContent, fonts: PdfFonts): ReturnType<typeof renderRegisterPdf> {
  const { people, period, employerName, reader, labels, links } = content;
  const { language } = reader;
  const say = sayIn(reader);
  const time = (minutes: number | undefined | null) =>
    minutes === undefined || minutes === null ? '' : say('ui.hoursOf', { minutes });
  const registers = people.map(
    ({ person, name, entries, findings }): RegisterSection => ({
      heading: person.number === null ? name : `${person.number} · ${fullName(person)}`,
      lines: findings.map(
        (finding) => `${dateText(language, finding.date ?? '')}  ${findingMessage(finding, reader)}`,
      ),
      columns: pdfColumns(say, { date: 62, start: 118, end: 118, break: 44, worked: 44, place: 137 }),
      total: [say('reports.total'), '', '', '', time(sumOf(entries)), ''],
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
    lines: content.notes,
    columns: pdfColumns(say, { where: 122, limit: 165, value: 54, basis: 182 }),
    rows: content.limits.map(([where, key, value, basis]) => [
      where === EVERYWHERE ? say('inspection.everywhere') : where,
      ...[say(`inspection.limit.${key}`), value, basis],
    ]),
  };
  const ledger: RegisterSection = {
    heading: say('inspection.ledger'),
    lines: [say(links.length === 0 ? 'inspection.noFinals' : 'inspection.ledgerNote')],
    columns: pdfColumns(say, { run: 150, days: 110, digest: 263 }),
    rows: links.map(({ runId, kind, period: days, digest }) => [
      ...[`${runId} ${kind}`, `${dateText(language, days.from)} – ${dateText(language, days.to)}`, digest],
    ]),
  };
  return renderRegisterPdf(
    {
      title: say('inspection.title'),
      subtitle: `${employerName} · ${dateText(language, period.from)} – ${dateText(language, period.to)}`,
      language,
      date: period.to,
      sections: [...registers, limits, ledger],
    },
    fonts,
  );
}

const FILES = [
  'register.pdf',
  'register.csv',
  'breaches.csv',
  'limits.csv',
  'ledger.csv',
  'accounts.csv',
  'digests.txt',
] as const;

function guide(content: InspectionContent): string {
  const { employerName, period, people, notes, program, reader } = content;
  const say = sayIn(reader.language);
  return [
    `${say('inspection.title')}: ${employerName}, ${period.from} – ${period.to}`,
    say('inspection.people', { count: people.length }),
    '',
    ...FILES.filter((name) => name !== 'accounts.csv' || hasAccounts(content)).map(
      (name) => `${name.padEnd(14)}${say(`inspection.file.${name}`)}`,
    ),
    '',
    ...notes,
    program,
    '',
  ].join('\n');
}
