import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { MAIN } from '../support/programs/builtProgram.js';
import { isBuilt } from '../support/programs/childExport.js';

test.skipIf(!isBuilt || process.platform !== 'linux').each([
  [40, 2, /^USAGE: This process may open 40 files at once\. paytally needs 256 to start\.\n {2}Allow more/],
  [64, 2, /^USAGE: This process may open 64 files/],
  [256, 0, /^$/],
])('with %i open files the status is %i', { tags: 'slow' }, (limit, status, said) => {
  const argv = ['-c', `ulimit -n ${limit}; exec "$0" "$@"`, process.execPath, MAIN, '--help'];
  const end = spawnSync('/bin/bash', argv, { encoding: 'utf8' });
  expect(end.stderr).toMatch(said);
  expect(end.status).toBe(status);
});
