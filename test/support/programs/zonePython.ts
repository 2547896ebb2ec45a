import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Runs a script of this folder and reads the JSON that it prints; `input` is passed to it as JSON on stdin. */
export type ZonePython = (script: string, args: readonly string[], input?: unknown) => unknown;

const PYTHONS = ['/usr/bin/python3', 'python3'];
/** Python's default paths; only folders that state their version are useful. */
const TABLE_FOLDERS = [
  '/usr/share/zoneinfo',
  '/usr/lib/zoneinfo',
  '/usr/share/lib/zoneinfo',
  '/etc/zoneinfo',
];

function hasZoneinfo(python: string): boolean {
  try {
    execFileSync(python, ['-c', 'import zoneinfo'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function versionOf(folder: string): string | undefined {
  const path = `${folder}/tzdata.zi`;
  return existsSync(path) ? /^# version (\S+)/.exec(readFileSync(path, 'utf8'))?.[1] : undefined;
}

/** A Python with zone tables of the required version; undefined, after a line that says so, if there is none. */
export function findZonePython(version: string): ZonePython | undefined {
  const tables = TABLE_FOLDERS.find((folder) => versionOf(folder) === version);
  const python = PYTHONS.find(hasZoneinfo);
  if (tables === undefined || python === undefined) {
    console.warn(`skipped: no python3 with zone tables ${version} on this machine`);
    return undefined;
  }
  const env = { ...process.env, PYTHONTZPATH: tables, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' };
  return (script, args, input = null) => {
    const path = fileURLToPath(new URL(`../../oracle/${script}`, import.meta.url));
    const options = { env, input: JSON.stringify(input), encoding: 'utf8', maxBuffer: 1 << 28 } as const;
    return JSON.parse(execFileSync(python, [path, ...args], options));
  };
}
