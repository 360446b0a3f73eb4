/** A reason why the service can't start. The message is written for the operator. */
export class StartError extends Error {}
