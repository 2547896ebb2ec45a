/** Something in a placeholder or directive that cannot work, with what would. Becomes a Problem with its cell. */
export class Mistake extends Error {
  constructor(
    problem: string,
    readonly remedy: string,
  ) {
    super(problem);
    this.name = 'Mistake';
  }
}
