import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { GeneratedEmployer } from './generateEmployer.js';
import { EMPLOYER_FOLDER, serviceFile } from './serviceFile.js';

/** `json`: an array with a record on each line, so that each difference is one line. `ndjson`: for large lists. */
export type ListFormat = 'json' | 'ndjson';

function* jsonText(records: Iterable<unknown>): Generator<string, void> {
  let before = '[\n';
  for (const record of records) {
    yield `${before}${JSON.stringify(record)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

function* ndjsonText(records: Iterable<unknown>): Generator<string, void> {
  for (const record of records) yield `${JSON.stringify(record)}\n`;
}

/** Writes service.json and the employer's lists (format: samples/README.md) into `folder`. */
export async function writeDataFolder(
  employer: GeneratedEmployer,
  folder: string,
  format: ListFormat = 'json',
): Promise<void> {
  const lists: Readonly<Record<string, Iterable<unknown>>> = {
    establishments: employer.establishments,
    'public-holidays': employer.holidays,
    employees: employer.employees,
    'agency-workers': employer.agencyWorkers,
    teams: employer.teams,
    tasks: employer.tasks,
    shifts: employer.shifts(),
    'time-entries': employer.timeEntries(),
  };
  const textOf = format === 'json' ? jsonText : ndjsonText;
  mkdirSync(join(folder, EMPLOYER_FOLDER), { recursive: true });
  writeFileSync(join(folder, 'service.json'), `${JSON.stringify(serviceFile(), null, 2)}\n`);
  for (const [name, records] of Object.entries(lists)) {
    const file = createWriteStream(join(folder, EMPLOYER_FOLDER, `${name}.${format}`));
    await pipeline(Readable.from(textOf(records)), file);
  }
}
