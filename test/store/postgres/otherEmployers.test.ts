// @module-tag slow
import { afterEach, describe, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';
import { usePostgres } from '../../support/servers/postgresCase.js';
import { withoutPostgres } from '../../support/servers/postgresServer.js';

/* A working copy has the rows of its own employer; what others made and sent is known all the same. */

const NOW = '2026-11-03T09:00:00Z';

describe.skipIf(withoutPostgres)('a shared store', () => {
  const postgres = usePostgres();
  let bench: FolderBench;
  afterEach(() => bench.close());

  const configuration = (...employers: readonly string[]) => `source: { csv: hours }
store: ${postgres().database()}
templates: [pay-lines]
employers:
${employers.map((key) => `  ${key}: { name: ${key}, zone: Europe/Brussels }`).join('\n')}
deliveries: { office: { to: folder, path: inbox, fileName: "hours_{{ period }}.{{ extension }}" } }
`;
  function open(...employers: readonly string[]): void {
    bench = openFolderBench('', { 'inbox/.keep': '' });
    bench.put('paytally.yaml', configuration(...employers));
    bench.entries(entryRow('e1', 'ann', '2026-10-05', '08:00', '16:00'));
  }
  const final = (...more: readonly string[]) => bench.run(NOW, 'export', '2026-10', '--final', ...more);

  test('an employer that was renamed cannot make a closed month final again', async () => {
    open('bakery');
    expect((await final()).status).toBe(0);
    bench.put('paytally.yaml', bench.read('paytally.yaml').replace('  bakery:', '  bread:'));
    const { status, json, stderr } = await final();
    expect([status, json.error?.code], stderr).toEqual([5, 'EMPLOYER_RENAMED']);
    expect((await bench.run(NOW, 'check', '2026-10')).stderr).toContain('`employerId: bakery`');
    const { json: doctor } = await bench.run(NOW, 'doctor');
    const texts = doctor.findings.map(({ message }: { message: string }) => message);
    expect(texts.some((text: string) => /finals of bakery/.test(text))).toBe(true);
  });

  test('a file that another employer sent is not replaced', async () => {
    open('red');
    expect((await final('--deliver')).status).toBe(0);
    bench.put(
      'paytally.yaml',
      bench.read('paytally.yaml').replace('  red: {', '  blue: { employerId: blue-1,'),
    );
    const { status, json, stderr } = await final('--deliver');
    expect([status, json.runs[0].deliveries?.[0].state], stderr).toEqual([7, 'failed']);
    expect(stderr).toContain('red');
  });
});
