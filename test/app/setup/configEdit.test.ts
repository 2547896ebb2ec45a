import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editsOfPatch, previewSettings } from '../../../src/app/setup/configEdit.js';
import { configOf } from '../../../src/config/config.js';
import { loadConfig } from '../../../src/config/load.js';
import type { Context } from '../../../src/context.js';

/** The pay codes of each employer after a change of one of them, and the lines that the change adds. */
async function edited(employers: string, employer: string, settings: object) {
  const cwd = mkdtempSync(join(tmpdir(), 'paytally-edit-'));
  const path = join(cwd, 'paytally.yaml');
  writeFileSync(path, `templates: [pay-lines]\nemployers:\n${employers}`);
  const loaded = await loadConfig({ path, cwd, env: {} });
  const { edits } = editsOfPatch({ settings }, loaded, employer);
  const preview = await previewSettings({ cwd, env: {} } as Context, loaded, employer, edits);
  if (preview.edited === undefined) throw new Error('there is one file');
  const [config, { difference, warnings }] = [preview.edited, preview];
  const codes = Object.keys(config.config.employers).map((key) =>
    Object.entries(configOf(config, key).payCodes).map(([code, { external }]) => `${code} ${external}`),
  );
  expect(warnings).toEqual([]);
  return { codes, added: difference.flatMap(({ kind, text }) => (kind === 'added' ? [text] : [])) };
}

const place = (name: string) => `zone: Europe/Brussels, source: { csv: ${name} }`;
const SHARED = `  a: { ${place('a')}, payCodes: &codes { NORMAL: { external: "1" }, OT: { external: "2" } } }
  b: { ${place('b')}, payCodes: *codes }
  c: { ${place('c')}, payCodes: *codes }
`;
const OLD = ['NORMAL 1', 'OT 2'];
const NEW = ['NORMAL 1', 'OT 9'];
const OT_9 = { payCodes: { OT: { external: '9' } } };

test.each([
  ['the one with the anchor', 'a', [NEW, OLD, OLD]],
  ['one with an alias', 'b', [OLD, NEW, OLD]],
  ['the last', 'c', [OLD, OLD, NEW]],
])('settings that employers share by an anchor change for one only: %s', async (_, employer, expected) => {
  expect((await edited(SHARED, employer, OT_9)).codes).toEqual(expected);
});

test('the first alias becomes the anchor of the others', async () => {
  const { added } = await edited(SHARED, 'a', OT_9);
  expect(added.map((line) => line.replace(/.*payCodes: /, ''))).toEqual([
    '{ NORMAL: { external: "1" }, OT: { external: "9" } } }',
    '&codes { NORMAL: { external: "1" }, OT: { external: "2" } } }',
  ]);
});

test.each([
  ['a value', { payCodes: { OT: { external: '9' } } }, [NEW, OLD]],
  ['a removed section', { payCodes: { OT: null } }, [['NORMAL 1'], OLD]],
])('an anchor within what changes stays with the other employer: %s', async (_, settings, expected) => {
  const employers = `  a: { ${place('a')}, payCodes: { NORMAL: { external: "1" }, OT: &ot { external: &two "2" } } }
  b: { ${place('b')}, payCodes: { NORMAL: { external: "1" }, OT: { external: *two } } }
`;
  expect((await edited(employers, 'a', settings)).codes).toEqual(expected);
});
