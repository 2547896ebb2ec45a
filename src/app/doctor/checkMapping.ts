import type { Config } from '../../config/config.js';
import type { MappingFile } from '../../config/inputFiles.js';
import { payRulesOf } from '../../config/schema/paySchema.js';
import { needsMapping } from '../../documents/template/needsMapping.js';
import type { Template } from '../../documents/template/template.js';
import { lineProblem } from '../../domain/csv/csvText.js';
import { EXCEPTIONS } from '../../domain/exceptions/finding.js';
import { daysWithoutRow, isDated, NO_MAPPING, rowFor, rowTime } from '../../domain/mapping/employeeRows.js';
import { createNameDirectory } from '../../domain/people/peopleDirectory.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { SourceRead } from '../../sources/source.js';
import { lackingRuleColumns, unreadableRuleDates } from '../compute/ruleColumns.js';
import { type DoctorFinding, ok, problemFinding, warning } from './doctorFinding.js';
import type { RecentRead } from './readRecent.js';

interface MappingQuestion {
  readonly config: Config;
  readonly templates: readonly Template[];
  readonly mapping: MappingFile;
  /** Undefined if the service was not queried. */
  readonly read: RecentRead | undefined;
}

/**
 * Checks that the mapping file exists if templates and rules need it, and that it has the data they need for every
 * employee.
 */
export function checkMapping({ config, templates, mapping, read }: MappingQuestion): DoctorFinding[] {
  const { employerKey } = config;
  const [first] = templates.filter((template) => needsMapping(template).employeeNumbers);
  const staff = staffOf(read, mapping);
  const rules = payRulesOf(config);
  const ofRules = [
    lackingRuleColumns(rules, mapping) ?? [],
    unreadableRuleDates(rules, mapping, staff.people) ?? [],
  ].flat();
  const problems = ofRules.map((error) => problemFinding('mapping', error, employerKey));
  if (mapping.path === undefined) {
    const file =
      first === undefined
        ? ok('mapping', message('doctor.mapping.none'), employerKey)
        : problemFinding('mapping', noFile(first.name, employerKey), employerKey);
    return [file, ...problems];
  }
  return [
    ok(
      'mapping',
      message('doctor.mapping.count', { path: mapping.path, count: mapping.employees.byId.size }),
      employerKey,
    ),
    ...problems,
    ...fileProblems(mapping, first, employerKey),
    ...(read === undefined ? [] : datedRows(mapping, staff, { config, read })),
    ...(read === undefined ? [] : withoutNumber(mapping, staff, first, { config, read })),
  ];
}

/** If the configuration allows people without a payroll ID, the template decides. */
export function unmappedEmployeesBlock({ exceptions }: Config): boolean {
  return (exceptions.UNMAPPED_EMPLOYEE ?? EXCEPTIONS.UNMAPPED_EMPLOYEE.severity) === 'block';
}

function fileProblems(
  { path = '', problems }: MappingFile,
  needing: Template | undefined,
  employer: string,
): DoctorFinding[] {
  return problems.map(({ line, message: problem }) => {
    const error = new PaytallyError('MAPPING_INVALID', lineProblem(path, line, problem), {
      record: `${path}:${line}`,
    });
    return needing === undefined
      ? warning('mapping', error.text, employer, error.remedyText)
      : problemFinding('mapping', error, employer);
  });
}

interface Asked {
  readonly config: Config;
  readonly read: SourceRead;
}

const FILL_IN = message('doctor.mapping.fillIn');

/**
 * The missing payroll ID of an employee with recent work stops an export. It is not yet known whether the others will
 * work.
 */
