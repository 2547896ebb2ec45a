import { PaytallyError } from '../../errors.js';
import { isLoopback } from '../../runtime/loopback.js';

/**
 * The service's address without a slash at the end; a path in it is kept.
 * @throws PaytallyError BASE_URL_INSECURE for http to another machine; CONFIG_INVALID for no such address.
 */
export function parseBaseUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    // Neither text nor cause are shown whole: a password could stand in them.
    const shown = JSON.stringify(text.replace(/\/\/.*@/, '//'));
    throw new PaytallyError('CONFIG_INVALID', `baseUrl is not an address: ${shown}.`);
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw new PaytallyError('BASE_URL_INSECURE', `baseUrl ${url.protocol}//${url.host} is not https.`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new PaytallyError('CONFIG_INVALID', 'baseUrl holds more than scheme, host, port and path.', {
      remedy: 'Remove user name, password, query and fragment from baseUrl.',
    });
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
