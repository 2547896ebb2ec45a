import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/validateConfig.js';

const ENV = { BAKERY_SECRET: 'hunter2-hunter2', SMTP_PASSWORD: 'swordfish', COST_CENTER: '4711' };

function parse(more: string) {
  const text = `baseUrl: https://api.example.com
employers:
  bakery:
    employerId: a
    clientId: b
    clientSecret: { env: BAKERY_SECRET }
${more}`;
  return parseConfig(text, 'paytally.yaml', ENV);
}

describe(`\${NAME} in the configuration`, () => {
  it('reads the environment', () => {
    const { employers } = parse(`variables: { my-template: { center: "no. \${COST_CENTER}" } }\n`);
    expect(employers.bakery?.variables['my-template']).toEqual({ center: 'no. 4711' });
  });

  it.each([
    [
      'a variable',
      `variables: { my-template: { center: "\${BAKERY_SECRET}" } }\n`,
      /variables\.my-template\.center/,
    ],
    [
      'part of a variable',
      `variables: { my-template: { center: "x\${BAKERY_SECRET}y" } }\n`,
      /BAKERY_SECRET, which contains a secret/,
    ],
    ['a display name', `    name: "Bakery \${BAKERY_SECRET}"\n`, /employers\.bakery\.name/],
    ['a file', `caFile: "\${BAKERY_SECRET}"\n`, /caFile/],
  ])('is refused for a secret in %s', (_name, more, message) => {
    const failing = () => parse(more);
    expect(failing).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', message: expect.stringMatching(message) }),
    );
    expect(failing).not.toThrow('hunter2');
  });

  it('names the missing variable', () => {
    expect(() => parse(`caFile: "\${NOWHERE}"\n`)).toThrow(/variable NOWHERE, which caFile uses, is not set/);
  });
});
