import { access, constants, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Config, configOf, type LoadedConfig } from '../config/config.js';
import type { DeliverySettings, MailSettings } from '../config/schema/deliverySchema.js';
import { DeliveryFailure } from '../delivery/deliveryFailure.js';
import { SmtpSession } from '../delivery/mail/smtpSession.js';
import { encryptFile } from '../delivery/outgoingFile.js';
import { resolveEncryption, resolveSftpTarget, resolveSmtpSettings } from '../delivery/resolveSettings.js';
import { checkSftpAccess } from '../delivery/sftp/sftpUpload.js';
import { PaytallyError } from '../errors.js';
import type { RunHost } from '../run.js';
import { type Check, checked, type DoctorFinding, ok, problemFinding, warning } from './doctorFinding.js';

/**
 * Logs in where mails and files are to go, and reads keys and passwords on the way there. Nothing is sent; what several
 * employers share is looked at once.
 */
export async function checkDeliveries(
  host: RunHost,
  loaded: LoadedConfig,
  employerKeys: readonly string[],
): Promise<readonly DoctorFinding[]> {
  const configs = employerKeys.map((key) => configOf(loaded, key));
  const servers = onceEach(configs, ({ mail }) => (mail === undefined ? [] : [mail]));
  const targets = onceEach(configs, ({ deliveries }) =>
    Object.entries(deliveries).map(([name, settings]) => ({ name, settings })),
  );
  const findings: DoctorFinding[] = [];
  if (servers.length === 0) findings.push(noMail(configs));
  for (const { item, config } of servers)
    findings.push(...(await tried('mail', () => mailFinding(host, item, config, loaded.folder))));
  for (const { item } of targets)
    findings.push(...(await tried('deliveries', () => targetFinding(host, item, loaded.folder))));
  return findings;
}

interface Shared<Item> {
  readonly item: Item;
  readonly config: Config;
}

function onceEach<Item>(configs: readonly Config[], of: (config: Config) => readonly Item[]): Shared<Item>[] {
  const all = configs.flatMap((config) =>
    of(config).map((item) => [JSON.stringify(item), { item, config }] as const),
  );
  return [...new Map(all.reverse()).values()].reverse();
}

function noMail(configs: readonly Config[]): DoctorFinding {
  const waiting = configs.flatMap(({ deliveries }) =>
    Object.entries(deliveries).flatMap(([name, { to }]) => (to === 'mail' ? [name] : [])),
  );
  if (waiting.length === 0) return ok('mail', 'Not configured');
  const message = `deliveries.${waiting[0]} sends mail, and the configuration has no "mail"`;
  return warning('mail', message, 'Add "mail" with from, owner and smtp.');
}

/** A server that does not answer is what "export --deliver" would end with. */
async function tried(check: Check, run: () => Promise<DoctorFinding>): Promise<readonly DoctorFinding[]> {
  return checked(check, async () => {
    try {
      return [await run()];
    } catch (failure) {
      if (!(failure instanceof DeliveryFailure)) throw failure;
      const { message, remedy, cause } = failure;
      return [problemFinding(check, new PaytallyError('DELIVERY_FAILED', message, { remedy, cause }))];
    }
  });
}

async function mailFinding(
  host: RunHost,
  mail: MailSettings,
  config: Config,
  folder: string,
): Promise<DoctorFinding> {
  const session = new SmtpSession(await resolveSmtpSettings(host, mail, config, folder));
  await session.check();
  const { smtp, from, dkim } = mail;
  const login = smtp.user === undefined ? 'without a login' : `as ${smtp.user}`;
  const signed = dkim === undefined ? '' : `, signed for ${dkim.domain}`;
  return ok('mail', `${smtp.host} takes mails ${login}; they come from ${from}${signed}`);
}

async function targetFinding(
  host: RunHost,
  { name, settings }: { readonly name: string; readonly settings: DeliverySettings },
  folder: string,
): Promise<DoctorFinding> {
  const { publicKey } = await resolveEncryption(host, settings.encrypt, folder);
  if (publicKey !== undefined)
    await encryptFile(
      { name: 'probe', content: Buffer.of() },
      { password: undefined, others: 'refuse', publicKey },
    );
  switch (settings.to) {
    case 'mail':
      return ok('deliveries', `${name}: by mail`);
    case 'sftp':
      await checkSftpAccess(await resolveSftpTarget(host, settings, folder, folder));
      return ok('deliveries', `${name}: ${settings.host} takes ${settings.user} into ${settings.path}`);
    case 'folder': {
      const path = resolve(folder, settings.path);
      const isUsable = await isWritableFolder(path);
      if (isUsable) return ok('deliveries', `${name}: ${path}`);
      throw new DeliveryFailure(
        'failed',
        `deliveries.${name}: ${path} is no folder that this user can write to.`,
        'Make the folder, mount it, or correct "path" of the delivery.',
      );
    }
  }
}

async function isWritableFolder(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK);
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
