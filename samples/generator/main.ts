import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type GeneratorOptions, generateEmployer } from './generateEmployer.js';
import { mappingFile } from './mappingFile.js';
import { writeDataFolder } from './writeDataFolder.js';

const USAGE =
  'usage: node dist/samples/generator/main.js --out DIR [--employees N] [--months M] [--seed S] [--mapping FILE] [--ndjson]';

function wholeNumber(name: string, text: string, lowest: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < lowest)
    throw new Error(`--${name}: expected a whole number from ${lowest}, got "${text}"`);
  return value;
}

/** Makes a sandbox data folder of any size; without sizes, the one in samples/data. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      employees: { type: 'string' },
      months: { type: 'string' },
      seed: { type: 'string' },
      mapping: { type: 'string' },
      ndjson: { type: 'boolean', default: false },
    },
  });
  if (values.out === undefined) throw new Error('--out is missing');
  const options: GeneratorOptions = {
    ...(values.employees === undefined ? {} : { employees: wholeNumber('employees', values.employees, 1) }),
    ...(values.months === undefined ? {} : { months: wholeNumber('months', values.months, 1) }),
    ...(values.seed === undefined ? {} : { seed: wholeNumber('seed', values.seed, 0) }),
  };
  const employer = generateEmployer(options);
  await writeDataFolder(employer, values.out, values.ndjson ? 'ndjson' : 'json');
  const mapping = values.mapping ?? join(values.out, 'employees-bakery.csv');
  mkdirSync(dirname(mapping), { recursive: true });
  writeFileSync(mapping, mappingFile(employer.people));
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`);
  process.exitCode = 2;
}
