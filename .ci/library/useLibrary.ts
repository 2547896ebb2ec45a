import { join } from 'node:path';
import {
  type Config,
  configOf,
  createContext,
  exportPeriod,
  loadConfig,
  type OutcomeJson,
  PaytallyError,
} from 'paytally';

// Compiled against the types of the packed package, then run against its sandbox: see .ci/package.
const [folder = ''] = process.argv.slice(2);
const context = createContext({
  env: process.env,
  cwd: folder,
  streams: { stdout: process.stdout, stderr: process.stderr },
  signal: new AbortController().signal,
});
const loaded = await loadConfig({ path: join(folder, 'paytally.yaml'), cwd: folder, env: process.env });
const config: Config = configOf(loaded, 'bakery');
try {
  const run: OutcomeJson = await exportPeriod({
    context,
    loaded,
    employer: config.employerKey,
    period: '2026-10',
    out: 'from-library',
    templates: ['employee-days'],
  });
  console.log(run.files.map(({ rows }) => rows).join(), run.control.exportedMinutes);
} catch (error) {
  if (!(error instanceof PaytallyError)) throw error;
  console.error(error.code, error.remedy);
  process.exitCode = error.exitStatus;
}
