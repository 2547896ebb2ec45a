import { PaytallyError } from '../../errors.js';

const SWITCH = /^--(?:no-)?([\w-]+)=(.*)$/;

/**
 * An option without its value, or a switch that is given something else than true or false, would quietly become the
 * default.
 * @param parsed what yargs made of `argv`
 * @throws PaytallyError USAGE
 */
export function refuseEmptyValues(parsed: object, argv: readonly string[]): void {
  const values = new Map<string, unknown>(Object.entries(parsed));
  argv.forEach((argument, index) => {
    const [option = '', given] = argument.split('=', 2);
    const value = values.get(option.slice(2));
    const takesValue = option.startsWith('--') && value !== undefined && typeof value !== 'boolean';
    if (takesValue && isEmpty(given ?? argv[index + 1])) throw needsValue(option);
    refuseSwitchValue(argument, values);
  });
  for (const [name, value] of values) {
    if (value === '' || (Array.isArray(value) && value.includes(''))) throw needsValue(name.toUpperCase());
  }
}

function isEmpty(value: string | undefined): boolean {
  return value === undefined || value === '' || /^--[a-z]/.test(value);
}

function needsValue(what: string): PaytallyError {
  const remedy = what.startsWith('--')
    ? `Write a value after ${what}, or leave the option out.`
    : 'Write it in place of "".';
  return new PaytallyError('USAGE', `${what} needs a value.`, { record: what, remedy });
}

function refuseSwitchValue(argument: string, values: ReadonlyMap<string, unknown>): void {
  const [, name = '', given = ''] = SWITCH.exec(argument) ?? [];
  if (typeof values.get(name) !== 'boolean' || given === 'true' || given === 'false') return;
  throw new PaytallyError('USAGE', `--${name} takes no value.`, {
    record: argument,
    remedy: `Write --${name} alone.`,
  });
}
