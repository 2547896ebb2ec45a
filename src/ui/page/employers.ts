/* The names of the employers, which pages show instead of keys. */
import type { StartAnswer } from '../startRoutes.js';

let names: ReadonlyMap<string, string> = new Map();

export function setEmployers(employers: StartAnswer['employers']): void {
  names = new Map(employers.map(({ key, name }) => [key, name]));
}

/** The name of an employer; its key if the configuration lacks it. */
export function employerName(key: string): string {
  return names.get(key) ?? key;
}
