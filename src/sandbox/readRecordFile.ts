import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { DataProblems } from './dataProblems.js';

/** A raw record with its place: `shifts.json[3]`, or `shifts.ndjson:4` (lines count from 1). */
export interface PlacedRecord {
  readonly place: string;
  readonly value: unknown;
}

/** Reads a JSON array, or NDJSON line by line. What cannot be read goes to `problems`. */
export async function* readRecordFile(
  path: string,
  label: string,
  problems: DataProblems,
): AsyncGenerator<PlacedRecord> {
  if (path.endsWith('.ndjson')) {
    yield* readLines(path, label, problems);
    return;
  }
  const value = await readJsonFile(path, label, problems);
  if (value === undefined) return;
  if (!Array.isArray(value)) {
    problems.add(label, 'expected an array of records');
    return;
  }
  for (const [index, record] of value.entries()) yield { place: `${label}[${index}]`, value: record };
}

/** The content of a JSON file; undefined where it is none, which goes to `problems`. */
export async function readJsonFile(path: string, label: string, problems: DataProblems): Promise<unknown> {
  try {
    return parseJson(await readFile(path, 'utf8'));
  } catch (error) {
    problems.add(label, error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

async function* readLines(path: string, label: string, problems: DataProblems): AsyncGenerator<PlacedRecord> {
  let line = 0;
  for await (const text of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line += 1;
    if (text.trim() === '') continue;
    const place = `${label}:${line}`;
    try {
      yield { place, value: parseJson(text) };
    } catch (error) {
      problems.add(place, error instanceof Error ? error.message : String(error));
    }
  }
}

/** Editors on Windows may write a byte order mark, which JSON does not know. */
function parseJson(text: string): unknown {
  return JSON.parse(text.replace(/^\uFEFF/, ''));
}
