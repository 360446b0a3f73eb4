/** What is done with a row, in this order. */
export const stages = ['create', 'approve', 'verify'] as const
export type Stage = (typeof stages)[number]
