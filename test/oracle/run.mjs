// npm run oracle -- --cases 5000 --seed 1: pay lines of so many random cases against counting minute by minute;
// with --of people: days, lines, exceptions and corrections of random employers against the definitions of their data.
// with --of accounts: balances, surplus and corrections of hours accounts over three years against their definitions.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const TESTS = { pay: 'payOracle', people: 'people', accounts: 'accounts' };

const { values } = parseArgs({
  options: {
    of: { type: 'string', default: 'pay' },
    cases: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
  },
});
const test = `test/oracle/${TESTS[values.of]}.test.ts`;
const args = ['vitest', 'run', test, '--testTimeout', '600000'];
const env = { ...process.env, ORACLE_CASES: values.cases, ORACLE_SEED: values.seed };
process.exitCode =
  spawnSync('npx', args, { stdio: 'inherit', env, shell: process.platform === 'win32' }).status ?? 1;
