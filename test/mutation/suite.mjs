// What the tests of the domain use of vitest, in one process: hundreds of mutants a second instead of one.
import * as expectations from '@vitest/expect';
import fastCheck from 'fast-check';

const { chai } = expectations;
chai.use(expectations.JestExtend);
chai.use(expectations.JestChaiExpect);
chai.use(expectations.JestAsymmetricMatchers);
const expect = Object.assign(
  (value, message) => chai.expect(value, message),
  chai.expect,
  globalThis[expectations.ASYMMETRIC_MATCHERS_OBJECT],
);
expectations.setState({ assertionCalls: 0, isExpectingAssertions: false }, expect);

/** Runs of a property: the first ones find most of what a hundred find. */
const RUNS = 10;
const bounded = (parameters = {}) => ({
  ...parameters,
  numRuns: Math.min(parameters.numRuns ?? 100, RUNS),
  seed: 20261,
  endOnFailure: true,
});
const checked = {
  ...fastCheck,
  assert: (property, parameters) => fastCheck.assert(property, bounded(parameters)),
};
export const boundedFastCheck = { __esModule: true, ...checked, default: checked };

/** Where tests are declared now; fixtures that several files share are evaluated once. */
let place = { file: '', tests: [], around: [] };

const declare = (name, run) => {
  const { file, tests, around } = place;
  tests.push({ id: `${file} ${tests.length} ${name}`, file, around: [...around], run });
};

const describe = (name, first, second) => {
  place.around.push({ name, before: [], after: [] });
  (second ?? first)();
  place.around.pop();
};

const hook = (list) => (run) => place.around.at(-1)[list].push(run);

/** The tests that a file declares while it is evaluated, each by its place and name. */
export function declaredBy(file, evaluate) {
  place = { file, tests: [], around: [{ name: file, before: [], after: [] }] };
  evaluate();
  return place.tests;
}

/** `each`, `for`, `skip` and `skipIf` of a test or a group. */
function withTables(declare) {
  const rows = (spread) => (table) => (name, body, rest) =>
    table.forEach((row, index) => {
      const values = spread && Array.isArray(row) ? row : [row];
      const [options, run] = typeof body === 'function' ? [{}, body] : [body, rest];
      declare(`${name} #${index}`, options, () => run(...values));
    });
  const skipped = () => {};
  return Object.assign(declare, {
    each: rows(true),
    for: rows(false),
    skip: skipped,
    skipIf: (is) => (is ? skipped : declare),
    runIf: (is) => (is ? declare : skipped),
  });
}

/** Where only the gate is asked, what is tagged slow is no test. */
const isLeftOut = ({ tags = [] }) => process.env.PAYTALLY_GATE !== undefined && tags.includes('slow');

const test = withTables((name, first, second) => {
  if (typeof first === 'function') declare(name, first);
  else if (!isLeftOut(first)) declare(name, second);
});

/** What stands for `vitest`. */
export const vitest = {
  __esModule: true,
  expect,
  test,
  it: test,
  describe: withTables(describe),
  beforeEach: hook('before'),
  afterEach: hook('after'),
};

/** Runs one test; throws where it fails. */
export async function runTest({ around, run }) {
  for (const { before } of around) for (const hook of before) await hook();
  try {
    await run();
  } finally {
    for (const { after } of around.toReversed()) for (const hook of after) await hook();
  }
}
