import { configOf, type LoadedConfig } from '../../config/config.js';
import type { Context } from '../../context.js';
import {
  type IdentifyingField,
  refusedVariables,
  requiredOf,
} from '../../documents/template/acceptedValues.js';
import { loadNamed } from '../../documents/template/loadNamed.js';
import { variablesOf } from '../../documents/template/variablesOf.js';
import { payCodeLabel } from '../../domain/computed/computedPeriod.js';
import { PaytallyError } from '../../errors.js';
import { type AnyMessage, joined, message } from '../../i18n/message.js';

/** A value of a form, by the name that people know it by. */
interface Entered {
  /** The ID of the employee. */
  readonly id?: string;
  readonly name: string;
  readonly value: string;
}

/** Refuses payroll IDs that a configured payroll system would refuse. @throws PaytallyError MAPPING_INVALID */
export async function assertAcceptedNumbers(
  context: Context,
  loaded: LoadedConfig,
  employer: string,
  entered: readonly Entered[],
): Promise<void> {
  const refused = await refusedValues(context, loaded, employer, 'employee.number', entered);
  if (refused.length === 0) return;
  const record = [...new Set(refused.flatMap(({ id }) => id ?? []))].join(' ');
  throw refusal(
    'MAPPING_INVALID',
    refused.map(({ text }) => text),
    record,
  );
}

/**
 * Refuses pay codes and settings of templates that a configured payroll system would refuse.
 * @param edited the configuration with the change
 * @throws PaytallyError CONFIG_INVALID
 */
export async function assertAcceptedSettings(
  context: Context,
  edited: LoadedConfig,
  employer: string,
  changed: { readonly payCodes?: object | undefined; readonly variables?: object | undefined },
): Promise<void> {
  const config = configOf(edited, employer);
  const codes = Object.keys(changed.payCodes ?? {}).flatMap((code) => {
    const value = config.payCodes[code]?.external ?? '';
    return value === '' ? [] : [{ name: payCodeLabel(code, config.payCodes, config.language), value }];
  });
  const refused = [
    ...(await refusedValues(context, edited, employer, 'external', codes)).map(({ text }) => text),
    ...(await refusedSettings(context, edited, employer, Object.keys(changed.variables ?? {}))),
  ];
  if (refused.length > 0) throw refusal('CONFIG_INVALID', refused);
}

async function refusedValues(
  context: Context,
  loaded: LoadedConfig,
  employer: string,
  field: IdentifyingField,
  entered: readonly Entered[],
): Promise<readonly (Pick<Entered, 'id'> & { readonly text: AnyMessage })[]> {
  const config = configOf(loaded, employer);
  const refused: (Pick<Entered, 'id'> & { readonly text: AnyMessage })[] = [];
  for (const template of await templatesOf(context, loaded, config.templates))
    for (const { id, name, value } of entered) {
      const required = requiredOf(template, variablesOf(template.name, config), field, value);
      if (required === undefined) continue;
      const text = message('setup.refusedValue', { name, value, required });
      refused.push(id === undefined ? { text } : { id, text });
    }
  return refused;
}

async function refusedSettings(
  context: Context,
  edited: LoadedConfig,
  employer: string,
  names: readonly string[],
): Promise<readonly AnyMessage[]> {
  const config = configOf(edited, employer);
  const templates = await templatesOf(context, edited, names);
  return templates.flatMap((template) => refusedVariables(template, variablesOf(template.name, config)));
}

function templatesOf({ packageFolder, env }: Context, { folder }: LoadedConfig, names: readonly string[]) {
  return Promise.all(names.map((name) => loadNamed(name, packageFolder, folder, env)));
}

function refusal(
  code: 'CONFIG_INVALID' | 'MAPPING_INVALID',
  problems: readonly AnyMessage[],
  record?: string,
): PaytallyError {
  const remedy = message('setup.correctField');
  return new PaytallyError(
    code,
    joined([...new Set(problems)]),
    record === undefined ? { remedy } : { remedy, record },
  );
}
