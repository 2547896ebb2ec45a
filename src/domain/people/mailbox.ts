import { hasSteering } from '../../runtime/outsideText.js';

/** A mailbox as written in headers: `Payroll <payroll@example.com>`. */
export interface Mailbox {
  /** Empty if there is none. */
  readonly name: string;
  readonly address: string;
}

/** RFC 5321, section 4.5.3.1. */
const LONGEST_LOCAL = 64;
const LONGEST_ADDRESS = 254;
const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN_PART = /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/** Whether a text is one plain mail address: no name, no quotes, no comment, no address literal. */
export function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || text.length > LONGEST_ADDRESS || local.length > LONGEST_LOCAL) return false;
  return LOCAL.test(local) && domain.split('.').every((part) => DOMAIN_PART.test(part));
}

/** Reads `address` or `Name <address>`; undefined if it is neither, or could inject headers into a mail. */
export function parseMailbox(text: string): Mailbox | undefined {
  if (hasSteering(text)) return undefined;
  const named = /^\s*(?:"([^"\\]*)"|([^<>"]*?))\s*<([^<>]+)>\s*$/.exec(text);
  const name = (named?.[1] ?? named?.[2] ?? '').trim();
  const address = (named?.[3] ?? text).trim();
  return isAddress(address) ? { name, address } : undefined;
}

/**
 * A key that is equal for two spellings of one mailbox: domains ignore letter case, and so do mail servers for names.
 */
export function addressKey(address: string): string {
  return address.toLowerCase();
}
