import { expect, test } from 'vitest';
import { tzdataVersion, zoneByName, zoneNames } from '../../../src/domain/time/tzdata.js';
import { IS_GATE, sampleInGate } from '../../gate.js';
import { zoneDifferences } from './zoneDifferences.js';
import { findOracle, type OracleAnswer } from './zoneOracle.js';

/** Names that only one side has, each with its reason. */
const ONE_SIDED: Readonly<Record<string, string>> = {
  Factory: 'a placeholder of the tz database for machines without a zone',
};

const rows: [row: string, first: string, last: string, zones: readonly string[]][] = [
  ['every zone, 2000 to 2037', '2000-01-01', '2037-12-31', IS_GATE ? sampleInGate(zoneNames, 30) : []],
  [
    'zones that still change, 2038 to 2100',
    '2038-01-01',
    '2100-12-31',
    ['Europe/Brussels', 'Australia/Lord_Howe', 'Atlantic/Azores'],
  ],
];

test.for(rows)(
  'Python zoneinfo agrees: %s',
  { timeout: 180_000 },
  async ([, first, last, zones], { skip }) => {
    const oracle = await findOracle();
    if (oracle === undefined) return skip(warned('no Python 3.9 with zone tables that name their version'));
    const answer = await oracle.ask(first, last, zones);
    const names = Object.keys(answer.names).filter((name) => zoneNames.includes(name));
    const differences = differentTables(names, answer).flatMap((name) =>
      zoneDifferences(zoneByName(name), name, answer, first, last),
    );
    if (oracle.version !== tzdataVersion) {
      const versions = `the machine's tables are ${oracle.version}, paytally's ${tzdataVersion}`;
      return skip(
        warned(`${versions}; they differ in ${differences.length} places:\n${differences.join('\n')}`),
      );
    }
    expect(differences).toEqual([]);
    expect(names.length).toBeGreaterThanOrEqual(zones.length || 590);
    const oneSided = zones.length > 0 ? [] : oneSidedNames(Object.keys(answer.names));
    expect(oneSided.filter((name) => ONE_SIDED[name] === undefined)).toEqual([]);
  },
);

/** If several names share one table on both sides, one is enough. */
function differentTables(names: readonly string[], answer: OracleAnswer): string[] {
  const keyOf = (name: string) => `${zoneByName(name).canonicalName} ${answer.names[name]}`;
  return [...new Map(names.map((name) => [keyOf(name), name])).values()];
}

function oneSidedNames(theirs: readonly string[]): string[] {
  const [ours, others] = [new Set(zoneNames), new Set(theirs)];
  return [...ours].filter((name) => !others.has(name)).concat([...others].filter((name) => !ours.has(name)));
}

function warned(reason: string): string {
  console.warn(`skipped: ${reason}`);
  return reason;
}
