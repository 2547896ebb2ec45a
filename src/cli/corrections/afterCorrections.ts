import type { LoadedConfig } from '../../config/config.js';
import type { CorrectionsOutcome } from '../../export/correctEmployer.js';
import type { DeliveryStanding } from '../../run.js';
import { hasDeliveries } from '../afterRuns.js';
import { commandLine, type Next } from '../nextCommand.js';
import type { RunOptions } from '../runOptions.js';

/** The corrections of an employer. */
export interface Corrected {
  readonly outcome: CorrectionsOutcome;
  /** undefined where nothing was to be delivered. */
  readonly deliveries: readonly DeliveryStanding[] | undefined;
}

/** What was looked at can be written, and what was written be sent where somebody waits for it. */
export function afterCorrections(
  corrected: readonly Corrected[],
  options: RunOptions & { readonly since: string | undefined },
  loaded: LoadedConfig,
): Next | undefined {
  if (options.dryRun) return undefined;
  const { config } = options;
  if (!options.final)
    return corrected.every(({ outcome }) => outcome.lines.length === 0)
      ? undefined
      : finalCorrections(options);
  const [only] = corrected;
  if (only === undefined || corrected.length > 1 || only.deliveries !== undefined) return undefined;
  const { made, employer } = only.outcome;
  if (made === undefined || !hasDeliveries(loaded, employer)) return undefined;
  return { when: 'now', command: commandLine(['send', made.runId], { config }) };
}

/** With everything that was chosen to look at them. */
function finalCorrections({
  period,
  config,
  employer,
  template,
  since,
  accept,
  out,
}: Parameters<typeof afterCorrections>[1]): Next {
  const words = [
    ...['corrections', period, '--final'],
    ...(since === undefined ? [] : ['--since', since]),
    ...accept.flatMap((text) => ['--accept', text]),
    ...(out === undefined ? [] : ['--out', out]),
  ];
  return { when: 'now', command: commandLine(words, { config, employer, template }) };
}
