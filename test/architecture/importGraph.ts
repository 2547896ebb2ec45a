import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

export interface Import {
  readonly file: string;
  /** As written. */
  readonly target: string;
  /** The file in src; undefined for a package. */
  readonly to: string | undefined;
}

/** Static imports and re-exports, imports of types, imports for their effect, dynamic imports. */
const IMPORT = /^(?:import|export)\s[^'";]*?from\s+'([^']+)'|^import\s+'([^']+)'|import\('([^']+)'\)/gm;

/** The types of the messages, which the build makes. */
const GENERATED = 'i18n/messageValues.ts';

export const FILES: readonly string[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && path !== GENERATED);

export const IMPORTS: readonly Import[] = FILES.flatMap((file) => {
  const source = readFileSync(join(SRC, file), 'utf8');
  return [...source.matchAll(IMPORT)].map(([, named, bare, dynamic]) => {
    const target = named ?? bare ?? dynamic ?? '';
    return { file, target, to: target.startsWith('.') ? fileOf(file, target) : undefined };
  });
});

function fileOf(file: string, target: string): string {
  const path = relative(SRC, resolve(SRC, dirname(file), target)).replaceAll('\\', '/');
  return path.replace(/\.js$/, '.ts');
}

/** Folders with a folder for each job, or for each service that is read. */
export const WINGS = ['app', 'sources'];

/** The first level below src, or the second one of a wing; a file at the top counts as a folder. */
export function roomOf(path: string): string {
  const [first = path, second = ''] = path.split('/');
  return WINGS.includes(first) ? `${first}/${second}` : first;
}

export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export function graphOf(arrows: Iterable<readonly [from: string, to: string]>): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of arrows) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  return graph;
}

/** All nodes that can be reached from a node; the node itself only if it is part of a cycle. */
function reached(graph: Graph, from: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [...(graph.get(from) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(graph.get(next) ?? []));
  }
  return seen;
}

/** Groups of nodes that all reach each other, each sorted; empty if there are no cycles. */
export function circles(graph: Graph): readonly (readonly string[])[] {
  const reach = new Map([...graph.keys()].map((node) => [node, reached(graph, node)]));
  const groups = [...graph.keys()].map((node) => {
    const group = [...(reach.get(node) ?? [])].filter((other) => reach.get(other)?.has(node) === true);
    return group.sort();
  });
  const distinct = new Map(groups.filter((group) => group.length > 0).map((group) => [group.join(), group]));
  return [...distinct.values()];
}
