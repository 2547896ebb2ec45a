#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Scrubber } from './api/scrubber.js';
import { systemClock } from './api/systemClock.js';
import { createUndiciHttp } from './api/undiciHttp.js';
import { runProgram } from './cli/program.js';
import type { Context } from './context.js';
import { ExitStatus, PaytallyError } from './errors.js';
import { openTerminal } from './terminal.js';

const packageFolder = fileURLToPath(new URL('../../', import.meta.url));

function versionOf(folder: string): string {
  const manifest: { version: string } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
  return manifest.version;
}

/** The first Ctrl-C ends the run in order, the second one at once. */
function interruptible(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(ExitStatus.interrupted);
      controller.abort(new PaytallyError('INTERRUPTED', 'Interrupted.'));
    });
  }
  return controller.signal;
}

/** A reader that goes away (`paytally … | head`) is no failure of ours. */
function tolerateClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

async function main(): Promise<void> {
  tolerateClosedPipes();
  const scrubber = new Scrubber();
  const context: Context = {
    env: process.env,
    cwd: process.cwd(),
    version: versionOf(packageFolder),
    packageFolder,
    signal: interruptible(),
    clock: systemClock,
    random: Math.random,
    scrubber,
    openTerminal: (options) =>
      openTerminal({ stdout: process.stdout, stderr: process.stderr }, options, scrubber),
    openHttp: createUndiciHttp,
  };
  process.exitCode = await runProgram(process.argv.slice(2), context);
}

await main();
