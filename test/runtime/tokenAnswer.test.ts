import { describe, expect, test } from 'vitest';
import { parseTokenAnswer, shownErrorCode } from '../../src/runtime/tokenAnswer.js';

const GOOD = { access_token: 'a.b-c', token_type: 'Bearer', expires_in: 300, scope: 'x y' };

function granted(body: object) {
  const answer = parseTokenAnswer(200, body);
  if (answer.kind !== 'granted') return answer;
  const { accessToken, refreshToken, ...rest } = answer.token;
  return { ...rest, access: accessToken.reveal(), refresh: refreshToken?.reveal() };
}

describe('a granted token', () => {
  test.each<[string, object, object]>([
    [
      'with all fields',
      { ...GOOD, refresh_token: 'r' },
      { refresh: 'r', expiresInSeconds: 300, scope: 'x y' },
    ],
    ['of a server that says little', { access_token: 'a.b-c' }, { expiresInSeconds: undefined }],
    ['with a life that is a text', { ...GOOD, expires_in: '3599' }, { expiresInSeconds: 3599 }],
    ['of a type in lower case', { ...GOOD, token_type: 'bearer' }, {}],
  ])('%s', (_name, body, expected) => {
    expect(granted(body)).toMatchObject({ access: 'a.b-c', ...expected });
  });

  test.each<[string, object, string[]]>([
    ['no token', { ...GOOD, access_token: undefined }, ['access_token']],
    ['an empty token', { ...GOOD, access_token: '' }, ['access_token']],
    ['a token that would end a header', { ...GOOD, access_token: 'a\r\nX: 1' }, ['access_token']],
    ['a token that is too long', { ...GOOD, access_token: 'a'.repeat(9000) }, ['access_token']],
    ['another type', { ...GOOD, token_type: 'mac' }, ['token_type']],
    ['a life that is over', { ...GOOD, expires_in: 0 }, ['expires_in']],
    ['a life without end', { ...GOOD, expires_in: 1e300 }, ['expires_in']],
    ['a life in words', { ...GOOD, expires_in: 'long' }, ['expires_in']],
    ['two faults', { ...GOOD, access_token: 7, expires_in: null }, ['access_token', 'expires_in']],
  ])('cannot be read: %s', (_name, body, fields) => {
    expect(granted(body)).toEqual({ kind: 'unreadable', fields });
  });

  test('a body that is no object', () => {
    expect(parseTokenAnswer(200, undefined)).toEqual({ kind: 'unreadable', fields: [''] });
  });
});

describe('a refusal', () => {
  test('names its error', () => {
    const answer = parseTokenAnswer(401, { error: 'invalid_client', error_description: 'who?' });
    expect(answer).toEqual({ kind: 'refused', error: 'invalid_client', description: 'who?' });
    expect(shownErrorCode(answer)).toBe('invalid_client');
  });

  test('whose error is no code is not shown', () => {
    expect(shownErrorCode(parseTokenAnswer(400, { error: '\u001b[31m secret' }))).toBeUndefined();
  });

  test.each([undefined, {}, { error: {} }])('without one: %j', (body) => {
    expect(parseTokenAnswer(503, body)).toEqual({ kind: 'unreadable', fields: undefined });
  });
});
