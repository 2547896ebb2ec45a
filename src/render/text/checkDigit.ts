/** How the digits that prove a number are made of it. */
const METHODS: Readonly<Record<string, (digits: string) => string>> = {
  luhn,
  mod11,
  // Two digits: what is left to the next multiple of 97, as in Belgian national numbers.
  mod97: (digits) => String(97 - Number(BigInt(digits) % 97n)).padStart(2, '0'),
  // ISO 7064 MOD 97-10, as in IBAN.
  iso7064: (digits) => String(98 - Number((BigInt(digits) * 100n) % 97n)).padStart(2, '0'),
};

/**
 * The check digit, or digits, of a number.
 * @throws Error for an unknown method, and for a text that holds anything but digits
 */
export function checkDigit(digits: string, method: string): string {
  const make = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (make === undefined) {
    throw new Error(
      `check_digit: there is no method ${JSON.stringify(method)}; there are: ${Object.keys(METHODS).join(', ')}`,
    );
  }
  if (!/^\d+$/.test(digits))
    throw new Error(`check_digit: ${JSON.stringify(digits)} is not a number of digits only`);
  return make(digits);
}

/** Every second digit doubled, from the right; the sum with the check digit is a multiple of 10. */
function luhn(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** Weights 2 to 7 from the right, again and again; X stands for 10. */
function mod11(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 6)), 0);
  const rest = (11 - (sum % 11)) % 11;
  return rest === 10 ? 'X' : String(rest);
}
