// Shows a file as the window's preview does. Arguments: the dist folder, the file. Ends with the status of a refusal.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [dist, path] = process.argv.slice(2);
const { previewSheets } = await import(pathToFileURL(join(dist, 'documents', 'previewSheets.js')).href);
try {
  const { sheets } = await previewSheets(path, await readFile(path));
  process.stdout.write(JSON.stringify(sheets.map(({ rows, isCut }) => [rows.length, isCut])));
} catch (failure) {
  process.stdout.write(`${failure.code}: ${failure.message}`);
  process.exitCode = failure.exitStatus ?? 1;
}
