// Writes the built-in workbooks of many cases with one build of the program, to compare the cells of two builds:
//   node test/oracle/reportWorkbooks.mjs BEFORE/dist before && node test/oracle/reportWorkbooks.mjs dist after
//   python3 test/oracle/report_cells.py before after
// The service is always that of this build, so that both read the same records.
import { execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const [program = 'dist', target = 'after', ...wanted] = process.argv.slice(2);
const DIST = resolve('dist');
const DATA = resolve(target, '..', 'data');
const CLOSED = ['OPEN_ENTRY', 'UNREVIEWED', 'OVERLAP', 'MISSING_END', 'NET_EXCEEDS_GROSS', 'INVALID_RECORD'];
const LANGUAGES = ['en', 'nl', 'fr', 'de'];
const SHEETS = ['monthly-hours', 'timesheets'];
const LIMITS = 'workingTime: { pack: be }';

/** Number of people (undefined for the sample employer), period, configuration and templates of each case. */
const CASES = [
  ...LANGUAGES.map((language) => ({ name: `sample-${language}`, language, final: language === 'nl' })),
  { name: 'sample-decimal', language: 'de', more: 'hours: decimal' },
  { name: 'sample-limits', language: 'en', more: LIMITS, templates: ['working-time'] },
  {
    name: 'sample-limits-de',
    language: 'de',
    more: `${LIMITS}\nhours: decimal`,
    templates: ['working-time'],
  },
  { name: 'sample-week', language: 'en', period: '2026-10-05..2026-10-11' },
  { name: 'sample-clock', language: 'fr', more: 'attribution: split\ndst: wallclock' },
  ...LANGUAGES.map((language) => ({ name: `empty-${language}`, language, period: '2027-03' })),
  { name: 'people-3', people: 3, language: 'en' },
  { name: 'people-3-final', people: 3, language: 'nl', final: true },
  { name: 'people-40', people: 40, language: 'en' },
  { name: 'people-40-final', people: 40, language: 'en', final: true },
  { name: 'people-500', people: 500, language: 'en', templates: [...SHEETS, 'working-time'], more: LIMITS },
  // After a final, hours change: the draft of the new hours, the sheet to enter by hand, the differences of a register.
  ...LANGUAGES.map((language) => ({ name: `changed-${language}`, language, final: true, changed: true })),
  {
    name: 'changed-decimal',
    language: 'en',
    final: true,
    changed: true,
    more: `hours: decimal\n${LIMITS}`,
    templates: [...SHEETS, 'working-time'],
  },
];

/** The sample in which every seventh entry has 30 minutes less, and every hundredth is gone. */
function changedData() {
  const data = join(DATA, 'changed');
  cpSync(resolve('samples/data'), data, { recursive: true });
  const path = join(data, 'bakery/time-entries.json');
  const changed = JSON.parse(readFileSync(path, 'utf8')).flatMap((entry, index) => {
    if (index % 100 === 50) return [];
    const { workedMinutes } = entry;
    return [index % 7 === 3 && workedMinutes > 60 ? { ...entry, workedMinutes: workedMinutes - 30 } : entry];
  });
  writeFileSync(path, JSON.stringify(changed));
  return data;
}

function dataOf(people) {
  if (people === undefined)
    return { data: resolve('samples/data'), mapping: resolve('samples/employees-bakery.csv') };
  const data = join(DATA, String(people));
  if (!existsSync(data)) {
    const generator = join(DIST, 'samples/generator/main.js');
    execFileSync(process.execPath, [
      generator,
      '--out',
      data,
      '--employees',
      String(people),
      '--months',
      '2',
      '--ndjson',
    ]);
  }
  return { data, mapping: join(data, 'employees-bakery.csv') };
}

async function served(data) {
  const args = [join(DIST, 'src/main.js'), 'sandbox', '--data', data, '--no-limits', '--quiet'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /^API\s+(\S+)/.exec(line) ?? [];
    if (url !== undefined) return { url, stop: () => child.kill() };
  }
  throw new Error('the sandbox ended without its address');
}

function settings({ language, more = '' }, url) {
  const attribution = more.includes('attribution') ? '' : 'attribution: start\n';
  return `baseUrl: ${url}
employers:
  bakery:
    employerId: daddf4c2-64d3-4522-bf9a-c4c2580efafe
    clientId: bakery-payroll
    clientSecret: { env: PAYTALLY_SANDBOX_SECRET }
    employees: employees.csv
    zone: Europe/Brussels
language: ${language}
${attribution}${more}
`;
}

function opened(each, url, mapping) {
  const folder = resolve(target, each.name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'paytally.yaml'), settings(each, url));
  copyFileSync(mapping, join(folder, 'employees.csv'));
  return folder;
}

