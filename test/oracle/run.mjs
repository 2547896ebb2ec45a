// npm run oracle -- --cases 5000 --seed 1: pay lines of so many random cases against counting minute by minute.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { cases: { type: 'string', default: '5000' }, seed: { type: 'string', default: '1' } },
});
const args = ['vitest', 'run', 'test/oracle/payOracle.test.ts', '--testTimeout', '600000'];
const env = { ...process.env, ORACLE_CASES: values.cases, ORACLE_SEED: values.seed };
process.exitCode =
  spawnSync('npx', args, { stdio: 'inherit', env, shell: process.platform === 'win32' }).status ?? 1;
