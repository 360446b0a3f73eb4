/** A node does not fit the other nodes of its database; the message is one sentence for the operator. */
export class InstallationError extends Error {
  override readonly name = 'InstallationError'
}
