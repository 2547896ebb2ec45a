/** The neutral records of a sandbox data folder, one JSON list each. Described in samples/README.md. */
export interface EstablishmentRecord {
  readonly id: string;
  readonly name: string;
  readonly zone: string;
  readonly deleted?: true;
}

export interface HolidayRecord {
  readonly date: string;
  readonly name: string;
  /** The day on which the employer grants it instead; null for its own date. */
  readonly replacementDate: string | null;
}

export interface EmployeeRecord {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isActive: boolean;
  readonly archived?: true;
}

export interface AgencyWorkerRecord {
  readonly id: string;
  readonly name: string;
  readonly agencyId: string;
  readonly deleted?: true;
}

/** A team or a planning task. */
export interface NamedRecord {
  readonly id: string;
  readonly name: string;
  readonly deleted?: true;
}

interface WorkerReferences {
  readonly employeeId: string | null;
  readonly agencyWorkerId?: string;
  readonly agencyId?: string;
  readonly establishmentId: string;
  readonly teamId?: string;
  readonly taskId?: string;
}

export interface ShiftRecord extends WorkerReferences {
  readonly id: string;
  /** The planned day, YYYY-MM-DD. */
  readonly date: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly breakMinutes: number;
  /** Elapsed minutes minus the break. */
  readonly plannedMinutes: number;
  readonly fillType: 'Internal' | 'External';
  readonly published?: false;
}

export interface TimeEntryRecord extends WorkerReferences {
  readonly id: string;
  /** The local day of `startsAt`. */
  readonly workDate: string;
  readonly status: 'Working' | 'OnBreak' | 'Completed' | 'Cancelled';
  readonly startsAt: string;
  /** Null while open. */
  readonly endsAt: string | null;
  /** Elapsed minutes minus the breaks; only when completed. */
  readonly workedMinutes?: number;
  readonly shiftId: string | null;
  readonly reviewedAtUtc: string | null;
}
