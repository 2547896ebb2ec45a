import type { EmployerState } from './employerState.js';
import type { ListName } from './records.js';
import { SCOPE_MODULES, type Scope } from './scopes.js';
import type { IssuedToken, TokenStore } from './tokenEndpoint.js';

/** The scope that each list needs (docs/service.md, "Lists"). */
const LIST_SCOPES: Readonly<Record<ListName, Scope>> = {
  establishments: 'establishments:read',
  'public-holidays': 'establishments:read',
  employees: 'employees:read',
  'agency-workers': 'agency-workers:read',
  teams: 'planning:read',
  tasks: 'planning:read',
  shifts: 'planning:read',
  'time-entries': 'time-entries:read',
};

interface AccessRefusal {
  readonly status: 401 | 403;
  readonly detail: string;
}

/** The token of an `Authorization: Bearer` header. */
export function parseBearer(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}

/**
 * Decides whether a token gives access to a list of an employer, and otherwise the status of the refusal
 * (docs/service.md, "Refusals of data").
 */
export function checkAccess(
  tokens: TokenStore,
  employers: ReadonlyMap<string, EmployerState>,
  authorization: string | undefined,
  employerId: string,
  list: ListName,
): AccessRefusal | undefined {
  const bearer = parseBearer(authorization);
  const token = bearer === undefined ? undefined : tokens.find(bearer);
  const employer = token && employers.get(token.integration.employerId);
  if (token === undefined || employer === undefined)
    return unauthorized('The token is missing, invalid or expired.');
  if (!employer.apiAccess) return unauthorized('API access is not active.');
  if (!token.scopes.some((scope) => isAvailable(scope, employer))) {
    return unauthorized('None of the scopes of the token is available any more.');
  }
  return checkScope(token, employer, employerId, list);
}

function checkScope(
  token: IssuedToken,
  employer: EmployerState,
  employerId: string,
  list: ListName,
): AccessRefusal | undefined {
  const scope = LIST_SCOPES[list];
  if (employer.employerId !== employerId) return forbidden('The token belongs to another employer.');
  if (!token.scopes.includes(scope)) return forbidden(`The token lacks the scope ${scope}.`);
  if (!isAvailable(scope, employer)) return forbidden(`The employer has no module for ${scope}.`);
  return undefined;
}

function isAvailable(scope: Scope, employer: EmployerState): boolean {
  const module = SCOPE_MODULES[scope];
  return module === null || employer.modules[module];
}

const unauthorized = (detail: string): AccessRefusal => ({ status: 401, detail });
const forbidden = (detail: string): AccessRefusal => ({ status: 403, detail });
