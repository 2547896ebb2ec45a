import type { z } from 'zod';
import { PaytallyError } from '../errors.js';

const SHOWN = 8;
const VALUE_LENGTH = 60;

/** Collects what is wrong in a data folder, so that one run names (almost) everything. */
export class DataProblems {
  private readonly places: string[] = [];
  private readonly lines: string[] = [];
  private total = 0;

  get isEmpty(): boolean {
    return this.total === 0;
  }

  add(place: string, message: string): void {
    this.total += 1;
    if (this.lines.length >= SHOWN) return;
    this.places.push(place);
    this.lines.push(`${place}: ${message}`);
  }

  /** `place` is the file, with the index of the record; the path within comes from the issues. */
  addIssues(place: string, value: unknown, error: z.ZodError): void {
    for (const issue of error.issues) {
      const at = issue.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
      const got = issue.code === 'unrecognized_keys' ? '' : `, got ${shown(valueAt(value, issue.path))}`;
      this.add(`${place}${at}`, `${issue.message}${got}`);
    }
  }

  /** @throws PaytallyError SANDBOX_DATA_INVALID with the first places; its record is the very first one. */
  throwIfAny(): void {
    if (this.total === 0) return;
    const more = this.total > this.lines.length ? `\n  and ${this.total - this.lines.length} more` : '';
    throw new PaytallyError(
      'SANDBOX_DATA_INVALID',
      `The data folder is not usable:\n  ${this.lines.join('\n  ')}${more}`,
      {
        record: this.places[0] ?? '',
      },
    );
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const key of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined;
  return at;
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > VALUE_LENGTH ? `${text.slice(0, VALUE_LENGTH)}…` : text;
}
