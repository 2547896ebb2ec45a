// Runs several command lines in one process, each as the program does. Arguments: dist folder, JSON list of command
// lines. Prints a JSON list of their statuses and outputs, each with the names of the files that are there then.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const [dist, lines] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(dist, path)).href);
const { createContext } = await load('createContext.js');
const { runProgram } = await load('cli/program.js');

function collector() {
  let text = '';
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      text += chunk;
      done();
    },
  });
  return { stream, text: () => text };
}

const ends = [];
for (const argv of JSON.parse(lines)) {
  const [stdout, stderr] = [collector(), collector()];
  const context = createContext({
    env: process.env,
    cwd: process.cwd(),
    streams: { stdout: stdout.stream, stderr: stderr.stream },
    signal: new AbortController().signal,
  });
  const status = await runProgram(argv, context);
  const files = readdirSync('.', { recursive: true });
  ends.push({ status, stdout: stdout.text(), stderr: stderr.text(), files });
}
process.stdout.write(JSON.stringify(ends));
