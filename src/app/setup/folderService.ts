import { join } from 'node:path';
import type { z } from 'zod';
import { validateWithSchema } from '../../config/input/schemaProblems.js';
import { PaytallyError } from '../../errors.js';
import { joined, message } from '../../i18n/message.js';
import { readDataFolder } from '../../sandbox/dataFolder.js';
import { type FaultSettingsInput, faultSettings } from '../../sandbox/faults.js';
import type { SandboxData } from '../../sandbox/sandboxData.js';
import { formatRequestLine } from '../../sandbox/service.js';
import { shapeSettings } from '../../sandbox/shapes.js';
import type { Sandbox } from '../../sandbox/startSandbox.js';

interface ServiceOrder {
  /** The data folder, absolute. */
  readonly folder: string;
  readonly port: number;
  readonly adminPort: number;
  /** Each `KIND[:KEY=VALUE,…]`; they are added to the rules of the data folder. */
  readonly faults: readonly string[];
  /** Each `ASPECT=NAME`; they replace those of the data folder. */
  readonly shapes: readonly string[];
  /** Whether the service limits requests. */
  readonly isLimited: boolean;
  /** Receives a line for each request. */
  readonly onRequest: (line: string) => void;
}

interface FolderService {
  readonly sandbox: Sandbox;
  readonly employers: SandboxData['employers'];
  /** The file with the secrets of the clients, absolute. */
  readonly secretsFile: string;
}

/** Serves a data folder as the Workforce API. @throws PaytallyError USAGE, SANDBOX_DATA_INVALID */
export async function startFolderService(order: ServiceOrder): Promise<FolderService> {
  const { folder, port, adminPort } = order;
  const data = await readDataFolder(folder);
  const faults = order.faults.length > 0 ? { faults: parseFaults(order.faults, data.faults) } : {};
  const limits = order.isLimited ? {} : { limits: { enabled: false } };
  const shapes = { ...data.shapes, ...parseShapes(order.shapes) };
  // Loaded when needed: its libraries take memory in every run.
  const { startSandbox } = await import('../../sandbox/startSandbox.js');
  const sandbox = await startSandbox({
    ...data,
    ...faults,
    ...limits,
    shapes,
    port,
    adminPort,
    onRequest: (line) => order.onRequest(formatRequestLine(line)),
  });
  return { sandbox, employers: data.employers, secretsFile: join(folder, 'service.json') };
}

/** @throws PaytallyError USAGE */
function parseFaults(texts: readonly string[], given: FaultSettingsInput | undefined): FaultSettingsInput {
  const rules = texts.map((text) => {
    const [kind = '', settings = ''] = text.split(/:(.*)/s);
    return { kind, ...parsePairs(settings.split(',').filter(Boolean)) };
  });
  return validateSettings(faultSettings, { ...given, rules: [...(given?.rules ?? []), ...rules] }, '--fault');
}

/** @throws PaytallyError USAGE */
function parseShapes(texts: readonly string[]): z.output<typeof shapeSettings> {
  return validateSettings(shapeSettings, parsePairs(texts), '--shape');
}

function parsePairs(texts: readonly string[]): Record<string, string | number> {
  return Object.fromEntries(
    texts.map((text) => {
      const [key = '', value = ''] = text.split(/=(.*)/s);
      const isNumber = value !== '' && Number.isFinite(Number(value));
      return [key, isNumber ? Number(value) : value];
    }),
  );
}

function validateSettings<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  option: string,
): z.output<Schema> {
  const result = validateWithSchema(schema, value);
  if ('data' in result) return result.data;
  const problems = result.problems.map(({ path, message: problem }) => {
    const key = path.filter((step) => typeof step === 'string' && step !== 'rules').join('.');
    return message('commands.setting', { option, key, problem });
  });
  throw new PaytallyError('USAGE', joined(problems), { record: option });
}
