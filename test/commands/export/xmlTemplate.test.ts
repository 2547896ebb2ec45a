import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleService, startSampleService } from '../../support/employers/sampleService.js';

/* A custom XML template, used through the whole program: in its worker, in the ledger, in corrections. */

const TEMPLATE = `kind: text
description: Hours for our own payroll
audience: payroll
corrections: delta
extension: xml
dialect: { type: xml, schema: hours.xsd }
tree:
  element: payroll
  children:
    - element: employee
      each: pay-lines group by employee.id sort by employee.id
      attributes: { id: { value: "{{employee.id}}", required: true } }
      children:
        - element: hours
          each: group by external sort by external
          attributes: { code: { value: "{{external}}", required: true } }
          value: "{{minutes | hours:2}}"
          zero: omit
`;

const schema = (code: string) => `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="payroll"><xs:complexType><xs:sequence>
    <xs:element name="employee" maxOccurs="unbounded"><xs:complexType><xs:sequence>
      <xs:element name="hours" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:simpleContent>
        <xs:extension base="xs:decimal"><xs:attribute name="code" type="${code}" use="required"/></xs:extension>
      </xs:simpleContent></xs:complexType></xs:element>
    </xs:sequence><xs:attribute name="id" type="xs:string" use="required"/></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

const SETTINGS = 'payCodes: { NORMAL: { external: "500" } }\n';
const ACCEPTED = ['OPEN_ENTRY', 'OVERLAP', 'UNREVIEWED', 'UNKNOWN_EMPLOYEE'].flatMap((code) => [
  '--accept',
  `${code}=known`,
]);

describe('a custom XML template', () => {
  let service: SampleService;
  beforeAll(async () => {
    service = await startSampleService({}, SETTINGS);
    mkdirSync(join(service.cwd, 'own'));
    writeFileSync(join(service.cwd, 'own', 'template.yaml'), TEMPLATE);
    writeFileSync(join(service.cwd, 'own', 'hours.xsd'), schema('xs:string'));
  });
  afterAll(() => service.stop());

  const json = async (...argv: string[]) => {
    const { status, stdout, stderr } = await service.run([...argv, '--json', '--quiet']);
    expect({ status, stderr }).toMatchObject({ status: 0 });
    return JSON.parse(stdout).runs[0];
  };

  test('is exported with its control slip next to it', { tags: 'slow' }, async () => {
    const named = ['--template', './own', '--template', 'control-slip'];
    const { files, control } = await json('export', '2026-10', ...named);
    expect(files.map(({ template }: { template: string }) => template)).toEqual(['own', 'control-slip']);
    expect(files[0].controlSlip.minutes).toBe(control.exportedMinutes);
    const xml = readFileSync(files[0].path, 'utf8');
    const hours = [...xml.matchAll(/<hours code="500">([\d.]+)</g)].map(([, text]) => Number(text));
    expect(hours.reduce((sum, each) => sum + each, 0)).toBeCloseTo(files[0].controlSlip.writtenHours, 6);
    expect(readFileSync(files[1].path, 'utf8')).toContain('bakery_2026-10_own.xml');
  });

  test('is refused if its schema does not allow it', async () => {
    writeFileSync(join(service.cwd, 'own', 'hours.xsd'), schema('xs:date'));
    const named = ['--template', './own', '--template', 'control-slip'];
    const { status, stderr } = await service.run(['export', '2026-10', ...named]);
    writeFileSync(join(service.cwd, 'own', 'hours.xsd'), schema('xs:string'));
    expect(status).toBe(5);
    // The file is saved there with its refusal, so its path is not needed.
    expect(stderr).not.toContain('control-slip');
    expect(stderr).toContain("'500' is not a valid value of the atomic type 'xs:date'");
  });

  test('a change after its final is written with a sign, and adds up to a fresh export', {
    tags: 'slow',
  }, async () => {
    const final = await json('export', '2026-10', '--template', './own', '--final', ...ACCEPTED);
    const path = join(service.cwd, 'paytally.yaml');
    writeFileSync(path, `${readFileSync(path, 'utf8')}\nrounding: { level: entry, step: 15 }\n`);
    const corrected = await json('corrections', '2026-10', '--template', 'own', '--final', ...ACCEPTED);
    const fresh = await json('export', '2026-10', '--template', './own', '--out', 'fresh');
    const [before, delta, after] = [final, corrected, fresh].map(({ files }) => hoursIn(files[0].path));
    const sums = new Map(before);
    for (const [id, units] of delta ?? []) sums.set(id, (sums.get(id) ?? 0) + units);
    expect([...(delta?.values() ?? [])].some((units) => units < 0)).toBe(true);
    expect(Object.fromEntries(sums)).toEqual(Object.fromEntries(after ?? []));
  });
});

/** Hundredths of hours by employee. */
function hoursIn(path: string): ReadonlyMap<string, number> {
  const text = readFileSync(path, 'utf8');
  return new Map(
    [...text.matchAll(/<employee id="([^"]+)">\s*<hours code="500">(-?[\d.]+)</g)].map(([, id, hours]) => [
      id ?? '',
      Math.round(Number(hours) * 100),
    ]),
  );
}
