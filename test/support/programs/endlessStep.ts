import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const asUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;

/** The program's output once it is in the loop. */
export const IN_THE_LOOP = 'in the loop';

/**
 * Loaded before the program (`--import`): makes one of its modules loop forever after a given part of its code, and
 * reports it. A module without that text stops the program.
 * @param module how its path ends @param after a part of the compiled module that a statement may follow
 * @returns the address to import
 */
export function endlessStep(folder: string, module: string, after: string): string {
  // Not through the stream, which would stop in the middle of this write if the loop is ended at once.
  const loop = `{ sayInLoop(2, '${IN_THE_LOOP}'); for (;;); }`;
  const imported = "import { writeSync as sayInLoop } from 'node:fs';";
  const hooks = `export async function load(url, context, next) {
    const loaded = await next(url, context);
    if (!url.endsWith(${JSON.stringify(module)})) return loaded;
    const text = String(loaded.source);
    const after = ${JSON.stringify(after)};
    if (!text.includes(after)) throw new Error('nowhere in ' + url + ': ' + after);
    return { ...loaded, source: ${JSON.stringify(imported)} + text.replace(after, () => after + ${JSON.stringify(loop)}) };
  }`;
  const path = join(folder, 'endlessStep.mjs');
  writeFileSync(
    path,
    `import { register } from 'node:module';\nregister(${JSON.stringify(asUrl(hooks))});\n`,
  );
  return pathToFileURL(path).href;
}
