import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../support/programs/runPaytally.js';

const TYPES = join(PROJECT, 'dist/src');
const START = /^(export|declare|import|\/\*\*|\/\/)/;

/** Every public name with its declaration, as the compiler wrote it. */
export function libraryReport(): string {
  const index = readFileSync(join(TYPES, 'index.d.ts'), 'utf8');
  const declarations = [...index.matchAll(/^export (type )?\{([^}]*)\} from '\.\/([^']+)\.js';/gm)].flatMap(
    ([, , names = '', module = '']) =>
      names
        .split(',')
        .map((name) => name.trim().replace(/^type /, ''))
        .filter(Boolean)
        .map((name) => [name, declarationOf(name, module)] as const),
  );
  const sorted = declarations.sort(([a], [b]) => (a < b ? -1 : 1));
  return `${sorted.map(([name, text]) => `## ${name}\n\n\`\`\`ts\n${text}\n\`\`\``).join('\n\n')}`;
}

/** From its comment to the line before the next declaration. @throws Error for a name that the module does not declare */
function declarationOf(name: string, module: string): string {
  const lines = readFileSync(join(TYPES, `${module}.d.ts`), 'utf8')
    .trimEnd()
    .split('\n');
  const declares = new RegExp(`^export (declare )?(abstract )?(const )?(\\w+ )?${name}\\b`);
  const at = lines.findIndex((line) => declares.test(line));
  if (at < 0) throw new Error(`${module}.d.ts does not declare ${name}`);
  let from = at;
  if (lines[at - 1]?.trimEnd().endsWith('*/')) while (!lines[--from]?.startsWith('/**'));
  const next = lines.findIndex((line, place) => place > at && START.test(line));
  return lines.slice(from, next < 0 ? undefined : next).join('\n');
}
