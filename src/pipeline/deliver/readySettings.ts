import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Config } from '../../config/config.js';
import type { EncryptSettings } from '../../config/deliveries.js';
import type { MailSettings } from '../../config/mail.js';
import { type TokenGrant, tokenSource } from '../../delivery/mail/accessToken.js';
import type { SmtpLogin, SmtpSettings } from '../../delivery/mail/smtpSettings.js';
import type { Encryption } from '../../delivery/seal/encryption.js';
import { PaytallyError } from '../../errors.js';
import { liveSecret } from '../prepare/liveSecret.js';
import type { RunHost } from '../runHost.js';

/** The mail server of the configuration, its secrets read. @throws PaytallyError SECRET_MISSING, CONFIG_INVALID */
export async function smtpSettings(
  host: RunHost,
  { smtp, dkim }: MailSettings,
  config: Config,
  folder: string,
): Promise<SmtpSettings> {
  const caFile = smtp.caFile ?? config.caFile;
  return {
    host: smtp.host,
    port: smtp.port ?? (smtp.tls === 'implicit' ? 465 : 587),
    tls: smtp.tls,
    login: await loginOf(host, smtp, folder),
    ca: caFile === undefined ? undefined : await textOf(caFile, folder, 'mail.smtp.caFile'),
    timeoutMs: smtp.timeoutSeconds * 1000,
    dkim: dkim && {
      domain: dkim.domain,
      selector: dkim.selector,
      privateKey: await textOf(dkim.key, folder, 'mail.dkim.key'),
    },
  };
}

async function loginOf(
  host: RunHost,
  smtp: MailSettings['smtp'],
  folder: string,
): Promise<SmtpLogin | undefined> {
  const { user, password, oauth2, serviceAccount } = smtp;
  if (user === undefined) return undefined;
  if (password !== undefined) {
    return { kind: 'password', user, password: await liveSecret(host, password, folder) };
  }
  const grant =
    oauth2 === undefined
      ? await accountGrant(serviceAccount, user, folder)
      : await clientGrant(host, oauth2, folder);
  const tokenOf = tokenSource(grant, () => host.context.clock.nowMs());
  return { kind: 'oauth2', user, tokenOf };
}

async function clientGrant(
  host: RunHost,
  { tokenUrl, clientId, clientSecret, scope }: NonNullable<MailSettings['smtp']['oauth2']>,
  folder: string,
): Promise<TokenGrant> {
  const secret = await liveSecret(host, clientSecret, folder);
  return { kind: 'client-credentials', tokenUrl, clientId, clientSecret: secret, scope };
}

const keyFile = z.object({
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  token_uri: z.string().min(1),
});

async function accountGrant(
  account: MailSettings['smtp']['serviceAccount'],
  subject: string,
  folder: string,
): Promise<TokenGrant> {
  const place = 'mail.smtp.serviceAccount.key';
  const text = await textOf(account?.key ?? '', folder, place);
  const parsed = keyFile.safeParse(jsonOf(text));
  if (!parsed.success) {
    throw new PaytallyError('CONFIG_INVALID', `${place}: the file is no key file of a service account.`, {
      record: place,
      remedy: 'Download the JSON key of the service account again.',
    });
  }
  const { client_email: issuer, private_key: privateKey, token_uri: tokenUrl } = parsed.data;
  return { kind: 'service-account', tokenUrl, issuer, privateKey, scope: account?.scope ?? '', subject };
}

/** @throws PaytallyError SECRET_MISSING, CONFIG_INVALID */
export async function encryptionOf(
  host: RunHost,
  encrypt: EncryptSettings | undefined,
  folder: string,
): Promise<Encryption> {
  const { password, publicKey, zip = false } = encrypt ?? {};
  return {
    password: password === undefined ? undefined : await liveSecret(host, password, folder),
    others: zip ? 'zip' : 'refuse',
    publicKey: publicKey === undefined ? undefined : await textOf(publicKey, folder, 'encrypt.publicKey'),
  };
}

async function textOf(path: string, folder: string, place: string): Promise<string> {
  const absolute = resolve(folder, path);
  return readFile(absolute, 'utf8').catch((cause: unknown) => {
    throw new PaytallyError('CONFIG_INVALID', `${place}: ${absolute} cannot be read.`, {
      record: place,
      remedy: 'Correct the path, or give this user the right to read the file.',
      cause,
    });
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
