import { relative, resolve } from 'node:path';
import {
  type EmployeesListing,
  employeesListing,
  type ListedPerson,
} from '../app/people/employeesListing.js';
import { type EmployeesSync, syncEmployees } from '../app/people/employeesSync.js';
import { openSession, withRunHost } from '../app/session/openSession.js';
import { proposeColumn, proposeFromList } from '../app/setup/proposeFromList.js';
import type { Context } from '../context.js';
import { distinctNames } from '../domain/people/peopleDirectory.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { englishText, formatMessage, sayIn } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { message } from '../i18n/message.js';
import { fittedText } from '../runtime/wrapText.js';
import { columnSyncJson, columnSyncText } from './columnSyncText.js';
import {
  booleanOption,
  CONFIG_OPTION,
  choice,
  command,
  EMPLOYER_OPTION,
  OUTPUT_OPTIONS,
  optionalText,
  type ParsedOptions,
  repeated,
} from './command.js';
import { commandLine, suggestNextCommand } from './nextCommand.js';
import { nextCheck } from './nextStep.js';
import { payrollListJson, payrollListText } from './payrollListText.js';
import { printable, tableWithin, textTable } from './terminalText.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  action: choice(['list', 'sync'], 'list', 'employees.option.action'),
  ...EMPLOYER_OPTION,
  from: optionalText('employees.option.from', 'file'),
  column: optionalText('employees.option.column', 'column'),
  apply: booleanOption('employees.option.apply'),
  match: repeated('employees.option.match', 'match'),
  'dry-run': booleanOption('employees.option.dryRun'),
  ...OUTPUT_OPTIONS,
};

export const employeesCommand = command({
  usage: 'employees [action]',
  examples: [
    ['$0 employees', 'employees.example.list'],
    ['$0 employees sync --dry-run', 'employees.example.plan'],
    ['$0 employees sync', 'employees.example.sync'],
    ['$0 employees sync --from payroll-list.xlsx', 'employees.example.from'],
    ['$0 employees sync --from balances.csv --column balanceOpening', 'employees.example.column'],
  ],
  json: {
    list: '{ "employers": [{ "employer", "mapping", "employees", "problems" }] }',
    sync: '{ "files": [{ "path", "employers", "effect", "added", "gone", "returned" }] }',
    'sync --from':
      '{ "employer", "mapping", "from", "effect", "matches": [{ "employeeId", "lastName", "firstName", "currentNumber", "number", "nameInList", "line", "basis", "doubt", "takenBy", "written" }], "rowsWithoutEmployee": [{ "line", "number", "nameInList", "candidates" }], "employeesWithoutRow", "lostZeros", "incompleteLines" }',
    'sync --from --column':
      '{ "employer", "mapping", "from", "column", "effect", "values": [{ "employeeId", "lastName", "firstName", "number", "nameInList", "line", "value", "current", "minutes", "doubt", "takenBy", "written" }], "rowsWithoutEmployee": [{ "line", "number", "nameInList", "candidates" }], "employeesWithoutRow", "incompleteLines" }',
  },
  parameters: PARAMETERS,
  run: listOrSync,
});

async function listOrSync(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  if (options.dryRun && options.action === 'list') {
    throw new PaytallyError('USAGE', message('commands.employeesDryRun'), { record: '--dry-run' });
  }
  const isOfList = [options.apply, options.match.length > 0, options.from, options.column].some(
    (given) => given !== undefined && given !== false,
  );
  if (isOfList && (options.action === 'list' || options.from === undefined))
    throw new PaytallyError('USAGE', message('payrollList.needsFrom'), { record: '--from' });
  const session = await openSession(options, context);
  const { loaded, terminal } = session;
  return withRunHost(context, session, options, async (host) => {
    const { column } = options;
    if (options.from !== undefined && column !== undefined) {
      const from = resolve(context.cwd, options.from);
      const list = await proposeColumn(host, session, { ...options, from, column });
      const shown = () => columnSyncText(list, context.cwd, loaded.language, terminal.width);
      terminal.result(options.json ? JSON.stringify(columnSyncJson(list)) : shown());
      return ExitStatus.done;
    }
    if (options.from !== undefined) {
      const list = await proposeFromList(host, session, {
        ...options,
        from: resolve(context.cwd, options.from),
      });
      const shown = () => payrollListText(list, context.cwd, loaded.language, terminal.width);
      terminal.result(options.json ? JSON.stringify(payrollListJson(list)) : shown());
      return ExitStatus.done;
    }
    if (options.action === 'sync') {
      const files = await syncEmployees(host, loaded, session.employers, options.dryRun ? 'plan' : 'write');
      const shown = () => files.map((file) => syncText(file, context.cwd, loaded.language)).join('\n\n');
      terminal.result(options.json ? JSON.stringify({ files }) : shown());
      const { config, employer } = options;
      const again = commandLine(['employees', 'sync'], { config, employer });
      const next = options.dryRun ? ({ when: 'now', command: again } as const) : nextCheck(loaded, options);
      suggestNextCommand(next, { terminal, context, options });
      return ExitStatus.done;
    }
    const employers: EmployeesListing[] = [];
    for (const key of session.employers) employers.push(await employeesListing(host, loaded, key));
    const shown = () =>
      employers.map((listing) => employeesText(listing, loaded.language, terminal.width)).join('\n\n');
    terminal.result(options.json ? JSON.stringify({ employers: employers.map(listingJson) }) : shown());
    const { config, employer } = options;
    const sync = commandLine(['employees', 'sync'], { config, employer });
    const next = employers.some(isToBeSynced)
      ? ({ when: 'now', command: sync } as const)
      : nextCheck(loaded, options);
    suggestNextCommand(next, { terminal, context, options });
    return ExitStatus.done;
  });
}

