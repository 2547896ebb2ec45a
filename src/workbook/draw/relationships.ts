const BASE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** One part's pointer to another; `rId<n>` by its place in the list. */
export interface Relationship {
  readonly type: 'drawing' | 'table' | 'chart';
  readonly target: string;
}

/** A relationships part: the first gets id `rId1`. */
export function relationshipsXml(relationships: readonly Relationship[]): string {
  const list = relationships.map(
    ({ type, target }, index) =>
      `<Relationship Id="rId${index + 1}" Type="${BASE}/${type}" Target="${target}"/>`,
  );
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`
  );
}

const CONTENT_TYPES = {
  table: 'application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml',
  drawing: 'application/vnd.openxmlformats-officedocument.drawing+xml',
  chart: 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml',
} as const;

/** The list of content types with further parts. @param paths without leading slash. */
export function withContentTypes(
  xml: string,
  added: readonly { readonly path: string; readonly type: Relationship['type'] }[],
): string {
  const overrides = added.map(
    ({ path, type }) => `<Override PartName="/${path}" ContentType="${CONTENT_TYPES[type]}"/>`,
  );
  return xml.replace('</Types>', `${overrides.join('')}</Types>`);
}
