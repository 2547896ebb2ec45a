import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { isLoopback } from '../../runtime/loopback.js';

/**
 * The service's address without a slash at the end; a path in it is kept.
 * @throws PaytallyError BASE_URL_INSECURE for http to another machine; CONFIG_INVALID for an invalid address.
 */
export function parseBaseUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    // Neither text nor cause is shown in full, because they could contain a password.
    const address = JSON.stringify(text.replace(/\/\/.*@/, '//'));
    throw new PaytallyError('CONFIG_INVALID', message('service.address.invalid', { address }));
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    const address = `${url.protocol}//${url.host}`;
    throw new PaytallyError('BASE_URL_INSECURE', message('service.address.insecure', { address }));
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new PaytallyError('CONFIG_INVALID', message('service.address.more'));
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
