import { randomBytes } from 'node:crypto';
import type { Integration } from './employerState.js';
import type { Scope } from './scopes.js';

export interface IssuedToken {
  readonly integration: Integration;
  /** The secret that it was issued with: another one in the integration means that it is dead. */
  readonly secret: string;
  readonly scopes: readonly Scope[];
  readonly expiresAtMs: number;
}

/** The tokens that are out. */
export class TokenBook {
  private readonly tokens = new Map<string, IssuedToken>();
  issuedCount = 0;

  constructor(private readonly now: () => number) {}

  issue(integration: Integration, scopes: readonly Scope[], lifetimeSeconds: number): string {
    const nowMs = this.now();
    this.forgetExpired(nowMs);
    const token = randomBytes(24).toString('base64url');
    const expiresAtMs = nowMs + lifetimeSeconds * 1000;
    this.tokens.set(token, { integration, secret: integration.secret, scopes, expiresAtMs });
    integration.lastUsedAtMs = nowMs;
    this.issuedCount += 1;
    return token;
  }

  /** Undefined for a token that was never issued, has expired, or whose integration changed since. */
  find(token: string): IssuedToken | undefined {
    const issued = this.tokens.get(token);
    if (issued === undefined || issued.expiresAtMs <= this.now()) return undefined;
    const { integration, secret } = issued;
    return integration.state === 'active' && integration.secret === secret ? issued : undefined;
  }

  kill(token: string): void {
    this.tokens.delete(token);
  }

  killAll(): void {
    this.tokens.clear();
  }

  private forgetExpired(nowMs: number): void {
    for (const [token, { expiresAtMs }] of this.tokens) if (expiresAtMs <= nowMs) this.tokens.delete(token);
  }
}
