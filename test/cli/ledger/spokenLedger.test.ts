import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCEPT, AFTER, type SampleService, sampleOfDays, startSampleService } from '../sampleService.js';

let service: SampleService;
let superseded = '';
let second = '';
let draft = '';

const text = (...argv: string[]) => service.run(argv, { nowMs: AFTER });
async function made(...argv: string[]): Promise<{ runId: string; files: { path: string }[] }> {
  const { stdout } = await text(...argv, '--template', 'employee-days', '--json');
  return JSON.parse(stdout).runs[0];
}

beforeAll(async () => {
  service = await startSampleService({ employers: await sampleOfDays('2026-10-05', '2026-10-06') });
  const first = ['export', '2026-10-05..2026-10-05', '--final', ...ACCEPT];
  superseded = (await made(...first)).runId;
  const { files } = await made(...first, '--supersede', 'wrong mapping');
  second = (await made('export', '2026-10-06..2026-10-06', '--final', ...ACCEPT)).runId;
  draft = (await made('export', '2026-10-06..2026-10-06')).runId;
  const [{ path } = { path: '' }] = files;
  chmodSync(path, 0o600);
  writeFileSync(path, `${readFileSync(path, 'utf8')}\n`);
  for (const language of ['en', 'nl', 'fr', 'de']) {
    const own = readFileSync(join(service.cwd, 'paytally.yaml'), 'utf8').replace(/^language:.*\n/m, '');
    writeFileSync(join(service.cwd, `${language}.yaml`), `language: ${language}\n${own}`);
  }
});
afterAll(() => service.stop());

/** English words of these tables that no other language has. */
const ENGLISH =
  /\b(employer|period|state|files|sent to|draft|superseded|started|previous|sound|differs|to|came|went|before)\b/;

interface Words {
  readonly states: readonly [draft: string, final: string, superseded: string];
  readonly days: string;
  readonly details: readonly string[];
  readonly verdicts: readonly [sound: string, differs: string, why: string, failure: string];
  readonly diff: RegExp;
  readonly board: RegExp;
  readonly purged: string;
}

const SPOKEN: readonly (readonly [language: string, words: Words])[] = [
  [
    'en',
    {
      states: ['draft', 'final', 'superseded'],
      days: '2026-10-05 to 2026-10-05',
      details: ['started ', 'digest ', 'none: the first'],
      verdicts: ['sound', 'differs', 'the file has changed since paytally wrote it', 'has changed: the file'],
      diff: /employee +code +before +after +difference/,
      board: /employer +period +state +exceptions +deliveries/,
      purged: 'purged 4 runs, recorded as',
    },
  ],
  [
    'nl',
    {
      states: ['concept', 'definitief', 'teruggenomen'],
      days: '05-10-2026 tot en met 05-10-2026',
      details: ['begonnen ', 'controlegetal ', 'geen: de eerste'],
      verdicts: ['in orde', 'wijkt af', 'het bestand is gewijzigd sinds', 'is gewijzigd: het bestand'],
      diff: /medewerker +looncode +voordien +nu +verschil/,
      board: /werkgever +periode +status +meldingen +leveringen/,
      purged: 'runs gewist, vastgelegd als',
    },
  ],
  [
    'fr',
    {
      states: ['provisoire', 'définitif', 'annulé'],
      days: 'du 05/10/2026 au 05/10/2026',
      details: ['commencé ', 'empreinte ', 'aucune : c’est le premier'],
      verdicts: ['intact', 'diffère', 'le fichier a été modifié depuis', 'a été modifié : le fichier'],
      diff: /salarié +code de paie +avant +après +écart/,
      board: /employeur +période +état +anomalies +envois/,
      purged: 'traitements effacés, enregistrés sous',
    },
  ],
  [
    'de',
    {
      states: ['Entwurf', 'endgültig', 'zurückgenommen'],
      days: '05.10.2026 bis 05.10.2026',
      details: ['begonnen ', 'Prüfwert ', 'keiner: der erste'],
      verdicts: [
        'unverändert',
        'weicht ab',
        'die Datei wurde geändert, seit paytally',
        'wurde verändert: die Datei',
      ],
      diff: /Mitarbeiter +Lohnart +vorher +nachher +Differenz/,
      board: /Arbeitgeber +Zeitraum +Stand +Auffälligkeiten +Zustellungen/,
      purged: 'Läufe gelöscht, festgehalten als',
    },
  ],
];

describe.each(SPOKEN)('in %s', (language, words) => {
  const config = ['--config', `${language}.yaml`];
  const isOther = language !== 'en';

  test('history lists runs with their states', async () => {
    const { stdout } = await text('history', ...config);
    const [heading = '', ...rows] = stdout.trimEnd().split('\n');
    const [isDraft, isFinal, isSuperseded] = words.states;
    expect(rows.find((row) => row.startsWith(draft))).toContain(` ${isDraft} `);
    expect(rows.find((row) => row.startsWith(second))).toContain(` ${isFinal} `);
    expect(rows.find((row) => row.startsWith(superseded))).toContain(` ${isSuperseded} `);
    expect(stdout).toContain(words.days);
    if (isOther) expect([heading, ...rows].join('\n')).not.toMatch(ENGLISH);
  });

  test('history RUN says what is kept of it', async () => {
    const { stdout } = await text('history', superseded, ...config);
    for (const fact of words.details) expect(stdout).toContain(fact);
    if (isOther) expect(stdout.replaceAll(service.cwd, '')).not.toMatch(ENGLISH);
  });

  test('verify says what is sound, what differs, and why', async () => {
    const { stdout, stderr, status } = await text('verify', ...config);
    const [sound, differs, why, failure] = words.verdicts;
    expect(status).toBe(5);
    expect(stdout).toContain(`${second}: ${sound}\n`);
    expect(stdout).toMatch(new RegExp(`: ${differs}\n  ${why}.* ?: /`));
    expect(stderr).toContain(failure);
  });

  test('diff and status speak it too', async () => {
    const difference = await text('diff', superseded, second, ...config);
    expect([difference.status, difference.stdout]).toEqual([0, expect.stringMatching(words.diff)]);
    const board = await text('status', '--period', '2026-10-05..2026-10-06', ...config);
    expect(board.stdout).toMatch(words.board);
    if (isOther) expect(board.stdout).not.toMatch(ENGLISH);
  });
});

/** After all others: a purged run has no more to tell. */
test.each(SPOKEN)('purge says in %s what it took', async (language, { purged }) => {
  const config = ['--config', `${language}.yaml`];
  const [person = ''] = peopleOfStore().slice(SPOKEN.findIndex(([each]) => each === language));
  const { stdout, status } = await text('purge', '--person', person, ...config);
  expect([status, stdout]).toEqual([0, expect.stringContaining(purged)]);
  const nobody = await text('purge', '--before', '2000-01-01', ...config);
  expect([nobody.status, nobody.stdout.includes('nothing')]).toEqual([0, language === 'en']);
});

/** Ids of people with hours on both days. */
function peopleOfStore(): string[] {
  const days = ['2026-10-05..2026-10-05', '2026-10-06..2026-10-06'].map((period) => {
    const path = join(service.cwd, 'out', `bakery_${period}_employee-days.csv`);
    const rows = readFileSync(path, 'utf8').trimEnd().split('\n').slice(1);
    return new Set(rows.map((row) => row.split(',')[0] ?? ''));
  });
  return [...(days[0] ?? [])].filter((id) => days[1]?.has(id));
}
