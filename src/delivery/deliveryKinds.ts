import type { ApiDelivery, DeliverySettings, MailDelivery } from '../config/schema/deliverySchema.js';
import { datevApi } from './api/datev.js';
import { loketApi } from './api/loket.js';
import { apiKind, type PayrollApi } from './api/payrollApi.js';
import { xeroApi } from './api/xero.js';
import { commandKind } from './commandDelivery.js';
import type { DeliveryKind } from './deliveryKind.js';
import { folderKind } from './folder.js';
import { sftpKind } from './sftp/sftp.js';

/** Deliveries of files to a destination; mails are sent to people. */
export type FileDelivery = Exclude<DeliverySettings, MailDelivery>;

type SettingsOf<To extends DeliverySettings['to']> = Extract<DeliverySettings, { readonly to: To }>;

const APIS: { readonly [To in ApiDelivery['to']]: PayrollApi<SettingsOf<To>> } = {
  datev: datevApi,
  loket: loketApi,
  xero: xeroApi,
};

/** Each kind of delivery has an entry here, and its settings in the schema of the configuration. */
const KINDS: { readonly [To in FileDelivery['to']]: DeliveryKind<SettingsOf<To>> } = {
  folder: folderKind,
  sftp: sftpKind,
  command: commandKind,
  datev: apiKind(APIS.datev),
  loket: apiKind(APIS.loket),
  xero: apiKind(APIS.xero),
};

export function kindOf<Settings extends FileDelivery>({ to }: Settings): DeliveryKind<Settings> {
  // An entry receives the settings of its kind, which TypeScript cannot infer from the table.
  return KINDS[to] as unknown as DeliveryKind<Settings>;
}

export function payrollApiOf<Settings extends ApiDelivery>({ to }: Settings): PayrollApi<Settings> {
  return APIS[to] as unknown as PayrollApi<Settings>;
}
