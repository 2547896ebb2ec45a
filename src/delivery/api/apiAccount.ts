import { resolve } from 'node:path';
import { liveSecret } from '../../config/liveSecret.js';
import type { ApiDelivery } from '../../config/schema/deliverySchema.js';
import type { RunHost } from '../../run.js';
import type { Secret } from '../../runtime/secrets/secret.js';
import type { DeliveryFolders } from '../deliveryKind.js';
import { safeName } from '../outgoingFile.js';

/** Addresses of a vendor's API; its file says where each is documented. */
export interface Vendor {
  /** Its display name. */
  readonly title: string;
  readonly address: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly scope: string;
  /** Further parameters of the authorisation address. */
  readonly authorizeWith: Readonly<Record<string, string>>;
  /** The secret of the application is a field of the token request (RFC 6749, section 2.3.1), not its header. */
  readonly isSecretInForm?: true;
}

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

/** The account of a delivery, with its secret. @throws PaytallyError SECRET_MISSING, SECRET_INVALID */
export async function resolveApiAccount(
  host: ApiHost,
  vendor: Vendor,
  { name, settings }: { readonly name: string; readonly settings: ApiDelivery },
  { folder, storeFolder }: DeliveryFolders,
): Promise<ApiAccount> {
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
