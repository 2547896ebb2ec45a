import { describe, expect, test } from 'vitest';
import { loadTemplate } from '../../../src/documents/template/loadTemplate.js';
import { type RenderJob, renderTemplate } from '../../../src/documents/template/renderTemplate.js';
import { sampleModel } from '../../../src/documents/template/sampleModel.js';

const model = sampleModel();

const OWN_XML = `
kind: text
description: Of a client
audience: payroll
extension: xml
dialect: { type: xml, schema: own.xsd }
tree:
  element: all
  children:
    - element: hours
      each: pay-lines group by employee.id, payCode
      attributes: { code: { value: "{{payCode}}" } }
      value: "{{minutes | hours:2}}"
`;

const XSD = (type: string) => `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:element name="all"><xs:complexType><xs:sequence>
    <xs:element name="hours" maxOccurs="unbounded"><xs:complexType><xs:simpleContent>
      <xs:extension base="xs:decimal"><xs:attribute name="code" type="xs:${type}"/></xs:extension>
    </xs:simpleContent></xs:complexType></xs:element>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

async function jobOf(yaml: string, xsd = ''): Promise<RenderJob> {
  const files = {
    read: async (path: string) => {
      if (path.endsWith('.xsd')) return Buffer.from(xsd);
      return path.endsWith('.yaml') ? Buffer.from(yaml) : undefined;
    },
    list: async () => [],
  };
  const places = { templatesRoot: '/none', baseFolder: '/clients', files };
  const template = await loadTemplate('./of-a-client', places);
  if (template.kind === 'report') throw new Error('a template of one’s own is no report');
  return { template, variables: {}, locale: undefined, language: 'en' };
}

describe('a template of one’s own', () => {
  test('that is stored with a run is still compared with its schema', async () => {
    const [file] = await renderTemplate(await jobOf(OWN_XML, XSD('string')), model);
    expect(file?.controlSlip).toBeDefined();
    expect(file?.rows).toBeGreaterThan(2);
    const stored = JSON.parse(JSON.stringify(await jobOf(OWN_XML, XSD('integer'))));
    await expect(renderTemplate(stored, model)).rejects.toMatchObject({ code: 'RENDER_REFUSED' });
  });
});
