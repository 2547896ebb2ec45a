import { describe, expect, test } from 'vitest';
import { linkProblem, portalUrl, recordLink } from '../../../src/domain/exceptions/portalLinks.js';

const ENTRY = 'https://portal.example.com/entries/{id}';

describe('the address of a record in the portal', () => {
  test.each([
    ['a plain ID', ENTRY, 'e-1', 'https://portal.example.com/entries/e-1'],
    ['an ID with a slash', ENTRY, '../x?y#z', 'https://portal.example.com/entries/..%2Fx%3Fy%23z'],
    ['an ID with markup', ENTRY, '"><b>', 'https://portal.example.com/entries/%22%3E%3Cb%3E'],
    ['an ID with a dollar sign', ENTRY, "$&$'", "https://portal.example.com/entries/%24%26%24'"],
    ['several places', 'https://p.example/{id}?open={id}', 'a b', 'https://p.example/a%20b?open=a%20b'],
  ])('has %s', (_, timeEntry, id, url) => {
    expect(portalUrl({ timeEntry }, 'timeEntry', id)).toBe(url);
  });

  test.each([
    ['the record', { timeEntry: ENTRY, employee: 'https://p.example/{id}' }, 'timeEntry'],
    ['the employee, if the record has no page', { employee: 'https://p.example/{id}' }, 'employee'],
    ['none, if neither has one', { shift: 'https://p.example/{id}' }, undefined],
  ])('is that of %s', (_, links, kind) => {
    expect(recordLink(links, { kind: 'timeEntry', id: 'e' }, 'p')?.kind).toBe(kind);
  });
});

describe('a configured address', () => {
  test.each([
    [ENTRY, undefined],
    ['https://portal.example.com/#/entry?id={id}&tab=1', undefined],
    ['http://portal.example.com/{id}', 'https'],
    ['javascript:alert("{id}")', 'https'],
    ['https://user:secret@portal.example.com/{id}', 'https'],
    ['https://portal.example.com/{id}"onclick="', 'https'],
    ['portal.example.com/{id}', 'https'],
    ['https://{id}.example.com/entries', 'id'],
    ['https://portal.example.com/entries/', 'id'],
    ['https://portal.example.com/entries/{entry}', 'id'],
  ])('%s', (pattern, problem) => {
    expect(linkProblem(pattern)).toBe(problem);
  });
});
