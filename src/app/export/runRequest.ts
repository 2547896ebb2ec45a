import type { LoadedConfig } from '../../config/config.js';
import type { DeliveryChoice } from '../../delivery/deliveries.js';
import type { ExportState } from '../../domain/computed/computedPeriod.js';
import type { AcceptedKey } from '../../domain/exceptions/finding.js';
import type { LocalDate } from '../../domain/time/localDate.js';

/** `write` does everything; `plan` renders but writes nothing; `check` stops after the checks. */
export type RunEffect = 'write' | 'plan' | 'check';

/** The options of the command line, the same for every employer. */
export interface RunRequest {
  readonly loaded: LoadedConfig;
  readonly periodText: string;
  readonly state: ExportState;
  readonly read: 'once' | 'twice';
  /** Names or paths, or those of the employer's configuration. */
  readonly templates: readonly string[] | 'configured';
  /** Folder for the files, absolute. */
  readonly out: string;
  /** Folder of the store, absolute. */
  readonly storeFolder: string;
  readonly accepted: ReadonlyMap<AcceptedKey, string>;
  readonly effect: RunEffect;
  /** The deliveries to send once the files have been written. */
  readonly deliver?: DeliveryChoice;
  /** The reason for replacing earlier finals of the same days. */
  readonly supersede?: string | undefined;
  /** The reason for using a store that is older than its witnesses. */
  readonly storeOlder?: string | undefined;
  /** Published shifts replace time entries from this day of the period on. */
  readonly estimateFrom?: LocalDate | undefined;
}
