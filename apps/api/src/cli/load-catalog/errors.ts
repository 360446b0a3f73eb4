/** An error that ends the run. The message is one or more sentences for the user. */
export class FatalError extends Error {}

/** The user interrupted the run. Requests under way have finished, and no further requests were sent. */
export class Interrupted extends Error {
  override readonly message = 'Interrupted. The requests that were under way have finished.'
}

/** One row can't be loaded. The run continues with the other rows. Each of the `reasons` is one line. */
export class RowError extends Error {
  readonly reasons: string[]

  constructor(reasons: string[]) {
    super(reasons.join('; '))
    this.reasons = reasons
  }
}
