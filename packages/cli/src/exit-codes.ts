/** The exit codes of every command, as `purveyor help exit-codes` lists them. */
export const exitCodes = {
  /** The command did everything that was asked. */
  done: 0,
  /** The service refused the request, or an unexpected error occurred. */
  failed: 1,
  /** The options are wrong, or a file can't be read. Nothing was sent. */
  usage: 2,
  /** Some rows or items failed. The others were processed. */
  partlyFailed: 3,
  /** Not signed in, or the account isn't allowed to do this. */
  access: 4,
  /** The service can't be reached or is busy. Run the command again later. */
  unavailable: 5,
  /** `purveyor diff` found differences. */
  different: 6,
  /** Ctrl-C. */
  interrupted: 130
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** What each exit code means, for `purveyor help exit-codes` and the documentation. */
export const exitCodeMeanings: Record<ExitCode, string> = {
  0: 'The command did everything that was asked.',
  1: 'The service refused the request, or an unexpected error occurred.',
  2: "The options are wrong, or a file can't be read. Nothing was sent.",
  3: 'Some rows or items failed. The others were processed.',
  4: "You aren't signed in, or your account isn't allowed to do this.",
  5: "The service can't be reached or is busy. Run the command again later.",
  6: '`purveyor diff` found differences.',
  130: 'You pressed Ctrl-C, or the process received SIGTERM or SIGHUP.'
}