function withoutNumber(
  { employees }: MappingFile,
  { people, recent }: Staff,
  needing: Template | undefined,
  { config, read }: Asked,
): DoctorFinding[] {
  const lacking = people.filter((id) => !rowFor(employees.byId.get(id), read.window)?.number);
  const stops = (id: string) => needing !== undefined && unmappedEmployeesBlock(config) && recent.has(id);
  const now = lacking.filter(stops);
  const later = lacking.filter((id) => !stops(id));
  const { employerKey } = config;
  const template = needing?.name ?? '';
  const findings: DoctorFinding[] = [];
  if (now.length > 0) {
    const { from, to } = read.window;
    const values = { count: now.length, from, to, template, ...namesOf(now, read) };
    const text = message('doctor.mapping.noNumberNow', values);
    const error = new PaytallyError('EXPORT_BLOCKED', text, { remedy: FILL_IN });
    findings.push(problemFinding('mapping', error, employerKey));
  }
  if (later.length > 0) {
    const values = { count: later.length, needed: needing === undefined ? 0 : 1, template };
    findings.push(warning('mapping', message('doctor.mapping.noNumberLater', values), employerKey, FILL_IN));
  }
  return findings;
}

/** What rows with dates mean on the days that the doctor reads: rows that are over, begin later, or leave days out. */
function datedRows(
  { employees }: MappingFile,
  { people }: Staff,
  { config: { employerKey }, read }: Asked,
): DoctorFinding[] {
  const dated = [...employees.byId].filter(([, rows]) => rows.some(isDated));
  if (dated.length === 0) return [];
  const { from, to } = read.window;
  const times = dated.flatMap(([, rows]) => rows.map((row) => rowTime(row, to)));
  const countOf = (time: (typeof times)[number]) => times.filter((each) => each === time).length;
  const counts = { count: dated.length, over: countOf('over'), later: countOf('later') };
  const without = dated.filter(
    ([id, rows]) => people.includes(id) && daysWithoutRow(rows, read.window).length > 0,
  );
  const ids = without.map(([id]) => id);
  const values = { count: ids.length, from, to, ...namesOf(ids, read) };
  return [
    ok('mapping', message('doctor.mapping.dated', counts), employerKey),
    ...(ids.length === 0
      ? []
      : [warning('mapping', message('doctor.mapping.daysWithout', values), employerKey)]),
  ];
}

const SHOWN_PEOPLE = 5;

function namesOf(ids: readonly string[], { employees }: SourceRead): { names: string; more: number } {
  // None of them has a payroll ID.
  const nameOf = createNameDirectory({ employees, rememberedEmployees: [] }, NO_MAPPING, undefined);
  const shown = ids.slice(0, SHOWN_PEOPLE).map(nameOf);
  return { names: shown.join('; '), more: Math.max(0, ids.length - SHOWN_PEOPLE) };
}

function noFile(template: string, employer: string): PaytallyError {
  return new PaytallyError('MAPPING_INVALID', message('doctor.mapping.needed', { template, employer }), {
    record: `employers.${employer}.employees`,
  });
}

/** The people that an export would name. */
interface Staff {
  /** IDs of the active employees and of all with recent work. */
  readonly people: readonly string[];
  /** IDs of the people with work in the days that the doctor reads. */
  readonly recent: ReadonlySet<string>;
}

/** The employees as the service lists them; without a list, all that the mapping file does not mark as gone. */
export function staffOf(read: RecentRead | undefined, mapping: MappingFile): Staff {
  const recent: ReadonlySet<string> = new Set(read?.workers.keys());
  const mapped = [...mapping.employees.byId.keys()].filter((id) => !mapping.gone.has(id));
  const listed = read === undefined || isUnreadable(read, 'employees') ? mapped : activeIds(read);
  return { people: [...new Set([...listed, ...recent])], recent };
}

export function isUnreadable(
  { unavailable }: SourceRead,
  wanted: 'employees' | 'shifts' | 'establishments',
): boolean {
  return unavailable.some(({ list }) => list === wanted);
}

function activeIds({ employees }: SourceRead): string[] {
  return employees.filter(({ isActive }) => isActive).map(({ id }) => id);
}
