import { describe, expect, test } from 'vitest';
import { addressKey, isAddress, parseMailbox } from '../../../src/domain/people/mailbox.js';

const at = (local: number, domain: string) => `${'l'.repeat(local)}@${domain}`;
/** A domain made of parts of 63 characters and a remainder, of the requested length. */
function domainOf(length: number): string {
  const text = `${'d'.repeat(63)}.`.repeat(4).slice(0, length);
  return text.endsWith('.') ? `${text.slice(0, -1)}d` : text;
}

describe('a single plain mail address', () => {
  test.each([
    'a@b',
    'ann@example.com',
    'ann.aerts@payroll.example.com',
    'ann+pay_2026@example.com',
    "o'brien!#$%&*/=?^`{|}~-x@example.com",
    'müller.ö@köln.example',
    '7@7.nl',
    'ann@x-1.be',
    at(64, 'example.com'),
    at(1, 'd'.repeat(63)),
    at(64, domainOf(189)),
  ])('%s is valid', (text) => {
    expect(isAddress(text)).toBe(true);
  });

  test.each([
    '',
    'ann',
    'ann.example.com',
    '@example.com',
    'ann@',
    'ann@@example.com',
    'ann@bob@example.com',
    '.ann@example.com',
    'ann.@example.com',
    'ann..aerts@example.com',
    'ann aerts@example.com',
    ' ann@example.com',
    'ann@example.com ',
    '"ann"@example.com',
    'ann(home)@example.com',
    'ann,bob@example.com',
    'ann@-example.com',
    'ann@example-.com',
    'ann@.example.com',
    'ann@example..com',
    'ann@example.com.',
    'ann@exa_mple.com',
    'ann@exa mple.com',
    'ann@[127.0.0.1]',
    'ann\u0000@example.com',
    at(65, 'example.com'),
    at(1, 'd'.repeat(64)),
    at(64, domainOf(190)),
  ])('%s is not valid', (text) => {
    expect(isAddress(text)).toBe(false);
  });
});

describe('a mailbox in the form of mail headers', () => {
  test.each([
    ['ann@example.com', '', 'ann@example.com'],
    ['  ann@example.com ', '', 'ann@example.com'],
    ['Payroll <pay@example.com>', 'Payroll', 'pay@example.com'],
    ['  Ann  Aerts   < pay@example.com >  ', 'Ann  Aerts', 'pay@example.com'],
    ['"Aerts, Ann" <pay@example.com>', 'Aerts, Ann', 'pay@example.com'],
    ['"  Ann " <pay@example.com>', 'Ann', 'pay@example.com'],
    ['  "Ann"<pay@example.com>', 'Ann', 'pay@example.com'],
    ['"" <pay@example.com>', '', 'pay@example.com'],
    ['<pay@example.com>', '', 'pay@example.com'],
  ])('%s', (text, name, address) => {
    expect(parseMailbox(text)).toEqual({ name, address });
  });

  test.each([
    'Payroll',
    'Payroll <payroll>',
    'Payroll <>',
    'Payroll pay@example.com',
    'a "quoted" <pay@example.com>',
    'Ann <pay@example.com> Bob',
    'Ann <b@example.com> <pay@example.com>',
    '"Ann \\" <pay@example.com>',
    'Payroll\r\nBcc: all@example.com <pay@example.com>',
    'Payroll\u202e <pay@example.com>',
    '',
  ])('%j is not valid', (text) => {
    expect(parseMailbox(text)).toBeUndefined();
  });
});

test('two spellings of one mailbox are equal', () => {
  expect(addressKey('Ann.Aerts@Example.COM')).toBe('ann.aerts@example.com');
});
