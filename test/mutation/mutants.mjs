// The mutants of folders of the domain, the tests that go through each, and what became of it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundled, filesUnder, instrumented, root } from './bundle.mjs';
import { memory } from './memory.mjs';
import { TestProcess } from './process.mjs';

const SLOW_MARK = /^\/\/ @module-tag slow$/m;
/** Tests that ask other programs, or take minutes by themselves. */
const SLOW_FILE = /(Oracle|sampleMonth)\.test\.ts$/;
/** Folders whose tests take long and go through little of the others: they are for their own folder. */
const FOR_THEMSELVES = ['schedule', 'rulesCheck'];
/** Processor time of one test beyond which it is left out. */
const SLOWEST_TEST_MS = 800;

/** Tests elsewhere that ask the domain alone: the examples of the documents, and what independent oracles say. */
const BESIDE = [
  'test/documentation/payExamples.test.ts',
  'test/documentation/timeExamples.test.ts',
  'test/oracle/domainAgreement.test.ts',
  'test/oracle/names.test.ts',
  'test/oracle/payExamples.test.ts',
  'test/oracle/payOracle.test.ts',
  'test/oracle/workingTime.test.ts',
];

/**
 * The mutants of these folders, each with its `status`: killed, ran away, survived or not covered.
 * @param every 4: each fourth one, spread over all files
 * @param isGate whether tests that are tagged slow are left out, as in `npm test`
 * @param mostMs processor time of tests for one mutant, quick ones first: what none of them notices counts as survived
 */
export async function mutantsOf(folders, { every, mostMs, isGate }) {
  const files = folders.flatMap((folder) => filesUnder(join(root, 'src/domain', folder), '.ts'));
  const { sources, mutants: all } = await instrumented(files);
  const mutants = all.filter((_, index) => index % every === 0);
  const inDomain = filesUnder(join(root, 'test/domain'), '.test.ts').filter((name) => isFor(folders, name));
  const own = isGate ? inDomain.filter((name) => !SLOW_MARK.test(readFileSync(name, 'utf8'))) : inDomain;
  const tests = [...own, ...BESIDE.map((name) => join(root, name))];
  const runner = new TestProcess({ ...(await bundled(tests, sources)), root }, isGate);
  const ran = await runner.dryRun();
  if (!Array.isArray(ran)) throw new Error(`The tests do not run without a mutant: ${ran.why}`);
  const through = byMutant(usable(ran));
  const known = memory(mostMs, isGate);
  const order = testOrder();
  for (const [index, mutant] of mutants.entries()) {
    const tests = through.get(mutant.id) ?? [];
    const remembered = known.get(mutant, tests);
    Object.assign(mutant, remembered ?? (await outcome(mutant, tests, { runner, order, mostMs })));
    if (remembered === undefined) known.note(mutant, tests);
    if (index % 500 === 499) console.log(`${index + 1} of ${mutants.length} mutants`);
  }
  known.write();
  runner.end();
  return mutants;
}

function isFor(folders, test) {
  const alone = FOR_THEMSELVES.find((folder) => test.includes(`/test/domain/${folder}/`));
  return !SLOW_FILE.test(test) && (alone === undefined || folders.includes(alone));
}

/** The tests that pass and are quick; the others are named. */
function usable(ran) {
  const fit = ({ failure, ms }) => failure === undefined && ms < SLOWEST_TEST_MS;
  for (const { id, ms, failure } of ran.filter((test) => !fit(test)))
    console.log(`left out: ${id}: ${failure ?? `${Math.round(ms)} ms`}`);
  return ran.filter(fit).sort((a, b) => a.ms - b.ms);
}

/** Tests by the mutants they go through, while they run or while their file is read, quick ones first. */
function byMutant(tests) {
  const through = new Map();
  for (const { id: test, file, ms, loadMs, hits, atLoad } of tests)
    for (const id of new Set([...Object.keys(hits), ...Object.keys(atLoad)])) {
      if (!through.has(id)) through.set(id, []);
      through.get(id).push({ id: test, file, ms, loadMs, hits: (hits[id] ?? 0) + (atLoad[id] ?? 0) });
    }
  return through;
}

async function outcome({ id, file: source }, through, { runner, order, mostMs }) {
  if (through.length === 0) return { status: 'not covered' };
  let ms = 0;
  const loaded = new Set();
  const tests = order.sorted(source, through).filter((test) => {
    ms += test.ms + (loaded.has(test.file) ? 0 : test.loadMs);
    loaded.add(test.file);
    return ms < mostMs;
  });
  const hits = tests.reduce((sum, test) => sum + test.hits, 0);
  const found = await runner.withMutant({
    id,
    tests: tests.map(({ id: test, file }) => ({ id: test, file })),
    hitLimit: hits * 100 + 1000,
  });
  if (found.killer !== undefined) order.note(source, found.killer);
  if (found.ranAway) return { status: 'ran away', killer: found.killer };
  return found.killer === undefined ? { status: 'survived' } : { status: 'killed', killer: found.killer };
}

/** Which tests to try first: those that noticed the last mutants of the same file, then those of the same folder. */
function testOrder() {
  const last = new Map();
  let now = 0;
  const noticed = (source, what) => last.get(`${source} ${what}`) ?? 0;
  const isNear = (source, file) => file.startsWith(`test${source.slice(3, source.lastIndexOf('/'))}`);
  return {
    note(source, test) {
      now += 1;
      last.set(`${source} ${test}`, now);
    },
    sorted: (source, tests) =>
      tests.toSorted(
        (a, b) =>
          noticed(source, b.id) - noticed(source, a.id) ||
          isNear(source, b.file) - isNear(source, a.file) ||
          a.ms - b.ms,
      ),
  };
}
