import { afterEach, beforeEach, expect, test } from 'vitest';
import { heldBy } from './books.js';
import { periodText, Simulation } from './simulation.js';
import { dateOf, newId, type Place } from './world.js';

/* Faults that histories have found, each separately. */

const WEEK = { from: 0, to: 6 };
const REST_OF_WEEK = { from: 5, to: 6 };
const DAY_MS = 86_400_000;

let simulation: Simulation;
beforeEach(() => {
  simulation = new Simulation({ isMinutesOnly: true, hasInbox: false });
  simulation.project.nowMs += 10 * DAY_MS;
});
afterEach(() => simulation.remove());

/** An entry of Bob's, whose minutes change. */
function work(day: number, place: Place = 'North'): (minutes: number) => void {
  const { world } = simulation;
  const entry = { id: newId(world), who: 'bob', day, slot: 0, place, isReviewed: true } as const;
  return (minutes) => {
    world.entries.set(entry.id, { ...entry, minutes, status: 'Completed' });
    simulation.isChanged = true;
  };
}

async function run(argv: readonly string[], isFinal: boolean): Promise<void> {
  const { answer, newRuns } = await simulation.command(argv, undefined);
  expect(answer?.status).toBe(0);
  for (const each of newRuns) simulation.book(each, isFinal);
}

test('a restated row is right on the requested days, and as in the ledger on the others', async () => {
  const held = () => heldBy('own-restate', simulation.books.files).get('1002 100');
  const [tuesday, saturday] = [work(1), work(5)];
  tuesday(60);
  saturday(60);
  await run(['export', periodText(WEEK), '--final', '--template', './own-restate.yaml'], true);
  tuesday(90);
  saturday(120);
  await run(['corrections', periodText(REST_OF_WEEK), '--final'], false);
  expect(held()).toEqual({ minutes: 180, hundredths: 300, quantity: 0 });
  // An unrecorded change is no difference once it is undone.
  tuesday(60);
  const { json } = await simulation.look(['corrections', periodText(WEEK)]);
  expect(json.runs[0].lines).toEqual([]);
});

test('a row with corrections for some days prints the rounding of its new minutes', async () => {
  const held = () => heldBy('own-delta', simulation.books.files).get('1002 100');
  const [tuesday, saturday] = [work(1), work(5)];
  tuesday(61);
  saturday(61);
  await run(['export', periodText(WEEK), '--final', '--template', './own-delta.yaml'], true);
  expect(held()).toMatchObject({ minutes: 122, hundredths: 203 });
  tuesday(70);
  saturday(63);
  await run(['corrections', periodText(REST_OF_WEEK), '--final'], false);
  expect(held()).toMatchObject({ minutes: 124, hundredths: 207 });
  tuesday(61);
  const { json } = await simulation.look(['corrections', periodText(WEEK)]);
  expect(json.runs[0].lines).toEqual([]);
});

test('a row with some settled lines lists the rest for manual entry', { tags: 'slow' }, async () => {
  const [tuesday, saturday] = [work(1), work(5)];
  tuesday(60);
  saturday(60);
  const templates = ['own-none', 'own-delta'].flatMap((name) => ['--template', `./${name}.yaml`]);
  await run(['export', periodText(WEEK), '--final', ...templates], true);
  tuesday(90);
  saturday(80);
  const before = await simulation.look(['corrections', periodText(WEEK)]);
  const first = before.json.runs[0].lines.find(
    (line: { template: string; date: string }) =>
      line.template === 'own-none' && line.date === dateOf(WEEK.from + 1),
  );
  await run(['corrections', periodText(WEEK), '--final', '--settle', `${first.line}=typed`], false);
  const { json } = await simulation.look(['corrections', periodText(WEEK)]);
  expect(json.runs[0].sheet).toMatchObject([
    { template: 'own-none', unit: 'hours', recorded: 2.5, now: 2.83, type: 0.33 },
  ]);
});

test('a place added after the final has its name in the first draft of corrections', async () => {
  simulation.world.gone.add('South');
  work(1)(60);
  await run(['export', periodText(WEEK), '--final', '--template', 'pay-lines'], true);
  simulation.world.gone.clear();
  work(2, 'South')(60);
  const { json } = await simulation.look(['corrections', periodText(WEEK)]);
  expect(json.runs[0].lines).toMatchObject([{ establishment: 'South', afterMinutes: 60 }]);
});

test('days whose final was purged can be exported and checked', async () => {
  work(1)(60);
  await run(['export', periodText(WEEK), '--final', '--template', 'pay-lines'], true);
  await run(['purge', '--before', dateOf(WEEK.to + 1)], true);
  await run(['export', periodText(WEEK), '--template', 'employee-days'], false);
  await run(['check', periodText(WEEK)], false);
});
