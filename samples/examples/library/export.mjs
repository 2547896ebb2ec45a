// Exports a month from your own program: node export.mjs CONFIGURATION PERIOD OUT
import { configOf, createContext, exportPeriod, loadConfig } from 'paytally';

const [configuration, period, out] = process.argv.slice(2);
const context = createContext({
  env: process.env,
  cwd: process.cwd(),
  streams: { stdout: process.stdout, stderr: process.stderr },
  signal: new AbortController().signal,
});
const loaded = await loadConfig({ path: configuration, cwd: context.cwd, env: context.env });
for (const employer of Object.keys(loaded.config.employers)) {
  const { control, files } = await exportPeriod({ context, loaded, employer, period, out });
  const { employerName } = configOf(loaded, employer);
  console.log(`${employerName}: ${control.exportedEntries} entries, ${files.length} file(s)`);
}
