/** The keys that `?` lists. */
export const shortcuts = {
  title: 'Keyboard shortcuts',
  open: 'Keyboard shortcuts',
  everywhere: 'Everywhere',
  commands: 'Searches, and runs commands',
  help: 'Shows these keys',

  grid: 'In the table',
  move: 'Go to another cell',
  extend: 'Selects several cells',
  ends: 'First or last cell of the row; with Ctrl of the table',
  edit: 'Changes the cell, and saves the change with ↵',
  tab: 'Saves the change, and goes to the next cell that can be changed',
  leave: 'Leaves the cell as it was',
  copy: 'Copies the selected cells',
  paste: 'Pastes cells, also from a spreadsheet',
  undo: 'Undoes the last change',
  select: 'Selects the row',
  selectAll: 'Selects all rows'
}