function run(folder, ...argv) {
  execFileSync(process.execPath, [join(resolve(program), 'src/main.js'), ...argv], {
    cwd: folder,
    env: { ...process.env, PAYTALLY_SANDBOX_SECRET: 'sandbox-secret-of-the-bakery' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function exported(folder, { period = '2026-10', templates = SHEETS, final, changed }) {
  const accepted = final ? ['--final', ...CLOSED.flatMap((code) => ['--accept', `${code}=known`])] : [];
  const named = [...templates, ...(changed ? ['pay-lines'] : [])].flatMap((name) => ['--template', name]);
  run(folder, 'export', period, ...named, ...accepted);
}

/** The final's hours as a payroll system might have them: each ninth sum is missing, others have a quarter more. */
function registerOf(out) {
  const name = readdirSync(out).find((each) => each.endsWith('pay-lines.csv'));
  const [heading, ...lines] = readFileSync(join(out, name), 'utf8').trim().split('\n');
  const columns = heading.split(',');
  const sums = new Map();
  for (const line of lines) {
    const cells = line.split(',');
    const cell = (column) => cells[columns.indexOf(column)];
    const key = `${cell('employeeNumber')};${cell('payCode')}`;
    sums.set(key, (sums.get(key) ?? 0) + Number(cell('minutes')));
  }
  const rows = [...sums]
    .filter((_, index) => index % 9 !== 4)
    .map(([key, minutes], index) => `${key};${(minutes / 60 + (index % 5 === 2 ? 0.25 : 0)).toFixed(2)}`);
  return ['Employee number;Pay code;Hours', ...rows].join('\n');
}

/** What is written once a final's hours have changed. */
function exportedAgain(folder, each, url) {
  writeFileSync(join(folder, 'paytally.yaml'), settings(each, url));
  run(folder, 'corrections', '2026-10', '--sheet', 'by-hand.xlsx');
  writeFileSync(join(folder, 'register.csv'), registerOf(join(folder, 'out')));
  try {
    run(folder, 'compare-register', '2026-10', '--register', 'register.csv', '--register-period', '2026-10');
  } catch (error) {
    // It differs, as it is made to.
    if (error.status !== 5) throw error;
  }
  exported(folder, { ...each, final: false });
}

const chosen = CASES.filter(
  ({ name }) => wanted.length === 0 || wanted.some((each) => name.startsWith(each)),
);

/** Serves some records while work is done. A case that fails does not stop the others, and ends the program with 1. */
async function withService(data, cases, work) {
  const service = await served(data);
  for (const each of cases) {
    try {
      work(each, service.url);
    } catch (error) {
      console.error(`${each.name}: ${error.message}`);
      process.exitCode = 1;
    }
  }
  service.stop();
}

for (const people of new Set(chosen.map((each) => each.people))) {
  const { data, mapping } = dataOf(people);
  const cases = chosen.filter((one) => one.people === people);
  await withService(data, cases, (each, url) => exported(opened(each, url, mapping), each));
  const changed = cases.filter((each) => each.changed);
  if (changed.length > 0)
    await withService(changedData(), changed, (each, url) =>
      exportedAgain(resolve(target, each.name), each, url),
    );
}
