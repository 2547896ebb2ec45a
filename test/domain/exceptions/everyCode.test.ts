import { describe, expect, test } from 'vitest';
import { EXCEPTION_CODES } from '../../../src/domain/exceptions/finding.js';
import { listUnavailable } from '../../../src/domain/exceptions/readRules.js';
import { exceptionWording, findingMessage } from '../../../src/domain/exceptions/wording.js';
import type { ListLack } from '../../../src/domain/records/periodData.js';
import { groupRecordsByPerson } from '../../../src/domain/records/periodData.js';
import { LIST_NAMES } from '../../../src/domain/records/records.js';
import { findText } from '../../../src/i18n/catalogue.js';
import { OCTOBER, periodData } from '../../support/records/periodFixture.js';
import { CASES } from './cases.js';
import { findingsOf } from './exceptionCase.js';

const LACKS: readonly ListLack[] = [
  'permission',
  'permission-or-module',
  'permission-gone',
  'module',
  'module-or-employer',
];

describe('every exception occurs when it should, and only then', () => {
  test.each(CASES.map((each) => ({ ...each, title: `${each.code}: ${each.name}` })))('$title', (each) => {
    const found = findingsOf(each).filter(({ code }) => code === each.code);
    expect(found.map(({ record }) => record)).toEqual(each.records);
    if (each.facts) expect(found[0]?.facts).toMatchObject(each.facts);
    expect(found[0]?.atLeast).toBe(each.atLeast);
  });

  test.each(EXCEPTION_CODES)('%s has a row where it occurs and one where it does not', (code) => {
    const rows = CASES.filter((each) => each.code === code);
    expect(rows.some(({ records }) => records.length > 0)).toBe(true);
    expect(rows.some(({ records }) => records.length === 0)).toBe(true);
  });
});

describe('messages for clerks', () => {
  const occurring = CASES.filter(({ records }) => records.length > 0);

  test.each(['en', 'nl', 'fr', 'de'])('%s: every message is complete', (language) => {
    for (const each of occurring) {
      const [finding] = findingsOf(each).filter(({ code }) => code === each.code);
      if (finding === undefined) throw new Error(each.name);
      const message = findingMessage(finding, { language, hours: 'clock' });
      expect(message).not.toMatch(/[{}]|undefined|NaN/);
      expect(message).not.toMatch(/[.:;,]\s*\./);
      expect(message.length).toBeGreaterThan(20);
      expect(exceptionWording(each.code, language).remedy.length).toBeGreaterThan(15);
    }
  });

  test.each(['nl', 'fr', 'de'])('%s does not have the English text', (language) => {
    for (const code of EXCEPTION_CODES)
      for (const part of ['', '.remedy'] as const) {
        const id = `exceptions.${code}${part}` as const;
        expect(findText(language, id), id).not.toBe(findText('en', id));
      }
  });

  test.each([
    [
      'en',
      'paytally cannot read the list of agency workers: the integration lacks the permission "Read agency workers" (agency-workers:read). The export has agency worker IDs instead of names.',
    ],
    [
      'de',
      'paytally kann die Liste der Leiharbeitskräfte nicht lesen: der Integration fehlt das Recht „Read agency workers“ (agency-workers:read). Der Export enthält IDs statt Namen der Leiharbeitskräfte.',
    ],
    [
      'nl',
      'paytally kan de lijst van uitzendkrachten niet lezen: de integratie heeft het recht "Read agency workers" (agency-workers:read) niet. De export heeft id’s in plaats van namen van uitzendkrachten.',
    ],
    [
      'fr',
      'paytally ne peut pas lire la liste des intérimaires : l’intégration n’a pas le droit « Read agency workers » (agency-workers:read). Conséquence pour l’export : des identifiants au lieu des noms des intérimaires.',
    ],
  ])('%s: the reason is also in the language, with one full stop', (language, message) => {
    const each = CASES.find(({ name }) => name === 'no permission for agency workers');
    const [finding] = each ? findingsOf(each).filter(({ code }) => code === each.code) : [];
    expect(finding && findingMessage(finding, { language, hours: 'clock' })).toBe(message);
  });

  test.each(['en', 'nl', 'fr', 'de'])('%s: every list and every omission is a whole sentence', (language) => {
    const sentences = LIST_NAMES.flatMap((list) =>
      LACKS.flatMap((lack) =>
        listUnavailable(
          {
            ...groupRecordsByPerson(periodData()).facts,
            unavailable: [{ list, lack, permission: 'P', scope: 's:read', module: 'M' }],
          },
          OCTOBER,
        ).map((finding) => findingMessage(finding, language)),
      ),
    );
    expect(new Set(sentences).size).toBe(LIST_NAMES.length * LACKS.length);
    for (const sentence of sentences) {
      expect(sentence).toMatch(/^\S.*\S\.$/);
      expect(sentence).not.toMatch(/[{}–]|\.\.|: \.|permission-|module-/);
    }
  });

  test.each([
    ['en', 'working', 'on break'],
    ['de', 'läuft', 'in Pause'],
    ['nl', 'aan het werk', 'in pauze'],
    ['fr', 'au travail', 'en pause'],
  ])('%s: the state of an open entry is in the language', (language, working, onBreak) => {
    const facts = { start: '2026-10-06 08:00', end: '' };
    const said = ['Working', 'OnBreak'].map((status) =>
      findingMessage(
        { code: 'OPEN_ENTRY', employeeId: 'a', date: null, record: 'e', facts: { ...facts, status } },
        language,
      ),
    );
    expect(said).toEqual([expect.stringContaining(`(${working})`), expect.stringContaining(`(${onBreak})`)]);
  });

  test('an unknown language falls back to English; a regional one falls back to its language', () => {
    expect(exceptionWording('OVERLAP', 'tlh')).toEqual(exceptionWording('OVERLAP', 'en'));
    expect(exceptionWording('OVERLAP', 'nl-BE')).toEqual(exceptionWording('OVERLAP', 'nl'));
    expect(exceptionWording('OVERLAP', 'constructor')).toEqual(exceptionWording('OVERLAP', 'en'));
  });

  const SAMPLES: readonly (readonly [string, string])[] = [
    ['LONG_ENTRY: 16 hours and a minute', 'Lasts 16:01 hours, from 2026-10-06 06:00 to 22:01.'],
    [
      'SHORT_REST: a minute too short',
      'Starts 2026-10-07 07:00, only 10:59 hours after the previous entry ended (2026-10-06 20:01). The minimum rest is 11 hours.',
    ],
    [
      'OVERLAP: half an hour',
      '2026-10-06 11:30 to 15:00 overlaps by 30 minutes with the entry from 2026-10-06 08:00 to 12:00.',
    ],
    [
      'ESTABLISHMENT_GONE: known before, listed no more',
      'The time recording no longer lists the establishment old-shop, which earlier runs included. Its time entries are missing too.',
    ],
  ];
  test.each(SAMPLES)('%s reads well', (title, message) => {
    const each = CASES.find(({ code, name }) => `${code}: ${name}` === title);
    const [finding] = each ? findingsOf(each).filter(({ code }) => code === each.code) : [];
    expect(finding && findingMessage(finding)).toBe(message);
  });
});
