import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { eventLine } from '../../../src/app/schedule/eventLine.js';
import { failureText } from '../../../src/cli/failure.js';
import { describeMailFailure } from '../../../src/delivery/mail/smtpSession.js';
import { describeSftpFailure } from '../../../src/delivery/sftp/systemSftp.js';
import { findDifferingRows } from '../../../src/documents/differingRows.js';
import { PaytallyError } from '../../../src/errors.js';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { verbatim } from '../../../src/i18n/message.js';
import { toReportable } from '../../../src/runtime/failureFacts.js';
import { excerpt, firstLine, shortened, shown } from '../../../src/runtime/outsideText.js';
import { liveSecrets } from '../../../src/runtime/secrets/scrubber.js';
import { Secret } from '../../../src/runtime/secrets/secret.js';
import { openTerminal } from '../../../src/runtime/terminal.js';
import { wrapped } from '../../../src/runtime/wrapText.js';
import { parseAnswer } from '../../../src/sources/transport/answer.js';
import { tokenRefusal } from '../../../src/sources/workforce/auth/tokenRequest.js';
import { dataRefusal } from '../../../src/sources/workforce/reading/dataClient.js';
import { TIME_ENTRIES } from '../../../src/sources/workforce/wire/serviceLists.js';
import { FILES, SRC } from '../../architecture/importGraph.js';

/** Shorter parts of a secret occur in any text. */
const RECOGNISABLE = 6;

interface Embedded {
  readonly text: string;
  /** The part of the text that only the secret can explain. */
  readonly trace: string;
}

type Embed = (before: string, secret: string, after: string) => Embedded;

const asText = (encode: (secret: string) => string): Embed => {
  return (before, secret, after) => ({ text: before + encode(secret) + after, trace: encode(secret) });
};

/** The secret at some position within longer base64, as in `user:secret`. */
const inBase64 = (encoding: 'base64' | 'base64url', isEscaped: boolean): Embed => {
  return (before, secret, after) => {
    const neighbours = before.slice(-3);
    const start = Buffer.byteLength(neighbours);
    const whole = Buffer.from(`${neighbours}${secret}${after.slice(0, 4)}`).toString(encoding);
    const end = start + Buffer.byteLength(secret);
    const escaped = (text: string) => (isEscaped ? encodeURIComponent(text) : text);
    const trace = escaped(whole.slice(Math.ceil((start * 8) / 6), Math.floor((end * 8) / 6)));
    return { text: `${before}${escaped(whole)}${after}`, trace };
  };
};

const hex = (secret: string) => Buffer.from(secret).toString('hex');

const EMBEDDINGS: readonly { readonly form: string; readonly embed: Embed }[] = [
  { form: 'as it is', embed: asText((secret) => secret) },
  { form: 'in hexadecimal', embed: asText(hex) },
  { form: 'in hexadecimal, upper case', embed: asText((secret) => hex(secret).toUpperCase()) },
  { form: 'percent-encoded', embed: asText(encodeURIComponent) },
  {
    form: 'as a form has it',
    embed: asText((secret) => new URLSearchParams({ s: secret }).toString().slice(2)),
  },
  { form: 'in base64', embed: inBase64('base64', false) },
  { form: 'in base64url', embed: inBase64('base64url', false) },
  { form: 'in percent-encoded base64', embed: inBase64('base64', true) },
];

/** Everything that shortens, wraps or splits external text; each returns the visible result. */
const CUTTERS: readonly [name: string, cut: (text: string) => string | Promise<string>][] = [
  ['an excerpt', (text) => excerpt(text, 60)],
  ['a shortened text', (text) => shortened(text, 60)],
  ['a value in a message', (text) => shown(text)],
  ['the first line', (text) => firstLine(text)],
  ['an invalid time', stampProblem],
  ['the type of an answer', (text) => problemOf({ 'content-type': text })],
  ['the charset of an answer', (text) => problemOf({ 'content-type': `application/json; charset=${text}` })],
  [
    'a refusal of data',
    (text) =>
      dataRefusal(liveSecrets, {
        answer: { status: 404, headers: {}, body: { title: 'x'.repeat(250), detail: text }, sentAtMs: 0 },
        list: 'time-entries',
        what: verbatim('the time entries'),
        hasCursor: false,
        employerId: 'e',
        isEmployerProved: true,
      }).message,
  ],
  [
    'a refusal of a token',
    (text) => {
      const said = 'x'.repeat(250) + text;
      return tokenRefusal({ type: 'refused', status: 400, error: said, description: said }, 'e').message;
    },
  ],
  [
    'an answer of a mail server',
    (text) =>
      describeMailFailure(
        Object.assign(new Error('no'), { responseCode: 550, response: 'x'.repeat(150) + text }),
        'envelope',
        { host: 'mail', port: 587 } as never,
      ).message,
  ],
  [
    'the output of sftp',
    async (text) => {
      const end = { status: 1, stdout: '', stderr: `${'x'.repeat(150)}${text}`, isMissing: false };
      return (await describeSftpFailure(end, { host: 'sftp', port: 22 } as never)).message;
    },
  ],
  [
    'a line of the log of schedules',
    (text) =>
      eventLine(
        {
          kind: 'failed',
          employer: 'e',
          schedule: 's',
          due: 0,
          failure: new PaytallyError('OUTPUT_NOT_WRITTEN', verbatim(text)),
        } as never,
        'json',
        0,
      ),
  ],
  ['lines of a narrow terminal', (text) => wrapped(text, 20).join('\n')],
  ['a message on a terminal', (text) => seen((terminal) => terminal.alert(text))],
  ['the line of progress', (text) => seen((terminal) => terminal.progress(text))],
];

