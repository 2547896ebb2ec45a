#!/usr/bin/env node
import { readFileSync } from 'node:fs';

/** Alone, it loads nothing: package managers and scripts ask for it often. */
function printVersion(): void {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  // Node.js would remove the handler before its end: Ctrl-C in that moment would end a process whose work is done.
  process.on('SIGINT', () => {});
  // A reader that has closed the pipe gets nothing.
  process.stdout.on('error', () => process.exit());
  process.stdout.write(`${version}\n`, () => process.exit());
}

if (process.argv.length === 3 && process.argv[2] === '--version') printVersion();
else await import('./start.js');
