// Sources with all their mutants behind switches (Stryker's instrumenter), and the tests that use them, as plain scripts.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, '../..');
const quiet = { isDebugEnabled: () => false, debug() {}, info() {}, warn: console.warn };

/** All files under a folder whose names end so, absolute and sorted. */
export function filesUnder(folder, end) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(end))
    .map((name) => join(folder, name))
    .sort();
}

/** The mutants of source files: what would change where, and the sources with a switch for each. */
export async function instrumented(files) {
  const own = createRequire(join(here, 'package.json'));
  const { Instrumenter } = await import(pathToFileURL(own.resolve('@stryker-mutator/instrumenter')).href);
  const read = files.map((name) => ({
    name,
    mutate: true,
    content: readFileSync(name, 'utf8'),
  }));
  const options = { plugins: null, excludedMutations: [], ignorers: [], mutator: {} };
  const made = await new Instrumenter(quiet).instrument(read, options);
  const sources = new Map(made.files.map(({ name, content }) => [name, switched(content)]));
  const texts = new Map(read.map(({ name, content }) => [name, content]));
  return { sources, mutants: made.mutants.map((mutant) => named(mutant, texts)) };
}

/** A mutant with what it changes: where, the text there, the line it stands in. */
function named({ id, fileName, mutatorName, replacement, location }, texts) {
  const lines = texts.get(fileName).split('\n');
  const { start, end } = location;
  const inside = lines.slice(start.line, end.line + 1);
  inside[inside.length - 1] = inside[inside.length - 1].slice(0, end.column);
  inside[0] = inside[0].slice(start.column);
  return {
    id,
    file: relative(root, fileName).replaceAll('\\', '/'),
    line: start.line + 1,
    at: `${start.line}:${start.column}-${end.line}:${end.column}`,
    mutator: mutatorName,
    original: inside.join('\n'),
    replacement,
    text: lines[start.line].trim(),
  };
}

/** Our own switches instead of those that Stryker puts at the head of each file. */
function switched(content) {
  if (!content.includes('stryMutAct_9fa48')) return content;
  const lastOfHead = 'return isActive(id);\n}';
  const end = content.indexOf(lastOfHead);
  if (end < 0) throw new Error('The instrumenter writes another head than the one known here.');
  const own = 'const { active: stryMutAct_9fa48, cover: stryCov_9fa48 } = globalThis.paytallyMutation;\n';
  return own + content.slice(end + lastOfHead.length);
}

/** Scripts of the test files with these sources in place of the true ones: text by file name; an entry by test file. */
export async function bundled(testFiles, sources) {
  const build = await rolldown({
    input: Object.fromEntries(testFiles.map((file, index) => [`test${index}`, file])),
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !/^[A-Za-z]:/.test(id),
    treeshake: false,
    plugins: [{ name: 'mutants', load: (id) => ({ code: inPlace(id, sources) }) }],
    logLevel: 'silent',
  });
  const { output } = await build.generate({ format: 'cjs', exports: 'named', minify: false });
  await build.close();
  const chunks = Object.fromEntries(output.map(({ fileName, code }) => [fileName, code]));
  const entries = Object.fromEntries(
    output
      .filter((chunk) => chunk.isEntry)
      .map((chunk) => [relative(root, chunk.facadeModuleId).replaceAll('\\', '/'), chunk.fileName]),
  );
  return { chunks, entries };
}

/** A module's text; what it asks of its own place stays the place of the file. */
function inPlace(id, sources) {
  const code = sources.get(id) ?? readFileSync(id, 'utf8');
  return code
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)));
}
