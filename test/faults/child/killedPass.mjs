// Runs a command line on a clock that stands still, and dies at the step it is told to: a request to the service, or the
// beginning or end of a transaction.
// Arguments: dist folder, number of the step (0: none), before or after it, the time, the command line.
import { runBuilt, stepCounter } from './builtProgram.mjs';

const [dist, killAt, when, nowMs, ...argv] = process.argv.slice(2);
const { steps, stepwise } = stepCounter(killAt, when);

/** What is counted of requests is no part of a pass. */
function isEdge(sql) {
  return !this.path.endsWith('requests.sqlite') && (sql === 'BEGIN IMMEDIATE' || sql === 'COMMIT');
}
const openHttpOf = (open) => (options) => {
  const http = open(options);
  return { ...http, close: () => http.close(), request: stepwise((request) => http.request(request)) };
};
await runBuilt(dist, argv, { nowMs, execOf: (exec) => stepwise(exec, isEdge), openHttpOf });
process.stderr.write(`\nsteps: ${steps()}\n`);
