/** Tables that are edited. */
export const grid = {
  selectAll: 'Select all rows',
  select: (name: string) => `Select ${name}`
}
