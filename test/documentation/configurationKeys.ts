import { z } from 'zod';
import { configSchema } from '../../src/config/schema/configSchema.js';

interface JsonSchema {
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: string;
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly required?: readonly string[];
}

type Row = [key: string, fallback: string, meaning: string];

/** What stands for a name that users choose, by the key above it. */
const NAMES: Readonly<Record<string, string>> = { employers: 'KEY', establishments: 'ID', zones: 'ID' };
/** Longer lists of values are named by their description. */
const MOST_VALUES = 25;
/** Larger limits only keep numbers whole. */
const MOST_LIMIT = 1_000_000;

const schema = () => z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** A row for each key of the first level, and for each key of an employer. */
export function configurationKeys(): Row[] {
  return childrenOf(schema()).flatMap(([key, child]) => [
    rowOf(key, child, schema().required),
    ...(key === 'employers' ? employerKeys(child) : []),
  ]);
}

function employerKeys({ additionalProperties: employer }: JsonSchema): Row[] {
  if (typeof employer !== 'object') return [];
  return childrenOf(employer).map(([key, child]) => rowOf(`employers.KEY.${key}`, child, employer.required));
}

/** The keys inside each key of the first level, as one section each; deliveries have one for each kind. */
export function configurationSections(): { title: string; rows: Row[] }[] {
  return childrenOf(schema())
    .filter(([key]) => key !== 'employers')
    .flatMap(([key, node]) => {
      const kinds =
        typeof node.additionalProperties === 'object' ? (node.additionalProperties.oneOf ?? []) : [];
      if (kinds.length === 0) return [{ title: `\`${key}\``, rows: rowsInside(node, key, new Map()) }];
      return kinds.map((kind) => ({
        title: `\`${key}\` with \`to: ${kind.properties?.to?.const}\``,
        rows: rowsInside(kind, `${key}.NAME`, new Map()),
      }));
    })
    .filter(({ rows }) => rows.length > 0);
}

/** All keys below a node; a group of keys that was listed before is named, not repeated. */
function rowsInside(node: JsonSchema, path: string, listed: Map<string, string>): Row[] {
  const alternatives = [node, ...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  const shapes = new Set(alternatives.map(shapeOf));
  const rows = alternatives.flatMap((each) => {
    const { additionalProperties: named, items } = each;
    return [
      ...childrenOf(each).flatMap(([key, child]) => {
        const isAlways = alternatives.every(
          ({ properties }) => properties === undefined || key in properties,
        );
        return rowsAt(`${path}.${key}`, child, isAlways ? each.required : undefined, listed);
      }),
      ...(typeof named === 'object' ? rowsInside(named, `${path}.${nameIn(path)}`, listed) : []),
      ...(items === undefined || (items.anyOf ?? [items]).every((item) => shapes.has(shapeOf(item)))
        ? []
        : rowsInside(items, `${path}[]`, listed)),
    ];
  });
  return rows.filter(([key], at) => rows.findIndex(([earlier]) => earlier === key) === at);
}

function rowsAt(
  path: string,
  node: JsonSchema,
  required: JsonSchema['required'],
  listed: Map<string, string>,
): Row[] {
  if (node.const !== undefined) return [];
  const [key, fallback, meaning] = rowOf(path, node, required);
  if (isSecret(node)) {
    const place = meaning.includes('{ env: NAME }') ? '' : ': `{ env: NAME }` or `{ file: PATH }`';
    return [[key, fallback, `${meaning}${place}`]];
  }
  const earlier = listed.get(shapeOf(node));
  if (earlier !== undefined) return [[key, fallback, `${meaning}; keys as in \`${earlier}\``]];
  const inside = rowsInside(node, path, listed);
  if (inside.length > 0) listed.set(shapeOf(node), path);
  return [[key, fallback, meaning], ...inside];
}

function shapeOf({ description: _, default: __, ...shape }: JsonSchema): string {
  return JSON.stringify(shape);
}

function rowOf(path: string, node: JsonSchema, required: JsonSchema['required']): Row {
  const key = path.slice(path.lastIndexOf('.') + 1);
  const fallback = required?.includes(key) ? 'required' : defaultText(node.default);
  return [`\`${path}\``, fallback, `${node.description ?? ''}${valuesText(node)}`];
}

function valuesText({ enum: values = [], minimum, maximum }: JsonSchema): string {
  if (values.length > 0 && values.length <= MOST_VALUES)
    return ` (${values.map((value) => `\`${value}\``).join(', ')})`;
  if (minimum === undefined || maximum === undefined || maximum > MOST_LIMIT) return '';
  return ` (${minimum} to ${maximum})`;
}

/** A key that an employer can override is listed once, with the general keys. */
function childrenOf(node: JsonSchema): [string, JsonSchema][] {
  return Object.entries(node.properties ?? {}).filter(
    ([key, child]) => key !== '$schema' && Object.keys(child).length > 0,
  );
}

function isSecret({ anyOf = [] }: JsonSchema): boolean {
  return anyOf.length === 2 && anyOf[0]?.properties?.env !== undefined;
}

function nameIn(path: string): string {
  return NAMES[path.slice(path.lastIndexOf('.') + 1)] ?? 'NAME';
}

function defaultText(value: unknown): string {
  if (value === undefined || JSON.stringify(value) === '{}') return '';
  return typeof value === 'string' ? `\`${value}\`` : `\`${JSON.stringify(value)}\``;
}
