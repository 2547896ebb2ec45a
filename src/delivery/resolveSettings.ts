import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Config } from '../config/config.js';
import { liveKey, liveSecret } from '../config/liveSecret.js';
import type { EncryptSettings, MailSettings } from '../config/schema/deliverySchema.js';
import { PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';
import { parseJson } from '../runtime/jsonText.js';
import { Secret } from '../runtime/secrets/secret.js';
import type { DeliveryEffects } from './deliveryKind.js';
import { createTokenSource, type PostForm, type TokenGrant } from './mail/accessToken.js';
import type { SmtpLogin, SmtpSettings } from './mail/smtpSession.js';
import type { Encryption } from './outgoingFile.js';

/** The mail server of the configuration, with its secrets read. @throws PaytallyError SECRET_MISSING, CONFIG_INVALID */
export async function resolveSmtpSettings(
  effects: DeliveryEffects,
  { smtp, dkim }: MailSettings,
  config: Config,
  folder: string,
): Promise<SmtpSettings> {
  const caFile = smtp.caFile ?? config.caFile;
  return {
    host: smtp.host,
    port: smtp.port ?? (smtp.tls === 'implicit' ? 465 : 587),
    tls: smtp.tls,
    login: await resolveLogin(effects, smtp, folder),
    ca: caFile === undefined ? undefined : await readConfiguredText(caFile, folder, 'mail.smtp.caFile'),
    timeoutMs: smtp.timeoutSeconds * 1000,
    dkim: dkim && {
      domain: dkim.domain,
      selector: dkim.selector,
      privateKey: await liveKey(effects, dkim.key, folder, 'mail.dkim.key'),
    },
  };
}

async function resolveLogin(
  effects: DeliveryEffects,
  smtp: MailSettings['smtp'],
  folder: string,
): Promise<SmtpLogin | undefined> {
  const { user, password, oauth2, serviceAccount } = smtp;
  if (user === undefined) return undefined;
  if (password !== undefined) {
    return { kind: 'password', user, password: await liveSecret(effects, password, folder) };
  }
  const grant =
    oauth2 === undefined
      ? await accountGrant(effects, serviceAccount, user, folder)
      : await clientGrant(effects, oauth2, folder);
  const newest = createTokenSource(grant, () => effects.context.clock.nowMs(), postFormThrough(effects));
  const tokenOf = async () => {
    const token = await newest();
    effects.context.scrubber.addToken(token);
    return token;
  };
  return { kind: 'oauth2', user, tokenOf };
}

/** Tokens are requested like all other data: through the configured proxy, trusting `caFile`. */
function postFormThrough({ http, context: { signal } }: DeliveryEffects): PostForm {
  return async (url, form) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    const answer = await http.request({ method: 'POST', url: url.href, headers, body: form, signal });
    return { status: answer.status, text: Buffer.from(await answer.body()).toString('utf8') };
  };
}

async function clientGrant(
  effects: DeliveryEffects,
  { tokenUrl, clientId, clientSecret, scope }: NonNullable<MailSettings['smtp']['oauth2']>,
  folder: string,
): Promise<TokenGrant> {
  const secret = await liveSecret(effects, clientSecret, folder);
  return { kind: 'client-credentials', tokenUrl, clientId, clientSecret: secret, scope };
}

const keyFile = z.object({
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  token_uri: z.string().min(1),
});

async function accountGrant(
  effects: DeliveryEffects,
  account: MailSettings['smtp']['serviceAccount'],
  subject: string,
  folder: string,
): Promise<TokenGrant> {
  const place = 'mail.smtp.serviceAccount.key';
  const file = await liveKey(effects, account?.key ?? '', folder, place);
  const parsed = keyFile.safeParse(parseJson(file.reveal()));
  if (!parsed.success) {
    throw new PaytallyError('CONFIG_INVALID', message('delivery.notKeyFile', { place }), { record: place });
  }
  const { client_email: issuer, private_key, token_uri: tokenUrl } = parsed.data;
  const privateKey = new Secret(private_key);
  effects.context.scrubber.add(privateKey);
  return { kind: 'service-account', tokenUrl, issuer, privateKey, scope: account?.scope ?? '', subject };
}

/** @throws PaytallyError SECRET_MISSING, CONFIG_INVALID */
export async function resolveEncryption(
  effects: DeliveryEffects,
  encrypt: EncryptSettings | undefined,
  folder: string,
): Promise<Encryption> {
  const { password, publicKey, zip = false } = encrypt ?? {};
  return {
    password: password === undefined ? undefined : await liveSecret(effects, password, folder),
    others: zip ? 'zip' : 'refuse',
    publicKey:
      publicKey === undefined ? undefined : await readConfiguredText(publicKey, folder, 'encrypt.publicKey'),
  };
}

async function readConfiguredText(path: string, folder: string, place: string): Promise<string> {
  const absolute = resolve(folder, path);
  return readFile(absolute, 'utf8').catch((cause: unknown) => {
    throw new PaytallyError(
      'CONFIG_INVALID',
      message('delivery.settingUnreadable', { place, path: absolute }),
      {
        record: place,
        cause,
      },
    );
  });
}
