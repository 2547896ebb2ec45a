import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ACCEPT,
  AFTER,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

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
  /\b(employer|period|state|files|sent to|draft|replaced|started|previous|unchanged|changed|to|added|removed|before)\b/;

interface Words {
  readonly states: readonly [draft: string, final: string, superseded: string];
  readonly days: string;
  readonly details: readonly string[];
  readonly verdicts: readonly [unchanged: string, changed: string, why: string, failure: string];
  readonly diff: RegExp;
  readonly board: RegExp;
  readonly purged: RegExp;
}

const SPOKEN: readonly (readonly [language: string, words: Words])[] = [
  [
    'en',
    {
      states: ['draft', 'final', 'replaced'],
      days: '2026-10-05 to 2026-10-05',
      details: ['started ', 'checksum ', 'none: this is the first run'],
      verdicts: [
        'unchanged',
        'changed',
        'the file has changed since paytally wrote it',
        'has changed: the file',
      ],
      diff: /employee +pay code +before +after +difference/,
      board: /employer +period +state +exceptions +deliveries/,
      purged: /personal records of .+ deleted from 4 runs, recorded as/,
    },
  ],
  [
    'nl',
    {
      states: ['concept', 'definitief', 'vervangen'],
      days: '05-10-2026 tot en met 05-10-2026',
      details: ['begonnen ', 'controlegetal ', 'geen: dit is de eerste run'],
      verdicts: ['ongewijzigd', 'gewijzigd', 'het bestand is gewijzigd sinds', 'is gewijzigd: '],
      diff: /medewerker +looncode +voordien +nu +verschil/,
      board: /werkgever +periode +status +meldingen +leveringen/,
      purged: /persoonsgegevens van .+ gewist uit 4 runs, vastgelegd als/,
    },
  ],
  [
    'fr',
    {
      states: ['provisoire', 'définitif', 'remplacé'],
      days: 'du 05/10/2026 au 05/10/2026',
      details: ['commencé ', 'empreinte ', 'aucune : c’est le premier traitement'],
      verdicts: ['intact', 'modifié', 'le fichier a été modifié depuis', 'a été modifié : '],
      diff: /salarié +code de paie +avant +après +écart/,
      board: /employeur +période +état +anomalies +envois/,
      purged: /données personnelles de .+ effacées de 4 traitements, enregistré sous/,
    },
  ],
  [
    'de',
    {
      states: ['Entwurf', 'endgültig', 'ersetzt'],
      days: '05.10.2026 bis 05.10.2026',
      details: ['begonnen ', 'Prüfwert ', 'keiner: Dies ist der erste Lauf'],
      verdicts: ['unverändert', 'verändert', 'die Datei wurde geändert, seit paytally', 'wurde verändert: '],
      diff: /Mitarbeiter +Lohnart +vorher +nachher +Differenz/,
      board: /Arbeitgeber +Zeitraum +Stand +Auffälligkeiten +Zustellungen/,
      purged: /personenbezogene Daten von .+ aus 4 Läufen gelöscht, festgehalten als/,
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

  test('history RUN lists what is stored for it', async () => {
    const { stdout } = await text('history', superseded, ...config);
    for (const fact of words.details) expect(stdout).toContain(fact);
    if (isOther) expect(stdout.replaceAll(service.cwd, '')).not.toMatch(ENGLISH);
  });

  test('verify says which run is unchanged, which has changed, and why', async () => {
    const { stdout, stderr, status } = await text('verify', ...config);
    const [unchanged, changed, why, failure] = words.verdicts;
    expect(status).toBe(5);
    expect(stdout).toMatch(new RegExp(`${second}\\s?: ${unchanged}\n`));
    expect(stdout).toMatch(new RegExp(`\\s?: ${changed}\n  ${why}.*\\s?: /`));
    expect(stderr).toContain(failure);
  });

  test('diff and status use the language too', async () => {
    const difference = await text('diff', superseded, second, ...config);
    expect([difference.status, difference.stdout]).toEqual([0, expect.stringMatching(words.diff)]);
    const board = await text('status', '--period', '2026-10-05..2026-10-06', ...config);
    expect(board.stdout).toMatch(words.board);
    if (isOther) expect(board.stdout).not.toMatch(ENGLISH);
  });
});

/** Runs after all others: a purged run has no data left to show. */
test.each(SPOKEN)('purge says in %s what it deleted', async (language, { purged }) => {
  const config = ['--config', `${language}.yaml`];
  const [person = ''] = peopleOfStore().slice(SPOKEN.findIndex(([each]) => each === language));
  const { stdout, status } = await text('purge', '--person', person, ...config);
  expect([status, stdout]).toEqual([0, expect.stringMatching(purged)]);
  const nobody = await text('purge', '--before', '2000-01-01', ...config);
  expect([nobody.status, nobody.stdout.includes('nothing')]).toEqual([0, language === 'en']);
});

/** Ids of employees with hours on both days. */
function peopleOfStore(): string[] {
  const days = ['2026-10-05..2026-10-05', '2026-10-06..2026-10-06'].map((period) => {
    const path = join(service.cwd, 'out', `bakery_${period}_employee-days.csv`);
    const rows = readFileSync(path, 'utf8').trimEnd().split('\n').slice(1);
    return new Set(rows.map((row) => row.split(',')[0] ?? ''));
  });
  return [...(days[0] ?? [])].filter((id) => days[1]?.has(id));
}
