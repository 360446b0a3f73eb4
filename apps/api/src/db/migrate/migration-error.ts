/** The migrations can't be applied. `message` is one sentence for the operator. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}
