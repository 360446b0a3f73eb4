/** The keys that `?` lists. */
export const shortcuts = {
  title: 'Keyboard shortcuts',
  open: 'Keyboard shortcuts',
  everywhere: 'Everywhere',
  commands: 'Search and commands',
  help: 'Show these shortcuts',

  grid: 'In the table',
  move: 'Go to another cell',
  extend: 'Select several cells',
  ends: 'Go to the first or last cell of the row',
  pages: 'Go one screen up or down',
  corners: 'Go to the first or last row',
  edit: 'Start or finish editing',
  tab: 'Finish editing, and go to the next cell',
  leave: 'Cancel editing',
  copy: 'Copy the selected cells',
  paste: 'Paste cells, also from a spreadsheet',
  takeBack: 'Undo unsaved changes in the selected cells',
  undo: 'Undo the last change',
  select: 'Select the row',
  selectAll: 'Select all rows'
}
