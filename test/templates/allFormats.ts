import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { NamedFormat } from './payrollFormat.js';
import type { Reader } from './readLine.js';
import { TEMPLATES } from './sampleFile.js';

/** The payroll formats of the built-in templates: each folder with a `format.test.ts`. */
export async function allFormats(): Promise<readonly NamedFormat[]> {
  const names = readdirSync(TEMPLATES).filter((name) => existsSync(join(TEMPLATES, name, 'format.test.ts')));
  return Promise.all(names.sort().map(formatNamed));
}

/** The format of a built-in template. */
export async function formatNamed(name: string): Promise<NamedFormat> {
  const { format } = await import(join(TEMPLATES, name, 'format.test.ts'));
  return format;
}

/** How the system of a format reads its file. */
export async function readerOf(name: string): Promise<Reader> {
  return (await formatNamed(name)).readings[0].reader;
}
