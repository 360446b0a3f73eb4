/** Why the loading cannot go on, in sentences for the person at the terminal. */
export class Stop extends Error {}

/** The person asked to stop: what was not begun yet is left for another time. */
export class Interrupted extends Error {
  override readonly message = 'Stopped, as you asked; the calls under way were finished.'
}

/** Why one row could not be loaded; the others go on. Each reason is one line. */
export class Refusal extends Error {
  readonly reasons: string[]

  constructor(reasons: string[]) {
    super(reasons.join('; '))
    this.reasons = reasons
  }
}
