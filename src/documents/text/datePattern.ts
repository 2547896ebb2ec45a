const TOKEN = /YYYY|YY|MM|M|DD|D/g;

/** True for patterns such as `DD.MM.YYYY`, `YYYYMMDD`, `MM/YYYY` or `D`: tokens, and signs that are no letters. */
export function isDatePattern(pattern: string): boolean {
  return /[YMD]/.test(pattern) && !/\p{L}/u.test(pattern.replace(TOKEN, ''));
}

/** A function that writes dates `YYYY-MM-DD` in a pattern of YYYY, YY, MM, M, DD and D. */
export function dateWriter(pattern: string): (date: string) => string {
  const parts = pattern.split(/(YYYY|YY|MM|M|DD|D)/);
  return (date) => {
    let text = '';
    for (const part of parts) text += datePart(part, date);
    return text;
  };
}

function datePart(part: string, date: string): string {
  switch (part) {
    case 'YYYY':
      return date.slice(0, 4);
    case 'YY':
      return date.slice(2, 4);
    case 'MM':
      return date.slice(5, 7);
    case 'M':
      return String(Number(date.slice(5, 7)));
    case 'DD':
      return date.slice(8, 10);
    case 'D':
      return String(Number(date.slice(8, 10)));
    default:
      return part;
  }
}
