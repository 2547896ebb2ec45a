import { resolve } from 'node:path';
import { liveSecret } from '../../config/liveSecret.js';
import type { ApiDelivery } from '../../config/schema/deliverySchema.js';
import type { RunHost } from '../../run.js';
import type { Secret } from '../../runtime/secrets/secret.js';
import { safeName } from '../outgoingFile.js';

/** Addresses of a vendor's API, each with its source. */
interface Vendor {
  /** Its display name. */
  readonly title: string;
  readonly address: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly scope: string;
  /** Further parameters of the authorisation address. */
  readonly authorizeWith: Readonly<Record<string, string>>;
}

/**
 * DATEV: OpenAPI file of hr:files 2.0.13 (developer.datev.de), `servers` and the security schemes `datev_openid` and
 * `datev_idp_next`. `enableWindowsSso`: "Interface requirements Login mit DATEV" (developer.datev.de, node 40368).
 * Xero: `servers` and `components.securitySchemes` of its OpenAPI files (github.com/XeroAPI/Xero-OpenAPI, MIT), which are
 * the same for the payrolls of the United Kingdom, New Zealand and Australia (version 2), 16.1.0. Without `offline_access`
 * (OpenID Connect Core 1.0, section 11) there is no refresh token.
 */
const VENDORS: Readonly<Record<ApiDelivery['to'], Vendor>> = {
  datev: {
    title: 'DATEV hr:files',
    address: 'https://hr-files.api.datev.de/platform',
    authorizeUrl: 'https://login.datev.de/openid/authorize',
    tokenUrl: 'https://api.datev.de/token',
    scope: 'openid datev:hr:payrolldataupload',
    authorizeWith: { enableWindowsSso: 'true' },
  },
  xero: {
    title: 'Xero',
    address: 'https://api.xero.com/payroll.xro/2.0',
    authorizeUrl: 'https://login.xero.com/identity/connect/authorize',
    tokenUrl: 'https://identity.xero.com/connect/token',
    scope: 'offline_access payroll.timesheets',
    authorizeWith: {},
  },
};

/** A vendor's API for one delivery. */
export interface ApiAccount extends Vendor {
  /** The delivery's name in the configuration. */
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: Secret | undefined;
  /** The file of its tokens; absolute. */
  readonly tokenPath: string;
  /** The coordination of processes that renew tokens. */
  readonly lockFolder: string;
  readonly redirectPort: number;
}

/** The program's functions for calling an API. */
export type ApiHost = Pick<RunHost, 'context' | 'http' | 'terminal'>;

/** Folders of a configuration, and of its store. */
export interface ApiFolders {
  readonly folder: string;
  readonly storeFolder: string;
}

/** The account of a delivery, with its secret. @throws PaytallyError SECRET_MISSING, SECRET_INVALID */
export async function resolveApiAccount(
  host: ApiHost,
  name: string,
  settings: ApiDelivery,
  { folder, storeFolder }: ApiFolders,
): Promise<ApiAccount> {
  const vendor = VENDORS[settings.to];
  const { clientSecret, tokens = `secrets/${safeName(name)}.tokens.json` } = settings;
  return {
    ...vendor,
    name,
    address: (settings.address ?? vendor.address).replace(/\/+$/, ''),
    authorizeUrl: settings.authorizeUrl ?? vendor.authorizeUrl,
    tokenUrl: settings.tokenUrl ?? vendor.tokenUrl,
    scope: settings.scope ?? vendor.scope,
    clientId: settings.clientId,
    clientSecret: clientSecret && (await liveSecret(host, clientSecret, folder)),
    tokenPath: resolve(folder, tokens),
    lockFolder: storeFolder,
    redirectPort: settings.redirectPort,
  };
}

/** The vendor's ID of the client or organisation of the files. */
export function apiClient(settings: ApiDelivery): string {
  return settings.to === 'datev' ? settings.client : settings.tenant;
}

/** The recipient for display and the outbox: `1234567-12345@hr-files.api.datev.de`. */
export function apiRecipient(settings: ApiDelivery): string {
  const { host } = new URL(settings.address ?? VENDORS[settings.to].address);
  return `${apiClient(settings)}@${host}`;
}
