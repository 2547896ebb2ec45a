// Writes the built-in workbooks of many cases with one build of the program, to compare the cells of two builds:
//   node test/oracle/reportWorkbooks.mjs BEFORE/dist before && node test/oracle/reportWorkbooks.mjs dist after
//   python3 test/oracle/report_cells.py before after
// The service is always that of this build, so that both read the same records.
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
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
];

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

function exported(each, url, mapping) {
  const { name, period = '2026-10', templates = SHEETS, final } = each;
  const folder = resolve(target, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'paytally.yaml'), settings(each, url));
  copyFileSync(mapping, join(folder, 'employees.csv'));
  const accepted = final ? ['--final', ...CLOSED.flatMap((code) => ['--accept', `${code}=known`])] : [];
  const named = templates.flatMap((template) => ['--template', template]);
  execFileSync(
    process.execPath,
    [join(resolve(program), 'src/main.js'), 'export', period, ...named, ...accepted],
    {
      cwd: folder,
      env: { ...process.env, PAYTALLY_SANDBOX_SECRET: 'sandbox-secret-of-the-bakery' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
}

const chosen = CASES.filter(
  ({ name }) => wanted.length === 0 || wanted.some((each) => name.startsWith(each)),
);
for (const people of new Set(chosen.map((each) => each.people))) {
  const { data, mapping } = dataOf(people);
  const service = await served(data);
  try {
    for (const each of chosen.filter((one) => one.people === people)) {
      try {
        exported(each, service.url, mapping);
      } catch (error) {
        console.error(`${each.name}: ${error.message}`);
      }
    }
  } finally {
    service.stop();
  }
}
