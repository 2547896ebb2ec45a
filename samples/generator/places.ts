import { uuidFor } from './random.js';
import type { EstablishmentRecord, NamedRecord } from './records.js';
import type { SampleZone } from './sampleZones.js';

interface Place {
  readonly id: string;
  readonly name: string;
  readonly zone: SampleZone;
  readonly deleted?: true;
}

const place = (name: string, zone: SampleZone): Place => ({
  id: uuidFor(`establishment ${name}`),
  name,
  zone,
});

/** The employer: a bakery with two shops in Belgium and one in Egypt; a third Belgian one closed on 30 September. */
export const PLACES = {
  antwerp: place('Bakkerij Aan de Stroom, Antwerpen', 'Europe/Brussels'),
  brussels: place('Boulangerie Sainte-Catherine', 'Europe/Brussels'),
  cairo: place('Maison du Nil – Zamalek', 'Africa/Cairo'),
  ghent: { ...place('Bakkerij Korenmarkt', 'Europe/Brussels'), deleted: true },
} as const satisfies Record<string, Place>;
export type PlaceKey = keyof typeof PLACES;

export const establishments: readonly EstablishmentRecord[] = Object.values(PLACES);

const team = (name: string): NamedRecord => ({ id: uuidFor(`team ${name}`), name });

export const TEAMS = {
  ovens: team('Nachtbakkers'),
  pastry: team('Viennoiserie & pâtisserie'),
  shop: team('Winkel'),
  delivery: team('Levering'),
  nile: team('فريق الفرن'),
  cafe: team('Café du Nil'),
  /** Disbanded in October, but older records still name it. */
  summerBar: { ...team('Zomerbar 2026'), deleted: true },
} as const satisfies Record<string, NamedRecord>;
export type TeamKey = keyof typeof TEAMS;

const task = (name: string): NamedRecord => ({ id: uuidFor(`task ${name}`), name });

export const TASKS = {
  oven: task('Deeg en oven'),
  lamination: task('Toerage'),
  counter: task('Verkoop en kassa'),
  route: task('Leverronde'),
  cleaning: task('Schoonmaak'),
  service: task('Service en salle'),
  office: task('Administratie'),
  terrace: { ...task('Terras'), deleted: true },
} as const satisfies Record<string, NamedRecord>;
export type TaskKey = keyof typeof TASKS;

export const AGENCIES = {
  nord: uuidFor('agency Interim Nord'),
  delta: uuidFor('agency Delta Staffing'),
} as const;
