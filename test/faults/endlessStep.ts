import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const asUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;

/** What the program says once it is in the loop. */
export const IN_THE_LOOP = 'in the loop';

/**
 * Loaded before the program (`--import`): one of its modules goes on forever behind a piece of its text, and says so. A
 * module without that text stops the program.
 * @param module how its path ends @param after a piece of what was compiled of it, behind which a statement may stand
 * @returns the address of what is to be imported
 */
export function endlessStep(folder: string, module: string, after: string): string {
  // Not through the stream, which would stay in the middle of this write where the loop is ended at once.
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
