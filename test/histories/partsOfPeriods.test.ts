import { expect, test } from 'vitest';
import { heldBy } from './books.js';
import { periodText, Simulation } from './simulation.js';
import { newId } from './world.js';

const WEEK = { from: 0, to: 6 };
const REST_OF_WEEK = { from: 5, to: 6 };
const DAY_MS = 86_400_000;

test('a restated row is right on the days that were asked for, and else as the ledger has it', async () => {
  const simulation = new Simulation({ isMinutesOnly: true, hasInbox: false });
  const { world, project } = simulation;
  const work = (day: number) => {
    const entry = { id: newId(world), who: 'bob', day, slot: 0, place: 'North', isReviewed: true } as const;
    return (minutes: number) => {
      world.entries.set(entry.id, { ...entry, minutes, status: 'Completed' });
      simulation.isChanged = true;
    };
  };
  const run = async (argv: readonly string[], isFinal: boolean) => {
    const { answer, newRuns } = await simulation.command(argv, undefined);
    expect(answer?.status).toBe(0);
    for (const each of newRuns) simulation.book(each, isFinal);
  };
  const held = () => heldBy('own-restate', simulation.books.files).get('1002 100');
  try {
    project.nowMs += 10 * DAY_MS;
    const [tuesday, saturday] = [work(1), work(5)];
    tuesday(60);
    saturday(60);
    await run(['export', periodText(WEEK), '--final', '--template', './own-restate.yaml'], true);
    tuesday(90);
    saturday(120);
    await run(['corrections', periodText(REST_OF_WEEK), '--final'], false);
    expect(held()).toEqual({ minutes: 180, hundredths: 300, quantity: 0 });
    // What was never recorded is no difference once it is undone.
    tuesday(60);
    const { json } = await simulation.look(['corrections', periodText(WEEK)]);
    expect(json.runs[0].lines).toEqual([]);
    expect(held()).toEqual({ minutes: 180, hundredths: 300, quantity: 0 });
  } finally {
    simulation.remove();
  }
});
