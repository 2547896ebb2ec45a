import { randomBytes } from 'node:crypto';
import { CursorBook } from './cursorBook.js';
import { EditScript } from './editScript.js';
import { EmployerState } from './employerState.js';
import { FaultDesk } from './faultDesk.js';
import { type LimitSettings, limitSettings } from './limitSettings.js';
import { type PagingSettings, pagingSettings } from './pagingSettings.js';
import { Portal } from './portal.js';
import { RateLimits } from './rateLimits.js';
import { type RequestLine, RequestLog } from './requestLog.js';
import type { SandboxData } from './sandboxData.js';
import { type ResolvedShapes, resolveShapes, type ShapeOptions } from './shapeOptions.js';
import { TokenBook } from './tokenBook.js';
import { TokenEndpoint } from './tokenEndpoint.js';

/** What a service is made of: the data, and shapes that may be functions. */
export interface ServiceOptions extends Omit<SandboxData, 'shapes'> {
  readonly shapes?: ShapeOptions;
  /** @default the machine's clock */
  readonly now?: () => number;
  readonly onRequest?: (line: RequestLine) => void;
}

/** The whole state of the service, apart from its sockets. */
export class Service {
  readonly employers: ReadonlyMap<string, EmployerState>;
  readonly now: () => number;
  readonly faults: FaultDesk;
  readonly limits: RateLimits;
  readonly tokens: TokenBook;
  readonly tokenEndpoint: TokenEndpoint;
  readonly portal: Portal;
  readonly log: RequestLog;
  readonly edits = new EditScript();
  readonly cursors = new CursorBook(randomBytes(32));
  shapes: ResolvedShapes;
  paging: PagingSettings;

  constructor(options: ServiceOptions) {
    this.now = options.now ?? Date.now;
    this.employers = new Map(options.employers.map((data) => [data.employerId, new EmployerState(data)]));
    this.shapes = resolveShapes(options.shapes ?? {});
    this.paging = pagingSettings.parse(options.paging ?? {});
    this.faults = new FaultDesk(options.faults);
    this.limits = new RateLimits(limitSettings.parse(options.limits ?? {}), this.now);
    this.tokens = new TokenBook(this.now);
    this.tokenEndpoint = new TokenEndpoint(this.employers, this.tokens, this.limits);
    this.portal = new Portal(this.employers, (): LimitSettings => this.limits.settings);
    this.log = new RequestLog(options.onRequest);
  }
}