function stampProblem(startsAt: string): string {
  const parsed = TIME_ENTRIES.parse({ startsAt });
  return parsed.ok ? '' : parsed.problems.map(englishText).join('\n');
}

function problemOf(headers: Readonly<Record<string, string>>): string {
  const answer = parseAnswer({ status: 200, headers, bytes: Buffer.from('{"é":1}'), sentAtMs: 0 });
  return 'problem' in answer ? englishText(answer.problem.message) : '';
}

function seen(show: (terminal: ReturnType<typeof openTerminal>) => void): string {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString('utf8');
      done();
    },
  });
  const stderr = Object.assign(stream, { isTTY: true, columns: 70 });
  const streams = { stdout: new Writable(), stderr };
  show(openTerminal(streams, { quiet: false, progress: true }, liveSecrets, { NO_COLOR: '1' }));
  return text;
}

/** Characters that the surrounding text and the program's own words rarely have; some are two bytes, or escaped. */
const secrets = fc
  .string({
    unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', ..."+/%:=~é @\\'"),
    minLength: 12,
    maxLength: 40,
  })
  .filter((text) => /^\S.*\S$/.test(text));
const surroundings = fc.string({ unit: fc.constantFrom('y', 'y', 'y', ' ', '.'), maxLength: 90 });

function expectNoPart(output: string, { trace }: Embedded, text: string): void {
  for (let at = 0; at + RECOGNISABLE <= trace.length; at += 1) {
    const part = trace.slice(at, at + RECOGNISABLE);
    if (output.includes(part))
      expect.fail(`${JSON.stringify(part)} of ${JSON.stringify(text)} is in ${output}`);
  }
}

describe.each(EMBEDDINGS)('no part of a secret $form is visible, wherever it is cut:', ({ embed }) => {
  test.each(CUTTERS)('%s', async (_name, cut) => {
    await fc.assert(
      fc.asyncProperty(secrets, surroundings, surroundings, async (secret, before, after) => {
        liveSecrets.addToken(new Secret(secret));
        const embedded = embed(before, secret, after);
        expectNoPart(await cut(embedded.text), embedded, embedded.text);
      }),
      { numRuns: 20 },
    );
  });

  it('one secret, at each distance from the cut', () => {
    const secret = 'QZ:%+/é w"Zz0-JKX';
    liveSecrets.addToken(new Secret(secret));
    for (let distance = 0; distance <= 80; distance += 1) {
      const embedded = embed('y'.repeat(distance), secret, 'yyyyyyyy');
      for (const cut of [excerpt, shown, shortened])
        expectNoPart(cut(embedded.text, 60), embedded, embedded.text);
    }
  });
});

describe('a private key', () => {
  const KEY = [
    '-----BEGIN PRIVATE KEY-----',
    'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKc',
    'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo',
    '-----END PRIVATE KEY-----',
    '',
  ].join('\n');

  it('does not show one of its lines in a message', () => {
    liveSecrets.addToken(new Secret(KEY));
    expect(excerpt(`cannot read "${KEY.split('\n')[1]}"`)).toBe('cannot read "[secret]"');
    expect(firstLine(KEY.split('\n').slice(2).join('\n'))).toBe('[secret]');
  });
});

describe('the file of a crash', () => {
  const reported = (bug: unknown) => {
    const crash = toReportable(bug, { version: '0', scrubber: liveSecrets });
    const file = /\S+paytally-crash-[\w-]+\.txt/.exec(failureText(crash))?.[0] ?? '';
    const text = readFileSync(file, 'utf8');
    rmSync(file);
    return text;
  };

  it('has no part of a secret if a long text in it is cut', () => {
    const secret = 'QZ7-KLMNOP-0123456789-XYZ';
    liveSecrets.addToken(new Secret(secret));
    for (let distance = 1_960; distance <= 2_010; distance += 1) {
      const text = 'y'.repeat(distance) + secret + 'y'.repeat(3_000);
      const report = reported(Object.assign(new Error('no'), { held: text }));
      expectNoPart(report, { text, trace: secret }, text);
      expect(report).toContain('yyyy');
    }
  });

  it('has no list of bytes', () => {
    const bytes = Buffer.from('QZ7-KLMNOP-0123456789-XYZ');
    const report = reported(
      Object.assign(new Error('no'), { bytes, view: new Uint8Array(bytes), few: [81, 90] }),
    );
    expect(report).not.toMatch(/51 5a 37|81, 90, 55/);
    expect(report).toMatch(/few: \[ 81, 90 \]/);
  });
});

it('differing rows are cut without showing a part of a secret', async () => {
  const secret = 'QZ7-KLMNOP-0123456789-XYZ';
  liveSecrets.addToken(new Secret(secret));
  const folder = mkdtempSync(join(tmpdir(), 'paytally-cut-'));
  const [was, is] = [join(folder, 'was.txt'), join(folder, 'is.txt')];
  writeFileSync(is, 'y\n');
  for (let distance = 170; distance <= 205; distance += 1) {
    const text = 'y'.repeat(distance) + secret;
    writeFileSync(was, `${text}\n`);
    expectNoPart((await findDifferingRows(was, is)).join('\n'), { text, trace: secret }, text);
  }
  rmSync(folder, { recursive: true });
});

test('text is cut in one function, which removes the secrets first', () => {
  const cutting = FILES.filter((file) => /\}\s?…[`"]|' ?…'/.test(readFileSync(join(SRC, file), 'utf8')));
  expect(cutting.sort()).toEqual([
    // A last line for items that are not listed, and names beyond the first on a page: no text is cut.
    'delivery/mail/workLists.ts',
    // A value of a record, as long as its template says.
    'language/conversions.ts',
    'runtime/outsideText.ts',
    // Its data are made up, and it imports none of our code.
    'sandbox/dataFolder.ts',
    'ui/page/finalisePage.ts',
  ]);
});
