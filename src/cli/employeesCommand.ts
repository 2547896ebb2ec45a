import { relative } from 'node:path';
import type { Context } from '../context.js';
import { ExitStatus, PaytallyError } from '../errors.js';
import { englishText, formatMessage } from '../i18n/formatMessage.js';
import type { Language } from '../i18n/language.js';
import { type SayOnTerminal, terminalTexts, withLabel } from '../i18n/text.js';
import { type EmployeesListing, employeesListing, type ListedPerson } from '../people/employeesListing.js';
import { type EmployeesSync, syncEmployees } from '../people/employeesSync.js';
import {
  booleanOption,
  CONFIG_OPTION,
  choice,
  command,
  EMPLOYER_OPTION,
  OUTPUT_OPTIONS,
  type ParsedOptions,
} from './command.js';
import { openSession, withRunHost } from './commandSession.js';
import { fittedText, printable, tableWithin, textTable } from './terminalText.js';

const PARAMETERS = {
  ...CONFIG_OPTION,
  action: choice(['list', 'sync'], 'list', 'What to do'),
  ...EMPLOYER_OPTION,
  'dry-run': booleanOption('sync: show what would change'),
  ...OUTPUT_OPTIONS,
};

export const employeesCommand = command({
  usage: 'employees [action]',
  describe: 'List employees with their payroll numbers; bring the mapping file up to date',
  examples: [
    ['$0 employees', 'Who there is, with which number'],
    ['$0 employees sync --dry-run', 'Who would be added to the mapping file'],
    ['$0 employees sync', 'Adds new people and marks who is gone; what you typed stays as it is'],
  ],
  json: '{ "employers": [{ "employer", "mapping", "employees", "problems" }] } for list, { "files": [{ "path", "employers", "effect", "added", "gone", "returned" }] } for sync',
  parameters: PARAMETERS,
  run: listOrSync,
});

async function listOrSync(options: ParsedOptions<typeof PARAMETERS>, context: Context): Promise<ExitStatus> {
  if (options.dryRun && options.action === 'list') {
    throw new PaytallyError('USAGE', '"employees list" writes nothing anyway.', {
      record: '--dry-run',
      remedy: 'Leave out --dry-run, or write: paytally employees sync --dry-run',
    });
  }
  const session = await openSession(options, context);
  const { loaded, terminal } = session;
  return withRunHost(context, session, options, async (host) => {
    if (options.action === 'sync') {
      const files = await syncEmployees(host, loaded, session.employers, options.dryRun ? 'plan' : 'write');
      const shown = () => files.map((file) => syncText(file, context.cwd, loaded.language)).join('\n\n');
      terminal.result(options.json ? JSON.stringify({ files }) : shown());
      return ExitStatus.done;
    }
    const employers: EmployeesListing[] = [];
    for (const key of session.employers) employers.push(await employeesListing(host, loaded, key));
    const shown = () =>
      employers.map((listing) => employeesText(listing, loaded.language, terminal.width)).join('\n\n');
    terminal.result(options.json ? JSON.stringify({ employers: employers.map(listingJson) }) : shown());
    return ExitStatus.done;
  });
}

function listingJson({ problems, ...listing }: EmployeesListing): object {
  return { ...listing, problems: problems.flatMap((problem) => englishText(problem).split('\n')) };
}

/**
 * A table of people per employer, and what is wrong with the mapping file.
 * @param width of the terminal, in which ids stand on lines of their own where the table is wider
 */
function employeesText(
  { employer, mapping, employees, problems }: EmployeesListing,
  language: Language,
  width?: number,
): string {
  const say = terminalTexts(language);
  const count = say(employees.length === 1 ? 'person' : 'people', { count: employees.length });
  const rows = employees.map((person) => [
    `  ${printable([person.lastName, person.firstName].filter(Boolean).join(', '))}`,
    printable(person.employeeNumber ?? ''),
    statusText(person, say),
    person.active === null ? '' : say(person.active ? 'active' : 'inactive'),
    person.employeeId,
  ]);
  const headings = [`  ${say('name')}`, say('number'), say('status'), say('isActive'), say('id')];
  return [
    fittedText(withLabel(language, employer, `${count}, ${mapping ?? say('noMapping')}`), width),
    ...(rows.length > 0 ? [tableWithin([headings, ...rows], width)] : []),
    ...problems.flatMap((problem) =>
      formatMessage(problem, language)
        .split('\n')
        .map((line) => fittedText(`  ${withLabel(language, say('found-problem'), printable(line))}`, width)),
    ),
  ].join('\n');
}

/** Nothing where no mapping file is configured. */
function statusText({ status }: ListedPerson, say: SayOnTerminal): string {
  return status === 'unmapped' ? '' : say(status);
}

/** What a sync did to a file, person by person. */
function syncText(
  { path, effect, added, gone, returned }: EmployeesSync,
  cwd: string,
  language: Language,
): string {
  const say = terminalTexts(language);
  const counts = say('syncCounts', {
    effect: say(`sync-${effect}`),
    added: added.length,
    gone: gone.length,
    back: returned.length,
  });
  const people = [
    ...added.map(({ employeeId, lastName, firstName }) => [
      `  ${say('added')}`,
      employeeId,
      printable(`${lastName}, ${firstName}`),
    ]),
    ...gone.map((id) => [`  ${say('gone')}`, printable(id)]),
    ...returned.map((id) => [`  ${say('back')}`, printable(id)]),
  ];
  return [
    withLabel(language, relative(cwd, path) || path, counts),
    ...(people.length > 0 ? [textTable(people)] : []),
  ].join('\n');
}
