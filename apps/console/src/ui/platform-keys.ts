/** The keys of the queries about what waits for the operator and what fails. */
export const platformKeys = {
  counts: ['platform-statistics', 'counts'],
  lateOrders: ['platform-statistics', 'late-orders'],
  statistics: (days: number) => ['platform-statistics', 'days', days]
} as const
