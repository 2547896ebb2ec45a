/** paytally as a library: the same pipeline that the command runs, for programs. */
export type { Config, LoadedConfig } from './config/config.js';
export { type LoadOptions, loadConfig } from './config/load.js';
export type { Context } from './context.js';
export { createContext, type Surroundings } from './createContext.js';
export { ERRORS, type ErrorCode, ExitStatus, PaytallyError } from './errors.js';
export { type OutcomeJson, outcomeJson, type RunOutcome } from './pipeline/outcome.js';
export { runEmployer } from './pipeline/run/runEmployer.js';
export { openRunHost, type RunHost } from './pipeline/runHost.js';
export type { RunRequest } from './pipeline/runRequest.js';
