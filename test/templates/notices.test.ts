import { describe, expect, test } from 'vitest';
import { readPayrollSystems } from '../../src/app/setup/init/payrollSystems.js';
import { loadTemplate, templatePlaces } from '../../src/documents/template/loadTemplate.js';
import { buildSample } from '../../src/documents/template/renderSample.js';
import { listTemplates } from '../../src/documents/template/showTemplate.js';
import { renderText } from '../../src/documents/text/renderText.js';
import { englishText } from '../../src/i18n/formatMessage.js';
import { PROJECT } from '../support/programs/runPaytally.js';

const places = templatePlaces({ packageFolder: PROJECT, cwd: PROJECT });

/** What a run with the template's sample says, with other values of some variables. */
async function noticesOf(name: string, variables: Readonly<Record<string, string>>): Promise<string[]> {
  const template = await loadTemplate(name, places);
  if (template.kind !== 'text') throw new Error(`${name} is a text template`);
  const sample = buildSample(template.spec);
  const notices: string[] = [];
  renderText(template, sample.model, {
    variables: { ...sample.variables, ...variables },
    onNotice: (notice) => notices.push(englishText(notice)),
  });
  return notices;
}

describe('afas', () => {
  test('without a period table, the run says that the file names none', async () => {
    expect(await noticesOf('afas', { periodTable: '' })).toEqual([
      expect.stringContaining('the file names no period table (PtId)'),
    ]);
  });

  test('with one, it says nothing', async () => {
    expect(await noticesOf('afas', { periodTable: '3' })).toEqual([]);
  });
});

test('what only a program can import says so wherever it is offered', async () => {
  const byProgram = ['afas', 'exact-online'];
  const systemsOf = await readPayrollSystems(places, 'en');
  const offered = systemsOf('NL').filter(({ note }) => note === 'program');
  expect(offered.map(({ name }) => name).sort()).toEqual(byProgram);
  const described = (await listTemplates(places)).filter(({ description }) =>
    /by a program/.test(description),
  );
  expect(described.map(({ name }) => name)).toEqual(byProgram);
});
