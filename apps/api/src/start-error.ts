/** A reason why the service can't start. The message is written for the operator. */
export class StartError extends Error {}

/** Returns the error for a METRICS_PORT that can't be used. */
export function metricsPortError(
  { host, metricsPort }: { host: string; metricsPort: number },
  cause: unknown
): StartError {
  return new StartError(
    `The metrics cannot be served on ${host}:${metricsPort}: ${(cause as Error).message}. ` +
      'Set METRICS_PORT to another port.'
  )
}
