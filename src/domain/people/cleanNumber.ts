/** A number as people type it to keep its zeros: `="00040"` and `'00040` are `00040`. */
export function cleanNumber(text: string): string {
  const formula = /^="([^"]*)"$/.exec(text);
  return (formula?.[1] ?? text).replace(/^'/, '').trim();
}

/** `1,23E+05`: Excel took a long number for a quantity, and its digits are lost. Also `#####` and error values. */
export function isDamaged(number: string): boolean {
  return /^\d(?:[.,]\d+)?E\+?\d+$/i.test(number) || /^#/.test(number);
}
