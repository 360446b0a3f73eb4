/** The keys that `?` lists. */
export const shortcuts = {
  title: 'Keyboard shortcuts',
  open: 'Keyboard shortcuts',
  everywhere: 'Everywhere',
  commands: 'Searches, and runs commands',
  help: 'Shows these keys',

  grid: 'In the table',
  move: 'Goes to another cell',
  extend: 'Selects several cells',
  ends: 'Goes to the first or last cell of the row',
  pages: 'Goes up or down by as many rows as are in view',
  corners: 'Goes to the first or last row',
  edit: 'Begins or ends an edit',
  tab: 'Ends the edit, and goes to the next cell to edit',
  leave: 'Cancels the edit',
  copy: 'Copies the selected cells',
  paste: 'Pastes cells, also from a spreadsheet',
  takeBack: 'Takes unsent changes of the selected cells back',
  undo: 'Undoes the last change',
  select: 'Selects the row',
  selectAll: 'Selects all rows'
}