/** Whether the file of payroll IDs lacks an employee. */
function isToBeSynced({ employees }: EmployeesListing): boolean {
  return employees.some(({ status }) => status === 'not-in-file');
}

function listingJson({ problems, ...listing }: EmployeesListing): object {
  return { ...listing, problems: problems.flatMap((problem) => englishText(problem).split('\n')) };
}

const HEADINGS = ['name', 'number', 'days', 'status', 'active'] as const;

/** `from 2026-11-01 (begins later)`; empty for a row without dates. */
function rowDays({ from, to, time }: ListedPerson, say: ReturnType<typeof sayIn>): string {
  if (from === null && to === null) return '';
  const open = from === null ? 'until' : to === null ? 'from' : 'both';
  const days = say('terminal.employees.days', { open, from: from ?? '', to: to ?? '' });
  return time === null || time === 'now' ? days : `${days} (${say(`terminal.employees.row.${time}`)})`;
}

/**
 * A table of people per employer, and the problems of the mapping file. An ID is shown only if name and payroll ID do
 * not identify the person.
 */
function employeesText(
  { employer, mapping, employees, problems }: EmployeesListing,
  language: Language,
  width?: number,
): string {
  const say = sayIn(language);
  const hasDates = employees.some(({ from, to }) => from !== null || to !== null);
  const people = employees.map((person) => {
    const { employeeNumber, status, active } = person;
    const name = printable([person.lastName, person.firstName].filter(Boolean).join(', '));
    const activity = active ? 'active' : 'inactive';
    const facts = [
      `  ${name}`,
      printable(employeeNumber ?? ''),
      ...(hasDates ? [rowDays(person, say)] : []),
      // Without a mapping file there is nothing to report.
      status === 'unmapped' ? '' : say(`terminal.mapping.${status}`),
      active === null ? '' : say(`terminal.employees.${activity}`),
    ];
    return { facts, isKnown: name !== '' && employeeNumber !== null, id: person.employeeId };
  });
  const hasIds = people.some(({ isKnown }) => !isKnown);
  const headings = HEADINGS.filter((name) => hasDates || name !== 'days').map((name) =>
    say(`terminal.heading.${name}`),
  );
  const rows = [
    [`  ${headings[0]}`, ...headings.slice(1), ...(hasIds ? [say('terminal.heading.id')] : [])],
    ...people.map(({ facts, isKnown, id }) => [...facts, ...(isKnown ? [] : [id])]),
  ];
  const path = mapping ?? say('terminal.employees.noMapping');
  const heading = say('terminal.employees.heading', { employer, count: employees.length, mapping: path });
  return [
    fittedText(heading, width),
    ...(people.length > 0 ? [tableWithin(rows, width)] : []),
    ...problems.flatMap((problem) =>
      formatMessage(problem, language)
        .split('\n')
        .map((line) =>
          fittedText(`  ${say('terminal.employees.problem', { problem: printable(line) })}`, width),
        ),
    ),
  ].join('\n');
}

/** The changes of a sync to a file, by person. */
function syncText(
  { path, effect, added, gone, returned }: EmployeesSync,
  cwd: string,
  language: Language,
): string {
  const say = sayIn(language);
  const nameOf = distinctNames(
    added.map(({ employeeId: id, lastName, firstName }) => ({ id, name: `${lastName}, ${firstName}` })),
  );
  const people = [
    ...added.map(({ employeeId }) => ['added', printable(nameOf(employeeId))] as const),
    ...gone.map((id) => ['gone', printable(id)] as const),
    ...returned.map((id) => ['back', printable(id)] as const),
  ];
  const rows = people.map(([change, who]) => [`  ${say(`terminal.employees.${change}`)}`, who]);
  const heading = say('terminal.employees.synced', {
    path: relative(cwd, path) || path,
    effect: say(`terminal.sync.${effect}`),
    added: added.length,
    gone: gone.length,
    back: returned.length,
  });
  return [heading, ...(rows.length > 0 ? [textTable(rows)] : [])].join('\n');
}
