import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runPaytally } from '../programs/runPaytally.js';

export interface FolderBench {
  readonly cwd: string;
  readonly put: (path: string, text: string) => void;
  readonly read: (path: string) => string;
  /** Replaces the entries: rows of `entryRow`. */
  readonly entries: (...rows: readonly string[]) => void;
  /** Runs a command with `--json` at an instant. */
  readonly run: (
    instant: string,
    ...argv: readonly string[]
  ) => Promise<{ status: number; json: ReturnType<typeof JSON.parse>; stderr: string }>;
  /** The same for a command that must end with status 0; its output. @throws Error with what it said otherwise */
  readonly done: (instant: string, ...argv: readonly string[]) => Promise<ReturnType<typeof JSON.parse>>;
  /** The names of a folder's files; none without the folder. */
  readonly list: (folder: string) => readonly string[];
  readonly close: () => void;
}

const HEADING = 'id,employee,start,end,break,reviewed,task,establishment';

/** An employer whose records are CSV files, with a configuration and files of its own. */
export function openFolderBench(
  configuration: string,
  files: Readonly<Record<string, string>> = {},
): FolderBench {
  const cwd = mkdtempSync(join(tmpdir(), 'paytally-folder-'));
  const saved = new Set<string>();
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
    saved.add(join(cwd, path));
  };
  /** What was put since the last command was saved then, and not on the real day of the test. */
  const saveAt = (instant: Date) => {
    for (const path of saved) if (existsSync(path)) utimesSync(path, instant, instant);
    saved.clear();
  };
  put('paytally.yaml', `source: { csv: hours }\n${configuration}`);
  for (const [path, text] of Object.entries(files)) put(path, text);
  const run: FolderBench['run'] = async (instant, ...argv) => {
    const options = { cwd, nowMs: Date.parse(instant) };
    saveAt(new Date(instant));
    const { status, stdout, stderr } = await runPaytally([...argv, '--json'], options);
    return { status, stderr, json: JSON.parse(stdout || '{}') };
  };
  return {
    cwd,
    put,
    read: (path) => readFileSync(join(cwd, path), 'utf8'),
    entries: (...rows) => put('hours/entries.csv', `${[HEADING, ...rows].join('\n')}\n`),
    run,
    done: async (instant, ...argv) => {
      const { status, json, stderr } = await run(instant, ...argv);
      if (status !== 0) throw new Error(`${argv.join(' ')}: status ${status}\n${stderr}`);
      return json;
    },
    list: (folder) => (existsSync(join(cwd, folder)) ? readdirSync(join(cwd, folder)) : []),
    close: () => rmSync(cwd, { recursive: true, force: true }),
  };
}

/** A reviewed entry within one day: `entryRow('e1', 'ann', '2026-10-05', '08:00', '16:00')`. */
export function entryRow(
  id: string,
  employee: string,
  date: string,
  start: string,
  end: string,
  { task = '', establishment = '' } = {},
): string {
  return `${id},${employee},${date}T${start},${date}T${end},0,yes,${task},${establishment}`;
}
