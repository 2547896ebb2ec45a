import { spawnSync } from 'node:child_process';

const CANDIDATES = ['/usr/bin/python3', 'python3'];
const known = new Map<string, string | undefined>();

/** The first Python that can import the module; undefined if there is none (the test then reports it and skips). */
export function pythonWith(module: string): string | undefined {
  if (!known.has(module)) {
    const found = CANDIDATES.find((name) => spawnSync(name, ['-c', `import ${module}`]).status === 0);
    if (found === undefined) console.warn(`skipped: no python3 with ${module} on this machine`);
    known.set(module, found);
  }
  return known.get(module);
}

/** Runs a Python program and reads the JSON that it prints. */
export function runPython(python: string, program: string, ...args: string[]): unknown {
  const run = spawnSync(python, ['-c', program, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (run.status !== 0) throw new Error(`python ended with ${run.status}: ${run.stderr}`);
  return JSON.parse(run.stdout);
}

/** The first of these programs that runs; undefined if there is none. */
export function programOf(name: string, ...probe: string[]): string | undefined {
  const key = `program ${name}`;
  if (!known.has(key)) {
    const found = spawnSync(name, probe).error === undefined;
    if (!found) console.warn(`skipped: no ${name} on this machine`);
    known.set(key, found ? name : undefined);
  }
  return known.get(key);
}
