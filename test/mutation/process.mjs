// The thread that runs the tests, ended and begun anew where a mutant never comes back.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const WORKER = join(dirname(fileURLToPath(import.meta.url)), 'worker.mjs');
/** Processor time that the tests of one mutant may take: not wall time, so that a busy machine kills nothing. */
const MOST_CPU_MS = 20_000;
/** Waiting for something that never comes takes no processor time. */
const MOST_WALL_MS = 300_000;

export class TestProcess {
  #data;
  #worker;

  /** @param data scripts, entries and root: see worker.mjs */
  constructor(data) {
    this.#data = data;
  }

  dryRun() {
    return this.#ask('dry', Number.POSITIVE_INFINITY);
  }

  /** `killer` where a test fails; `ranAway` where it goes on without end or takes all memory. */
  withMutant(work) {
    return this.#ask(work, MOST_CPU_MS);
  }

  async end() {
    await this.#worker?.terminate();
  }

  #ask(work, mostCpuMs) {
    this.#worker ??= new Worker(WORKER, {
      workerData: this.#data,
      resourceLimits: { maxOldGenerationSizeMb: 700 },
      stdout: true,
    });
    const worker = this.#worker;
    const before = process.cpuUsage();
    const from = Date.now();
    return new Promise((resolve) => {
      const done = (answer) => {
        clearInterval(watch);
        worker.off('message', done).off('error', failed);
        resolve(answer);
      };
      const lost = async (why) => {
        this.#worker = undefined;
        await worker.terminate();
        done({ ranAway: true, why });
      };
      const watch = setInterval(() => {
        const { user, system } = process.cpuUsage(before);
        if ((user + system) / 1000 > mostCpuMs) lost('processor time');
        else if (Number.isFinite(mostCpuMs) && Date.now() - from > MOST_WALL_MS) lost('no answer');
      }, 500);
      const failed = (error) => lost(error.message);
      worker.on('message', done).on('error', failed);
      worker.postMessage(work);
    });
  }
}
