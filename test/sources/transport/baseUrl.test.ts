import { describe, expect, it } from 'vitest';
import { parseBaseUrl } from '../../../src/sources/transport/baseUrl.js';

describe('baseUrl', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
    ['https://api.example.com:8443/hr/v2//', 'https://api.example.com:8443/hr/v2'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://127.9.9.9', 'http://127.9.9.9'],
    ['http://localhost:3000/api', 'http://localhost:3000/api'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('%s', (given, expected) => expect(parseBaseUrl(given)).toBe(expected));

  it.each([
    ['http://api.example.com', 'BASE_URL_INSECURE'],
    ['http://127.0.0.1.example.com', 'BASE_URL_INSECURE'],
    ['http://localhost.example.com', 'BASE_URL_INSECURE'],
    ['http://192.168.1.1', 'BASE_URL_INSECURE'],
    ['ftp://api.example.com', 'BASE_URL_INSECURE'],
    ['api.example.com', 'CONFIG_INVALID'],
    ['', 'CONFIG_INVALID'],
    ['https://user:word@api.example.com', 'CONFIG_INVALID'],
    ['https://api.example.com?x=1', 'CONFIG_INVALID'],
  ])('%s: %s', (given, code) => {
    expect(() => parseBaseUrl(given)).toThrow(expect.objectContaining({ code, exitStatus: 2 }));
  });

  it.each([
    'https://user:hunter2@api.example.com',
    'https://user:hunter2@',
    'http://user:hunter2@api.example.com',
  ])('a password is not repeated: %s', (given) => {
    expect(() => parseBaseUrl(given)).toThrow();
    expect(() => parseBaseUrl(given)).not.toThrow(/hunter2/);
  });
});
