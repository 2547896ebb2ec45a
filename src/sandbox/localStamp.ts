const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  formats.set(zone, made);
  return made;
}

/** An instant as `YYYY-MM-DDTHH:MM:SS+HH:MM` in the zone; whole seconds. */
export function localStamp(epochMs: number, zone: string): string {
  const wholeMs = Math.floor(epochMs / 1000) * 1000;
  // Swedish dates and times are those of ISO 8601 but for the T.
  const local = formatOf(zone).format(wholeMs).replace(' ', 'T');
  const offsetMinutes = Math.round((Date.parse(`${local}Z`) - wholeMs) / 60_000);
  const hours = Math.trunc(Math.abs(offsetMinutes) / 60);
  const minutes = Math.abs(offsetMinutes) % 60;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`;
}
