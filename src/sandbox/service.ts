import { randomBytes } from 'node:crypto';
import { EditScript } from './edits.js';
import { EmployerState } from './employerState.js';
import { FaultInjector, type FaultKind } from './faults.js';
import { CursorSigner } from './pages.js';
import { Portal } from './portal.js';
import { RateLimits } from './rateLimits.js';
import type { SandboxData } from './sandboxData.js';
import { type LimitSettings, limitSettings, type PagingSettings, pagingSettings } from './settings.js';
import { type ResolvedShapes, resolveShapes, type ShapeOptions } from './shapes.js';
import { TokenEndpoint, TokenStore } from './tokenEndpoint.js';

/** The options of a service: the data, and shapes that may be functions. */
export interface ServiceOptions extends Omit<SandboxData, 'shapes'> {
  readonly shapes?: ShapeOptions;
  /** @default the machine's clock */
  readonly now?: () => number;
  readonly onRequest?: (line: RequestLine) => void;
}

/** The whole state of the service, except its sockets. */
export class Service {
  readonly employers: ReadonlyMap<string, EmployerState>;
  readonly now: () => number;
  readonly faults: FaultInjector;
  readonly limits: RateLimits;
  readonly tokens: TokenStore;
  readonly tokenEndpoint: TokenEndpoint;
  readonly portal: Portal;
  readonly log: RequestLog;
  readonly edits = new EditScript();
  readonly cursors = new CursorSigner(randomBytes(32));
  shapes: ResolvedShapes;
  paging: PagingSettings;

  constructor(options: ServiceOptions) {
    this.now = options.now ?? Date.now;
    this.employers = new Map(options.employers.map((data) => [data.employerId, new EmployerState(data)]));
    this.shapes = resolveShapes(options.shapes ?? {});
    this.paging = pagingSettings.parse(options.paging ?? {});
    this.faults = new FaultInjector(options.faults);
    this.limits = new RateLimits(limitSettings.parse(options.limits ?? {}), this.now);
    this.tokens = new TokenStore(this.now);
    this.tokenEndpoint = new TokenEndpoint(this.employers, this.tokens, this.limits);
    this.portal = new Portal(this.employers, (): LimitSettings => this.limits.settings);
    this.log = new RequestLog(options.onRequest);
  }
}

/** The log record of a request. Contains only the path, never a query, header or body. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
  /** The list, `token`, or `other` for an unknown path. */
  readonly endpoint: string;
  /** The status of the answer, or 0 if it was incomplete. */
  readonly status: number;
  readonly elapsedMs: number;
  readonly faults: readonly FaultKind[];
}

export interface SandboxStats {
  readonly requests: number;
  readonly requestsByEndpoint: Readonly<Record<string, number>>;
  readonly answersByStatus: Readonly<Record<string, number>>;
  /** The number of answers with 429, from limits and from faults. */
  readonly tooMany: number;
  readonly tokensIssued: number;
  readonly faultsByKind: Readonly<Record<string, number>>;
}

/** `GET /api/… 200 3 ms latency`, for the terminal. */
export function formatRequestLine({ method, path, status, elapsedMs, faults }: RequestLine): string {
  const parts = [method, path, status === 0 ? 'broken' : String(status), `${Math.round(elapsedMs)} ms`];
  return [...parts, ...faults].join(' ');
}

/** Counts requests and passes each line on. */
class RequestLog {
  private requests = 0;
  private byEndpoint: Record<string, number> = {};
  private byStatus: Record<string, number> = {};
  private byFault: Record<string, number> = {};

  constructor(private readonly onRequest: ((line: RequestLine) => void) | undefined) {}

  add(line: RequestLine): void {
    this.requests += 1;
    this.byEndpoint[line.endpoint] = (this.byEndpoint[line.endpoint] ?? 0) + 1;
    this.byStatus[line.status] = (this.byStatus[line.status] ?? 0) + 1;
    for (const kind of line.faults) this.byFault[kind] = (this.byFault[kind] ?? 0) + 1;
    this.onRequest?.(line);
  }

  stats(tokensIssued: number): SandboxStats {
    return {
      requests: this.requests,
      requestsByEndpoint: { ...this.byEndpoint },
      answersByStatus: { ...this.byStatus },
      tooMany: this.byStatus[429] ?? 0,
      tokensIssued,
      faultsByKind: { ...this.byFault },
    };
  }

  clear(): void {
    this.requests = 0;
    this.byEndpoint = {};
    this.byStatus = {};
    this.byFault = {};
  }
}
