import type { RunRequest } from '../runRequest.js';

/** What the command line asked of corrections. */
export interface CorrectionsRequest extends RunRequest {
  /** Line -> reason. */
  readonly settle: ReadonlyMap<string, string>;
  /** Only finals that were made with this run or after it. */
  readonly since: string | undefined;
}
