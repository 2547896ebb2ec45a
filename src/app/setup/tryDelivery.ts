import { type Config, configOf, type LoadedConfig } from '../../config/config.js';
import type { MailDelivery } from '../../config/schema/deliverySchema.js';
import { unknownDeliveryError } from '../../delivery/deliveries.js';
import { DeliveryFailure, failedDelivery } from '../../delivery/deliveryFailure.js';
import type { DeliveryEffects } from '../../delivery/deliveryKind.js';
import { buildMessageId, composeMail } from '../../delivery/mail/composeMail.js';
import { buildMailContent, parseConfiguredMailbox, renderMailWording } from '../../delivery/mail/mailText.js';
import { SmtpSession } from '../../delivery/mail/smtpSession.js';
import { resolveSmtpSettings } from '../../delivery/resolveSettings.js';
import { resolvePeriod } from '../../domain/period/period.js';
import { toLocalDate } from '../../domain/time/localDate.js';
import { PaytallyError } from '../../errors.js';
import { sayIn } from '../../i18n/formatMessage.js';
import { type AnyMessage, message } from '../../i18n/message.js';
import { storeFolderOf } from '../../sources/staging/withStore.js';
import { checkTarget } from '../doctor/checkDeliveries.js';

/**
 * Tests a delivery without employee files. A mail is sent only to the given address; for a folder or server, only the
 * login is tested. Nothing is recorded.
 * @throws PaytallyError DELIVERY_UNKNOWN, DELIVERY_FAILED, CONFIG_INVALID
 */
export async function tryDelivery(
  effects: DeliveryEffects,
  loaded: LoadedConfig,
  employer: string,
  { name, address }: { readonly name: string; readonly address: string },
): Promise<AnyMessage> {
  const config = configOf(loaded, employer);
  const settings = Object.hasOwn(config.deliveries, name) ? config.deliveries[name] : undefined;
  if (settings === undefined) throw unknownDeliveryError(name, Object.keys(config.deliveries), employer);
  try {
    const folders = { folder: loaded.folder, storeFolder: storeFolderOf(loaded) };
    if (settings.to !== 'mail') {
      const { text } = await checkTarget(effects, { name, settings }, folders);
      return message('setup.trialReached', { target: text });
    }
    await sendTrialMail(effects, loaded.folder, config, { name, settings }, address);
    return message('setup.trialSent', { address });
  } catch (failure) {
    if (!(failure instanceof DeliveryFailure)) throw failure;
    const { text, remedyText: remedy, cause } = failure;
    throw new PaytallyError('DELIVERY_FAILED', text, { record: name, remedy, cause });
  }
}

/** A mail with the subject of the delivery, and with the names of the templates instead of files. */
async function sendTrialMail(
  effects: DeliveryEffects,
  folder: string,
  config: Config,
  delivery: { readonly name: string; readonly settings: MailDelivery },
  address: string,
): Promise<void> {
  const { mail, language } = config;
  if (mail === undefined) throw failedDelivery(message('delivery.noMail'));
  const nowMs = effects.context.clock.nowMs();
  const today = toLocalDate(new Date(nowMs).toISOString().slice(0, 10));
  const period = resolvePeriod('last-month', today, config.calendars);
  const say = sayIn(language);
  const templates = delivery.settings.templates ?? config.templates;
  const files = templates.map((template) => ({ template }));
  const wording = renderMailWording(config, delivery, { period, state: 'final' }, files);
  const trial = {
    ...wording,
    subject: say('setup.trialSubject', { subject: wording.subject }),
    // Its usual text would say that hours are ready.
    paragraphs: [say('setup.trialText', { files: templates.join(', ') })],
  };
  const from = parseConfiguredMailbox(mail.from);
  const to = parseConfiguredMailbox(address);
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const content = await composeMail({
    from,
    to: [to],
    cc: [],
    ...buildMailContent(config, trial, [], []),
    messageId: buildMessageId(['trial', delivery.name, address, String(nowMs)], domain),
    date: new Date(nowMs),
  });
  const session = new SmtpSession(await resolveSmtpSettings(effects, mail, config, folder));
  try {
    await session.send(content, from.address, to.address);
  } finally {
    session.close();
  }
}
