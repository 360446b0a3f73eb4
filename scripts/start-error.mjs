/** A command that cannot start: `message` is for the person at the terminal, `exitCode` for the shell. */
export class StartError extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
