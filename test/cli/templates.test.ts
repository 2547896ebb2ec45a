import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runPaytally } from './runPaytally.js';

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'paytally-templates-'));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
const templates = (...argv: string[]) => runPaytally(['templates', ...argv], { cwd });

describe('templates', () => {
  test('list is the default, for people and as JSON', async () => {
    const { status, stdout } = await templates();
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /For people\n {2}agency-days .*\n[\s\S]*For payroll systems\n {2}acerta +Acerta Connect KLX/,
    );
    const json = await templates('list', '--json');
    expect(JSON.parse(json.stdout).templates).toContainEqual(
      expect.objectContaining({ name: 'sdworx', confidence: 'WEAK' }),
    );
  });

  test('show', async () => {
    const { status, stdout } = await templates('show', 'datev-lodas');
    expect(status).toBe(0);
    for (const part of [
      'consultant',
      '(required)',
      'la_eigene#bwd',
      'u_lod_bwd_buchung_stunden',
      '2;01.10.2026;500;00040;20,67;',
    ]) {
      expect(stdout).toContain(part);
    }
    const json = await templates('show', 'monthly-hours', '--json');
    expect(JSON.parse(json.stdout).template).toMatchObject({ name: 'monthly-hours', kind: 'report' });
  });

  test('new, check, golden, and a check that fails', async () => {
    expect(await templates('new', 'mine', '--from', 'lexware')).toMatchObject({
      status: 0,
      stdout: 'mine/template.yaml\n',
    });
    expect((await templates('new', 'mine', '--from', 'lexware')).status).toBe(2);
    const first = await templates('check', './mine');
    expect(first).toMatchObject({ status: 0, stdout: expect.stringContaining('no golden files yet') });
    expect((await templates('check', './mine', '--update-golden')).status).toBe(0);
    expect((await templates('check', './mine')).stdout).toContain('same as the golden files');

    const path = join(cwd, 'mine/template.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('default: EUR', 'default: CHF'));
    const changed = await templates('check', './mine', '--json');
    expect(changed.status).toBe(2);
    expect(JSON.parse(changed.stdout).error).toMatchObject({
      code: 'TEMPLATE_INVALID',
      message: expect.stringContaining('line 1 differs'),
    });
  });

  test('check of all built-in ones', async () => {
    const { status, stdout } = await templates('check');
    expect(status).toBe(0);
    expect(stdout).toContain('silae: fine');
  });

  test.each([
    ['an unknown name', ['show', 'datev-lodsa'], 'Did you mean datev-lodas?'],
    ['no name', ['show'], 'takes one name'],
    ['new without a source', ['new', 'x'], 'needs a template to start from'],
    ['golden files of a built-in one', ['check', 'lexware', '--update-golden'], 'stay as they are'],
  ])('%s is a usage error', async (_name, argv, message) => {
    expect(await templates(...argv)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  });
});
