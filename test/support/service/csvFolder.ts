import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { configOf } from '../../../src/config/config.js';
import { loadConfigText } from '../../../src/config/load.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { createCsvSource } from '../../../src/sources/csv/csvSource.js';
import type { Source, SourceRead, SourceRequest } from '../../../src/sources/source.js';
import type { Observer } from '../../../src/sources/transport/effects.js';
import { ReadStaging } from '../../../src/store/readStaging.js';
import { parseRecordLine } from '../../../src/store/recordParts.js';
import { TEMPORARY_FILE } from '../../../src/store/storeFailure.js';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

export type FolderFiles = Readonly<Record<string, string | Uint8Array>>;

export function csvFolder(files: FolderFiles): string {
  const folder = mkdtempSync(join(tmpdir(), 'paytally-folder-'));
  folders.push(folder);
  writeFiles(folder, files);
  return folder;
}

export function writeFiles(folder: string, files: FolderFiles): void {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}

/** The source of a folder. @param settings further keys of `source` @param more further settings of the employer */
export async function csvSourceOf(
  folder: string,
  settings = '',
  more = ', zone: Europe/Brussels',
  atPass: (pass: number) => void = () => undefined,
): Promise<Source> {
  const text = `source: { csv: "${folder}"${settings} }\nemployers: { bakery: { name: Bakery${more} } }\n`;
  const loaded = await loadConfigText(text, join(tmpdir(), 'paytally.yaml'), {});
  const config = configOf(loaded, 'bakery');
  if (config.source === 'workforce' || !('csv' in config.source)) throw new Error('not a folder');
  const { signal } = new AbortController();
  const observer: Observer = (event) => {
    if (event.type === 'pass' && event.list === 'time-entries') atPass(event.pass);
  };
  return createCsvSource({ config, settings: config.source, folder, observer, signal });
}

export interface FolderRead extends SourceRead {
  // biome-ignore lint/suspicious/noExplicitAny: the records are what is tested
  readonly records: readonly any[];
}

export async function readCsv(source: Source, request: Partial<SourceRequest> = {}): Promise<FolderRead> {
  const staging = new ReadStaging(TEMPORARY_FILE);
  try {
    const windows = [{ from: toLocalDate('2026-01-01'), to: toLocalDate('2026-12-31') }];
    const read = await source.read({ windows, read: 'once', staging, ...request });
    const lines = [...staging.sorted()].map(({ line }) => parseRecordLine(line, '', 'record'));
    const dated = lines.filter(({ list }) => list === 'time-entries' || list === 'shifts');
    return { ...read, records: dated.map(({ json }) => JSON.parse(json)) };
  } finally {
    staging.close();
  }
}
