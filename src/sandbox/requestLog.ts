import type { FaultKind } from './faultRule.js';

/** What happened to one request. Paths only: never a query, a header or a body. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
  /** The list, `token`, or `other` for what the API does not know. */
  readonly endpoint: string;
  /** The status that was sent, or 0 where there was no whole answer. */
  readonly status: number;
  readonly elapsedMs: number;
  readonly faults: readonly FaultKind[];
}

export interface SandboxStats {
  readonly requests: number;
  readonly requestsByEndpoint: Readonly<Record<string, number>>;
  readonly answersByStatus: Readonly<Record<string, number>>;
  /** Answers with 429, from limits and from faults. */
  readonly tooMany: number;
  readonly tokensIssued: number;
  readonly faultsByKind: Readonly<Record<string, number>>;
}

/** `GET /api/… 200 3 ms latency`: for the terminal. */
export function formatRequestLine({ method, path, status, elapsedMs, faults }: RequestLine): string {
  const parts = [method, path, status === 0 ? 'broken' : String(status), `${Math.round(elapsedMs)} ms`];
  return [...parts, ...faults].join(' ');
}

/** Counts requests and passes each line on. */
export class RequestLog {
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
