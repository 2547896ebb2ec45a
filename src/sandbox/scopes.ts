/** The product modules that an employer may have (docs/service.md, "Scopes and modules"). */
export type ModuleName = 'planning' | 'timeRegistration';

/** Every scope with the module that it needs (docs/service.md, "Scopes and modules"). */
export const SCOPE_MODULES = {
  'establishments:read': null,
  'employees:read': null,
  'agency-workers:read': null,
  'planning:read': 'planning',
  'time-entries:read': 'timeRegistration',
} as const satisfies Record<string, ModuleName | null>;

export type Scope = keyof typeof SCOPE_MODULES;

export const SCOPES = Object.keys(SCOPE_MODULES) as readonly Scope[];

export function isScope(text: string): text is Scope {
  return Object.hasOwn(SCOPE_MODULES, text);
}
