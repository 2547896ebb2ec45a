import type { LoadedConfig } from '../config/config.js';
import type { ExceptionCode } from '../domain/exceptions/finding.js';
import type { LocalDate } from '../domain/time/localDate.js';
import type { ExportState, RunEffect } from './outcome.js';

/** Which deliveries are asked for. */
export interface DeliveryChoice {
  readonly kind: 'all' | 'mail';
  /** undefined: all that the configuration has. */
  readonly names?: readonly string[] | undefined;
}

/** What the command line asked for, the same for every employer. */
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
  readonly accepted: ReadonlyMap<ExceptionCode, string>;
  readonly effect: RunEffect;
  /** What is to be delivered once the files are in place. */
  readonly deliver?: DeliveryChoice;
  /** The reason for taking earlier finals of the same days back. */
  readonly supersede?: string | undefined;
  /** The reason for going on with a store that is older than its witnesses. */
  readonly storeOlder?: string | undefined;
  /** From this day of the period on published shifts stand in for entries. */
  readonly estimateFrom?: LocalDate | undefined;
}
