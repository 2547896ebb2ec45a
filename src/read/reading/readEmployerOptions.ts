import type { Scrubber } from '../../config/secrets/scrubber.js';
import type { ListName } from '../../domain/records/records.js';
import type { Credentials } from '../auth/credentials.js';
import type { FoundField } from '../discovery/targets.js';
import type { Clock, Http, Observer } from '../transport/effects.js';
import type { RateLimiter } from '../transport/rateLimiter.js';
import type { Digests } from './employerRead.js';
import type { ReadWindow } from './readWindows.js';
import type { RecordSink } from './recordSink.js';

/** What reaches outside. `limiter` and `http` are shared by all reads of the process. */
export interface ReadEffects {
  readonly http: Http;
  readonly clock: Clock;
  /** 0 up to, not including, 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly observer: Observer;
  readonly limiter: RateLimiter;
  readonly scrubber: Scrubber;
}

export interface EmployerAccess {
  /** Checked by `parseBaseUrl`. */
  readonly baseUrl: string;
  /** The employer's key in the configuration, for messages. */
  readonly employerKey: string;
  readonly employerId: string;
  readonly credentials: Credentials;
}

export interface ReadEmployerOptions extends EmployerAccess {
  readonly period: ReadWindow;
  /** Days read before and after the period. @default 1 */
  readonly marginDays?: number;
  readonly read: 'once' | 'twice';
  /** Without `establishments:read` nothing can be read unless the configuration names zones. */
  readonly hasConfiguredZones: boolean;
  /** Establishments under `zones` of the configuration: they help to find what refers to one. @default [] */
  readonly configuredEstablishments?: readonly string[];
  /** `fields` of the configuration. @default {} */
  readonly pins?: Readonly<Record<string, string>>;
  /** `fields` of the last read. @default [] */
  readonly knownFields?: readonly FoundField[];
  /** Of holiday names and labels, where there are several. @default 'en' */
  readonly language?: string;
  /** Whether the pinned tz data has a zone of this name. */
  readonly isZone: (name: string) => boolean;
  /** Earlier reads of exactly this window; one that is equal stands for a pass. */
  readonly earlier?: Digests;
  /** How many records a list had over a like window; many a day are read in several windows side by side. @default of `earlier` */
  readonly expectedRecords?: Readonly<Partial<Record<ListName, number>>>;
  /** Where the records go. */
  readonly sink: RecordSink;
  /** Requests open at once. @default 8 */
  readonly streams?: number;
}
