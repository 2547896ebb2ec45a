export type PortalRefusalCode =
  | 'support-session'
  | 'api-access-inactive'
  | 'too-many-integrations'
  | 'scopes-invalid'
  | 'integration-revoked'
  | 'integration-unknown'
  | 'employer-unknown';

/** The employer portal says no. */
export class PortalRefusal extends Error {
  constructor(
    readonly code: PortalRefusalCode,
    message: string,
  ) {
    super(message);
    this.name = 'PortalRefusal';
  }
}
