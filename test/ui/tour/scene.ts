import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateEmployer } from '../../../samples/generator/generateEmployer.js';
import { mappingFile } from '../../../samples/generator/mappingFile.js';
import type { EmployerData } from '../../../src/sandbox/sandboxData.js';
import { SCOPES } from '../../../src/sandbox/scopes.js';
import { type Sandbox, startSandbox } from '../../../src/sandbox/startSandbox.js';
import { runPaytally } from '../../support/programs/runPaytally.js';
import { startTestUi } from '../../support/servers/uiService.js';
import { editEntry } from '../../support/service/edits.js';

export const MONTH = '2026-10';

/** A name of 60 letters, which cannot be wrapped. */
const LONG = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogochan';

interface EmployerOfScene {
  readonly people: number;
  readonly name: string;
  readonly isEmpty?: boolean;
  readonly hasLongNames?: boolean;
}

/** Employers in every state that the window shows. */
const EMPLOYERS: Readonly<Record<string, EmployerOfScene>> = {
  bakery: { people: 40, name: 'Bakery Van den Broeck' },
  closed: { people: 40, name: 'Garage Janssens' },
  crowd: { people: 500, name: 'Hospital of the Five Hundred' },
  empty: { people: 3, name: 'Closed for October', isEmpty: true },
  [`long-${LONG.toLowerCase().slice(0, 55)}`]: { people: 12, name: `${LONG} ${LONG}`, hasLongNames: true },
  refused: { people: 3, name: 'Wrong secret' },
  three: { people: 3, name: 'Corner shop' },
  unread: { people: 3, name: 'Not read yet' },
};

export const LONG_KEY = Object.keys(EMPLOYERS).find((key) => key.startsWith('long-')) ?? '';

function employerData(index: number, { people, name, isEmpty, hasLongNames }: EmployerOfScene): EmployerData {
  const made = generateEmployer({ employees: people });
  const lengthened = <R extends { readonly name: string }>(record: R) =>
    hasLongNames ? { ...record, name: `${record.name} ${LONG}` } : record;
  return {
    employerId: employerId(index),
    name,
    integrations: [
      { clientId: `payroll-${index}`, clientSecret: 'a secret of the tour', scopes: [...SCOPES] },
    ],
    records: {
      establishments: made.establishments.map(lengthened),
      'public-holidays': made.holidays,
      employees: made.employees.map((person) =>
        hasLongNames
          ? { ...person, firstName: `${person.firstName} ${LONG.slice(0, 30)}`, lastName: LONG }
          : person,
      ),
      'agency-workers': isEmpty ? [] : made.agencyWorkers,
      teams: made.teams.map(lengthened),
      tasks: made.tasks,
      shifts: isEmpty ? [] : [...made.shifts()],
      'time-entries': isEmpty ? [] : [...made.timeEntries()],
    },
  };
}

/** Employers with hours accounts: one blocked, one closed. */
const WITH_ACCOUNTS = ['bakery', 'closed'];
const ACCOUNT = `    account: { target: planned, from: 2026-10-01, cap: { max: 300, min: -300, surplus: OT } }
    absences: absences.csv
`;

function employerId(index: number): string {
  return `0e6f1c5e-52a5-4d0e-9a57-${String(index).padStart(12, '0')}`;
}

function configuration(baseUrl: string): string {
  const employers = Object.entries(EMPLOYERS).map(
    ([key, { name }], index) => `  ${key}:
    employerId: ${employerId(index)}
    clientId: payroll-${index}
    clientSecret: { env: ${key === 'refused' ? 'WRONG' : 'SECRET'} }
    name: ${name}
    employees: employees-${index}.csv
${WITH_ACCOUNTS.includes(key) ? ACCOUNT : ''}`,
  );
  return `baseUrl: ${baseUrl}
language: en
links: { timeEntry: "https://portal.example/entries/{id}" }
templates: [monthly-hours, employee-days, timesheets-pdf]
mail: { from: Payroll <payroll@example.org>, owner: office@example.org, smtp: { host: 127.0.0.1, port: 9, tls: none } }
deliveries:
  archive: { to: folder, path: inbox, templates: [employee-days] }
  missing: { to: folder, path: no-such-folder, templates: [monthly-hours] }
schedule:
  monthly: { cron: "0 6 3 * *", zone: Europe/Brussels, period: last-month, deliver: [archive] }
employers:
${employers.join('')}`;
}

export interface Scene {
  readonly sandbox: Sandbox;
  readonly cwd: string;
  readonly ui: Awaited<ReturnType<typeof startTestUi>>;
  readonly stop: () => Promise<void>;
}

/** Some entries of the employer `closed` end half an hour later, after its final. */
function changeEntries(sandbox: Sandbox, count: number): void {
  const id = employerId(Object.keys(EMPLOYERS).indexOf('closed'));
  const days = { from: '2026-10-12', to: '2026-10-16' };
  const entries = [...(sandbox.employers.get(id)?.lists['time-entries'].read(days, null) ?? [])];
  const long = entries.filter(
    ({ status, workedMinutes = 0 }) => status === 'Completed' && workedMinutes > 120,
  );
  for (const { id: entry, workedMinutes = 0 } of long.slice(0, count))
    sandbox.edit(id, editEntry.patch(Object.assign({ id: entry }, { workedMinutes: workedMinutes - 30 })));
}

/** One window with employers in every state: not read, blocked, ready, final with late changes, refused, empty. */
export async function startScene(): Promise<Scene> {
  const all = Object.entries(EMPLOYERS);
  const employers = all.map(([, employer], index) => employerData(index, employer));
  const sandbox = await startSandbox({ employers, limits: { enabled: false } });
  const cwd = mkdtempSync(join(tmpdir(), 'paytally-tour-'));
  mkdirSync(join(cwd, 'inbox'));
  writeFileSync(join(cwd, 'paytally.yaml'), configuration(sandbox.baseUrl));
  writeFileSync(join(cwd, 'absences.csv'), 'employee;from;to;code;minutes;payCode;reason\n');
  all.forEach(([, { people }], index) => {
    writeFileSync(
      join(cwd, `employees-${index}.csv`),
      mappingFile(generateEmployer({ employees: people }).people),
    );
  });
  const env = { SECRET: 'a secret of the tour', WRONG: 'another' };
  const run = async (...words: string[]) => {
    const { status, stderr } = await runPaytally(words, { cwd, env });
    if (![0, 7].includes(status)) throw new Error(stderr);
  };
  const accept = [
    'OPEN_ENTRY',
    'OVERLAP',
    'UNREVIEWED',
    'MISSING_END',
    'NET_EXCEEDS_GROSS',
    'INVALID_RECORD',
  ];
  const accepted = accept.flatMap((code) => ['--accept', `${code}=agreed by phone with the manager`]);
  await run('export', '2026-09-16..2026-09-30', '--final', ...accepted, '--employer', 'closed');
  await run('export', MONTH, '--final', ...accepted, '--employer', 'closed', '--deliver');
  changeEntries(sandbox, 5);
  const ui = await startTestUi(cwd, { env });
  return {
    sandbox,
    cwd,
    ui,
    stop: async () => {
      await ui.ui.close();
      await sandbox.stop();
    },
  };
}
