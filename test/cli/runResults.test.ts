import { expect, test } from 'vitest';
import { type EmployerResult, printRuns } from '../../src/cli/runResults.js';
import { toLocalDate } from '../../src/domain/time/localDate.js';
import { type ErrorCode, PaytallyError } from '../../src/errors.js';
import { formatText } from '../../src/i18n/formatMessage.js';
import { verbatim } from '../../src/i18n/message.js';
import { renderPaint } from '../../src/runtime/paint.js';

/** An employer whose run failed. */
const failed = (employer: string, code: ErrorCode = 'AUTH_REJECTED'): EmployerResult => ({
  employer,
  period: { from: toLocalDate('2026-10-01'), to: toLocalDate('2026-10-31'), label: '2026-10' },
  failure: new PaytallyError(code, verbatim('no')),
});

function said(effect: 'check' | 'write', employers: number, json = false) {
  const runs = Array.from({ length: employers }, (_, index) => failed(`e${index}`));
  const { alerts, results } = printed(effect, runs, json);
  return { alerts: alerts.length, results };
}

function printed(effect: 'check' | 'write', runs: readonly EmployerResult[], json = false) {
  const [results, alerts]: [string[], string[]] = [[], []];
  printRuns(runs, {
    options: { json },
    listAll: undefined,
    effect,
    cwd: '/',
    language: 'en',
    terminal: {
      result: (text) => results.push(text),
      message: () => {},
      alert: (text) => alerts.push(renderPaint(formatText(text, 'en'), false, (part) => part)),
      progress: () => {},
      width: undefined,
    },
  });
  return { alerts, results };
}

test('check shows each employer in full, and a board at the end if there are many', () => {
  const { alerts, results } = said('check', 9);
  expect(alerts).toBe(9);
  expect(results.join('\n')).toMatch(
    /\n?employer +period +state[\s\S]*e8 +2026-10 +AUTH_REJECTED[\s\S]*0 employers done, 9 failed$/,
  );
});

test('check of a few employers has no board, and --json prints only the object', () => {
  expect(said('check', 8)).toEqual({ alerts: 8, results: [] });
  expect(said('check', 9, true).results).toHaveLength(1);
});

test('other commands show many employers on the board only', () => {
  const { alerts, results } = said('write', 9);
  expect({ alerts, results: results.length }).toEqual({ alerts: 1, results: 1 });
});

test('of many failures, the first with each cause is shown in full', () => {
  const runs = Array.from({ length: 12 }, (_, index) =>
    failed(`e${index}`, index % 5 === 3 ? 'RENDER_REFUSED' : 'AUTH_REJECTED'),
  );
  const { alerts } = printed('write', runs);
  expect(alerts.map((alert) => alert.split(': ', 2))).toEqual([
    ['e0', 'AUTH_REJECTED'],
    ['e3', 'RENDER_REFUSED'],
  ]);
});
