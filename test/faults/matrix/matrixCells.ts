import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Call, Fate } from './faultShim.js';
import type { MatrixCommand } from './matrixCommands.js';

/** Calls that name a path can also be denied, and lack a descriptor. */
const OF_PATHS = ['open', 'mkdir', 'rename', 'link', 'unlink', 'rmdir'];

/** The calls of a command, and the digest of all files before each of them. */
export interface Trace {
  readonly command: MatrixCommand;
  readonly calls: readonly Call[];
  readonly states: ReadonlyMap<number, string>;
}

export interface Cell {
  readonly command: MatrixCommand;
  readonly call: Call;
  readonly fate: Fate;
  /** Which of the calls of this kind to a file of this name it is, from 1. */
  readonly ordinal: number;
  readonly fileName: string;
  /** The same in every run: the command, the fate, and which of the calls of this kind it is. */
  readonly key: string;
}

/** The cells of all traces, and how many of them are in no other one. */
export interface CellList {
  readonly cells: readonly Cell[];
  /** Calls × fates. */
  readonly all: number;
  /** Without all but the first and the last of equal calls to the same file, with no other call to it in between. */
  readonly withoutRows: number;
  /** Kills that leave the same files as the call before. */
  readonly sameFiles: number;
  /** In the beginning or the end of a command that makes the same calls as that of an earlier command. */
  readonly sameCode: number;
}

/** Code and states that several cells share are tried once. */
export function listCells(traces: readonly Trace[]): CellList {
  const known = new Set<string>();
  const list = { cells: [] as Cell[], all: 0, withoutRows: 0, sameFiles: 0, sameCode: 0 };
  for (const { command, calls, states } of traces) {
    const kinds = calls.map(kindOf);
    const isWithinRow = rowsOf(calls, kinds);
    const begins = digestsOf(kinds);
    const ends = digestsOf([...kinds].reverse()).reverse();
    const counts = new Map<string, number>();
    const shared = (at: number) => [`begin ${begins[at]}`, `end ${ends[at]}`];
    let before: string | undefined;
    calls.forEach((call, at) => {
      const kind = kinds[at] ?? '';
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      const fates = fatesOf(call);
      list.all += fates.length;
      if (isWithinRow(at)) return;
      list.withoutRows += fates.length;
      const state = states.get(call.number);
      const isSameState = state !== undefined && state === before;
      before = state;
      const ordinal = counts.get(kind) ?? 0;
      const key = (fate: Fate) => `${command.name}: ${fate} at ${kind} ${ordinal}`;
      for (const fate of fates) {
        if (shared(at).some((each) => known.has(each))) list.sameCode += 1;
        else if (fate === 'kill' && isSameState) list.sameFiles += 1;
        else list.cells.push({ command, call, fate, ordinal, fileName: nameOf(call), key: key(fate) });
      }
    });
    for (const at of calls.keys()) for (const each of shared(at)) known.add(each);
  }
  return list;
}

/** Whether the call before and the one after it to the same file are of the same kind. */
function rowsOf(calls: readonly Call[], kinds: readonly string[]): (at: number) => boolean {
  const placesOf = new Map<string, number[]>();
  calls.forEach(({ path }, at) => {
    placesOf.set(path, [...(placesOf.get(path) ?? []), at]);
  });
  const within = new Set<number>();
  for (const places of placesOf.values())
    places.forEach((at, index) => {
      const neighbours = [places[index - 1], places[index + 1]];
      if (neighbours.every((each) => each !== undefined && kinds[each] === kinds[at])) within.add(at);
    });
  return (at) => within.has(at);
}

/** A digest of the list up to each of its items. */
function digestsOf(kinds: readonly string[]): string[] {
  let digest = '';
  return kinds.map((kind) => {
    digest = createHash('sha256').update(`${digest}\n${kind}`).digest('hex');
    return digest;
  });
}

/** The call and its file. */
function kindOf(call: Call): string {
  return `${call.call} ${nameOf(call)}`;
}

/** The name of a file, without what differs in every run. */
function nameOf({ path }: Call): string {
  return basename(path)
    .replace(/\d{8}T\d{6}-[0-9a-f]+/g, 'RUN')
    .replace(/[0-9a-f]{12,}/g, '#');
}

function fatesOf({ call }: Call): readonly Fate[] {
  return OF_PATHS.includes(call) ? ['kill', 'ENOSPC', 'EIO', 'EACCES', 'EMFILE'] : ['kill', 'ENOSPC', 'EIO'];
}

/** A digest of all names and contents in a folder. */
export function digestOfFolder(folder: string): string {
  const hash = createHash('sha256');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }));
  for (const { entry, path } of paths.sort((one, other) => (one.path < other.path ? -1 : 1))) {
    hash.update(`${path.slice(folder.length)}\n`);
    if (entry.isFile()) hash.update(readFileSync(path));
    if (entry.isSymbolicLink()) hash.update(readlinkSync(path));
  }
  return hash.digest('hex');
}
