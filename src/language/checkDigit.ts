/** The method for a number's check digits. */
const METHODS: Readonly<Record<string, (digits: string) => string>> = {
  luhn,
  mod11,
  // Two digits: the difference to the next multiple of 97, as in Belgian national numbers.
  mod97: (digits) => String(97 - Number(BigInt(digits) % 97n)).padStart(2, '0'),
  // ISO 7064 MOD 97-10, as in IBAN.
  iso7064: (digits) => String(98 - Number((BigInt(digits) * 100n) % 97n)).padStart(2, '0'),
};

/** The names of the methods. */
export const CHECK_DIGITS: readonly string[] = Object.keys(METHODS);

/** The check digit, or digits, of a number; undefined for text that is not only digits. */
export function checkDigit(digits: string, method: string): string | undefined {
  const make = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  return make === undefined || !/^\d+$/.test(digits) ? undefined : make(digits);
}

/** Every second digit doubled, from the right; the sum with the check digit is a multiple of 10. */
function luhn(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** Weights 2 to 7 from the right, repeated; X represents 10. */
function mod11(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 6)), 0);
  const rest = (11 - (sum % 11)) % 11;
  return rest === 10 ? 'X' : String(rest);
}
