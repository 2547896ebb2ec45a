/** The colours of built-in reports, as ARGB. Few and quiet: the numbers are what is to be seen. */
export const PALETTE = {
  ink: 'FF1F2933',
  muted: 'FF66727F',
  white: 'FFFFFFFF',
  heading: 'FF24405A',
  rule: 'FFDCE2E8',
  strongRule: 'FF24405A',
  total: 'FFEDF1F5',
  weekend: 'FFF0F2F5',
  holiday: 'FFFCEFCF',
  more: 'FFDDEEE3',
  less: 'FFF9E0DC',
  absence: 'FFE7E2F3',
  good: 'FF2B6E4F',
  bad: 'FFB03A2E',
  draft: 'FFB5651D',
} as const;

/** The same colours for charts, as RGB. */
export const CHART_COLOURS = { planned: 'B9C5D1', worked: '2F6690', line: 'DCE2E8', text: '66727F' } as const;
