/**
 * Thrown if a command can't start. `message` is written for the user; `exitCode` is returned to the shell.
 */
export class StartError extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
