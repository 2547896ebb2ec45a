import type { Config } from '../../config/config.js';
import { messageIdOf } from '../../delivery/mail/messageId.js';
import { parseMailbox } from '../../domain/people/mailbox.js';

/** Tells a delivery of a run to a recipient from all others, and is the Message-ID of a mail. */
export function deliveryId(config: Config, runId: string, name: string, recipient: string): string {
  const sender = config.mail === undefined ? undefined : parseMailbox(config.mail.from)?.address;
  return messageIdOf(
    [runId, name, recipient],
    sender?.slice(sender.lastIndexOf('@') + 1) ?? 'paytally.invalid',
  );
}
