#!/usr/bin/env node
import { readFileSync } from 'node:fs';

/** Alone, it loads nothing: package managers and scripts ask for it often. */
function printVersion(): void {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  // A reader that has closed the pipe gets nothing.
  process.stdout.on('error', () => {});
  process.stdout.write(`${version}\n`);
}

if (process.argv.length === 3 && process.argv[2] === '--version') printVersion();
else await import('./start.js');
