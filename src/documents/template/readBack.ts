import type { FileSpec } from '../text/fileSpec.js';
import type { ReadBack } from '../text/textTemplate.js';

/**
 * A reader for xml and json files: well formed, and against the schema where there is one. What reads them is loaded
 * only where such a template is used. undefined for other files.
 * @param schema the bytes of the XSD or JSON schema
 * @throws Error for a schema that cannot be read
 */
export async function readBackOf(
  { dialect }: FileSpec,
  schema: Uint8Array | undefined,
): Promise<ReadBack | undefined> {
  switch (dialect.type) {
    case 'xml':
      return (await import('./readBackXml.js')).xmlReadBack(schema);
    case 'json':
      return (await import('./readBackJson.js')).jsonReadBack(schema);
    case 'delimited':
      return undefined;
  }
}
