// Runs tests with one mutant switched on, or with none to learn which tests go through which mutants.
import * as programs from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { types } from 'node:util';
import { Script } from 'node:vm';
import { boundedFastCheck, declaredBy, runTest, vitest } from './suite.mjs';

let chunks;
let entries;
let fromRoot;
const scripts = new Map();
Error.stackTraceLimit = 2;

/** A test file evaluated anew: no state of another mutant is left in its modules. */
function testsOf(file, loaded) {
  const required = (name) => {
    if (name === 'vitest') return vitest;
    if (name === 'fast-check') return boundedFastCheck;
    if (name === 'node:child_process') return rememberedPrograms;
    const chunk = name.startsWith('./') ? name.slice(2) : undefined;
    return chunk === undefined ? packageOf(name) : evaluated(chunk);
  };
  const evaluated = (chunk) => {
    const known = loaded.get(chunk);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    loaded.set(chunk, module);
    scriptOf(chunk).runInThisContext()(module.exports, required, module);
    return module.exports;
  };
  return declaredBy(file, () => evaluated(entries[file]));
}

/** An oracle in another language knows no mutant: what it answers to the same question is asked for once. */
const answers = new Map();
const rememberedPrograms = {
  ...programs,
  isModule: true,
  execFileSync(program, args, options) {
    const question = JSON.stringify([program, args, options?.input]);
    if (!answers.has(question)) answers.set(question, programs.execFileSync(program, args, options));
    return answers.get(question);
  },
};

/** A package as `import` gives it: one that is a module itself is marked, so that its default stays its default. */
function packageOf(name) {
  const found = fromRoot(name);
  return types.isModuleNamespaceObject(found) ? { ...found, isModule: true } : found;
}

function scriptOf(chunk) {
  const text = () => `(function (exports, require, module) {${interop(chunks[chunk])}\n})`;
  if (!scripts.has(chunk)) scripts.set(chunk, new Script(text(), { filename: chunk }));
  return scripts.get(chunk);
}

const TO_MODULE = /__toESM = \((\w+), (\w+), (\w+)\) => \(/;
const interop = (code) => code.replace(TO_MODULE, '__toESM = ($1, $2, $3) => $1?.isModule ? $1 : (');

/** Processor time: a busy machine makes no test slow. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** All tests without a mutant: what each costs, whether it passes, which mutants it goes through and how often. */
async function dryRun() {
  let hits;
  globalThis.paytallyMutation = {
    active: () => false,
    cover: (...ids) => {
      for (const id of ids) hits[id] = (hits[id] ?? 0) + 1;
    },
  };
  const found = [];
  for (const file of Object.keys(entries)) {
    hits = {};
    const atLoad = hits;
    const begun = cpuMs();
    const tests = testsOf(file, new Map());
    const loadMs = cpuMs() - begun;
    for (const test of tests) {
      hits = {};
      const from = cpuMs();
      const failure = await runTest(test).then(
        () => undefined,
        (error) => String(error?.message ?? error),
      );
      found.push({ id: test.id, file, ms: cpuMs() - from, loadMs, failure, hits, atLoad });
    }
  }
  return found;
}

/** The first of these tests that fails with the mutant, if any. */
async function withMutant({ id, tests, hitLimit }) {
  let hits = 0;
  globalThis.paytallyMutation = {
    active: (asked) => {
      if (asked !== id) return false;
      if (++hits > hitLimit) throw new Error('goes through the mutant without end');
      return true;
    },
    cover: () => {},
  };
  const loaded = new Map();
  const byFile = new Map();
  for (const { file, id: test } of tests) {
    try {
      if (!byFile.has(file)) byFile.set(file, new Map(testsOf(file, loaded).map((one) => [one.id, one])));
      const declared = byFile.get(file).get(test);
      // A table of cases made by the code under test may have fewer rows: no test, no kill.
      if (declared !== undefined) await runTest(declared);
    } catch (error) {
      return { killer: test, ranAway: hits > hitLimit, message: String(error?.message).slice(0, 200) };
    }
    if (hits > hitLimit) return { killer: test, ranAway: true };
  }
  return {};
}

process.on('message', async (work) => {
  if (work.scripts !== undefined) {
    ({ chunks, entries } = work.scripts);
    fromRoot = createRequire(join(work.scripts.root, 'package.json'));
    return;
  }
  process.send(work.dry ? await dryRun() : await withMutant(work));
});
process.on('disconnect', () => process.exit());
