import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isBuilt } from '../../support/programs/childExport.js';
import { PROJECT } from '../../support/programs/runPaytally.js';

const DOMAIN = pathToFileURL(join(PROJECT, 'dist', 'src', 'domain')).href;
const PERIOD = "{ from: '2026-10-01', to: '2026-10-31', label: '2026-10' }";

/**
 * Runs a script with a heap that is large enough for compact data of this many employees, but not for objects for all
 * of them.
 */
function under(heapMib: number, script: string) {
  const node = [`--max-old-space-size=${heapMib}`, '--input-type=module', '--eval', script];
  const { status, stdout } = spawnSync(process.execPath, node, { encoding: 'utf8' });
  return { status, stdout: stdout.trim() };
}

describe.skipIf(!isBuilt)('of many employees', () => {
  /** Measured: passes with a heap of 48 MiB; with a map of tallies per employee it fails even at 240. */
  it('control totals are stored as numbers', () => {
    const script = `
      const { ControlTotalsBuilder } = await import('${DOMAIN}/timesheet/controlTotals.js');
      const book = new ControlTotalsBuilder([]);
      const people = 400_000;
      for (let at = 0; at < people; at += 1) {
        const entry = { employeeId: at, establishmentId: 'ghent', workedMinutes: 480 };
        const exported = [{ entry, inside: [{ minutes: 470 }], parts: [] }];
        const excluded = [{ entry, reason: 'cancelled' }];
        book.addTimesheet({ exported, excluded, period: ${PERIOD}, policy: {} });
      }
      const { exported, byEmployee } = book.control();
      const { fetched, excluded } = byEmployee.get(people - 1);
      console.log(JSON.stringify([exported, fetched, excluded]));`;
    expect(under(110, script)).toEqual({
      status: 0,
      stdout: JSON.stringify([
        { entries: 400_000, minutes: 188_000_000 },
        { entries: 2, minutes: 960 },
        [
          { reason: 'cancelled', entries: 1, minutes: 480 },
          { reason: 'outside-period', entries: 0, minutes: 10 },
        ],
      ]),
    });
  });
});
