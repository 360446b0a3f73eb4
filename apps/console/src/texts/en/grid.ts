/** Tables that are edited. */
export const grid = {
  selectAll: 'Select all rows',
  select: (name: string) => `Select ${name}`,
  columns: 'Columns',
  compact: 'Compact rows',
  resetWidths: 'Reset the widths',

  views: 'Views',
  noViews: 'Filters, sort order and columns that you save here can be opened again.',
  saveView: 'Save this view',
  viewName: 'Name',
  viewHint: 'Stored in this browser. A view with the same name is replaced.',
  removeView: (name: string) => `Remove the view “${name}”`
}
