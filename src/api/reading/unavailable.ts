import type { ListName } from '../../domain/records/records.js';
import { SCOPE_FACTS, SCOPE_OF_LIST, type Scope } from '../auth/scopes.js';
import type { ListForbidden } from './dataRefusal.js';
import type { Unavailable } from './employerRead.js';

/** The lists that a scope would have opened. The token endpoint does not tell a scope from a module (docs/service.md, "Refusals of a token"). */
export function unavailableByScope(scope: Scope): readonly Unavailable[] {
  const { permission, module, lists, cost } = SCOPE_FACTS[scope];
  const or = module === undefined ? '' : `, or the employer has no ${module} module`;
  const lack = module === undefined ? 'permission' : 'permission-or-module';
  const reason = `The integration lacks the permission "${permission}" (${scope})${or}. Without it: ${cost}.`;
  return lists.map((list) => ({ list, lack, permission, scope, module: module ?? '', reason }));
}

/** A list that answered 403 although the token has its scope. */
export function unavailableByModule(list: ListName, { lack, message }: ListForbidden): Unavailable {
  const scope = SCOPE_OF_LIST[list];
  const { permission, module = '', cost } = SCOPE_FACTS[scope];
  return { list, lack, permission, scope, module, reason: `${message} Without it: ${cost}.` };
}
