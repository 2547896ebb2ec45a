// Reads a month, adds up what each pay code gives, and renders a template in memory:
// node timesheets.mjs CONFIGURATION PERIOD
import { createContext, loadConfig, PaytallyError, withPeriod } from 'paytally';

const [configuration, period] = process.argv.slice(2);
const context = createContext({
  env: process.env,
  cwd: process.cwd(),
  streams: { stdout: process.stdout, stderr: process.stderr },
  signal: new AbortController().signal,
});
try {
  const loaded = await loadConfig({ path: configuration, cwd: context.cwd, env: context.env });
  const [employer] = Object.keys(loaded.config.employers);
  await withPeriod({ context, loaded, employer, period }, async (read) => {
    const minutes = new Map();
    let worked = 0;
    let people = 0;
    for (const timesheet of read.timesheets()) {
      people += 1;
      worked += timesheet.workedMinutes;
      for (const line of timesheet.lines)
        minutes.set(line.payCode, (minutes.get(line.payCode) ?? 0) + (line.minutes ?? 0));
    }
    console.log(`${read.from} to ${read.to}: ${people} people, ${worked} minutes`);
    for (const [payCode, sum] of minutes) console.log(`${payCode}: ${sum} minutes`);
    for (const { name, rows, content } of await read.render('employee-days'))
      console.log(`${name}: ${rows} rows, ${content.length} bytes`);
  });
} catch (error) {
  if (!(error instanceof PaytallyError)) throw error;
  console.error(`${error.code}: ${error.message}\n${error.remedy}`);
  process.exitCode = error.exitStatus;
}
