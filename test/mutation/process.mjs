// The process that runs the tests, ended and begun anew where a mutant never comes back or takes all memory.
import { fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CHILD = join(dirname(fileURLToPath(import.meta.url)), 'child.mjs');
/** Processor time that the tests of one mutant may take: not wall time, so that a busy machine kills nothing. */
const MOST_CPU_MS = 20_000;
/** Waiting for something that never comes takes no processor time; nor is it known on every system. */
const MOST_WALL_MS = 300_000;

export class TestProcess {
  #scripts;
  #env;
  #child;

  /** @param scripts chunks, entries and root: see child.mjs */
  constructor(scripts, isGate) {
    this.#scripts = scripts;
    this.#env = isGate ? { PAYTALLY_GATE: '1' } : {};
  }

  dryRun() {
    return this.#ask({ dry: true }, false);
  }

  /** `killer` where a test fails; `ranAway` where it goes on without end or takes all memory. */
  withMutant(work) {
    return this.#ask(work, true);
  }

  end() {
    this.#child?.kill('SIGKILL');
  }

  #begun() {
    if (this.#child !== undefined) return this.#child;
    // No programs are found there: tests that ask others leave that out.
    const options = {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=700'],
      silent: true,
      env: this.#env,
    };
    this.#child = fork(CHILD, options);
    this.#child.stdout.resume();
    this.#child.stderr.resume();
    this.#child.send({ scripts: this.#scripts });
    return this.#child;
  }

  #ask(work, isBounded) {
    const child = this.#begun();
    const before = cpuMs(child.pid);
    const from = Date.now();
    return new Promise((resolve) => {
      const done = (answer) => {
        clearInterval(watch);
        child.off('message', done).off('exit', gone);
        resolve(answer);
      };
      const gone = (status, signal) => {
        this.#child = undefined;
        done({ ranAway: true, why: `ended: ${status ?? signal}` });
      };
      const watch = setInterval(() => {
        const isOver = cpuMs(child.pid) - before > MOST_CPU_MS || Date.now() - from > MOST_WALL_MS;
        if (isBounded && isOver) child.kill('SIGKILL');
      }, 500);
      child.on('message', done).on('exit', gone);
      child.send(work);
    });
  }
}

/** Processor time of a process as Linux counts it; elsewhere nothing, and the wall time decides. */
function cpuMs(pid) {
  const place = `/proc/${pid}/stat`;
  if (!existsSync(place)) return 0;
  const fields = readFileSync(place, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
