import { escapeText } from '../cells/escapeText.js';
import type { ChartPlan } from './chartData.js';

const NAMESPACES =
  'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" ' +
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/** Three points, in EMU: the frame's line keeps off the row above, which may be printed again on other pages. */
const TOP_GAP = 38_100;

function corner(tag: 'from' | 'to', { column, row }: ChartPlan['from']): string {
  const rowOffset = tag === 'from' ? TOP_GAP : 0;
  const offsets = `<xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${rowOffset}</xdr:rowOff>`;
  return `<xdr:${tag}>${offsets}</xdr:${tag}>`;
}

/** The drawing part that places charts over cells. Chart number n (from 1) is relationship `rId<n>`. */
export function drawingXml(charts: readonly ChartPlan[]): string {
  const anchors = charts.map((chart, index) => {
    const id = index + 1;
    return (
      `<xdr:twoCellAnchor>${corner('from', chart.from)}${corner('to', chart.to)}` +
      '<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr>' +
      `<xdr:cNvPr id="${id + 1}" name="Chart ${id}" descr="${escapeText(chart.description)}"/><xdr:cNvGraphicFramePr/>` +
      '</xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic>' +
      '<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart">' +
      '<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" ' +
      `r:id="rId${id}"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>`
    );
  });
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<xdr:wsDr ${NAMESPACES}>${anchors.join('')}</xdr:wsDr>`;
}
