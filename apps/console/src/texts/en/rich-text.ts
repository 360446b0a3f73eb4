/** The editor of texts with formatting. */
export const richText = {
  toolbar: 'Formatting',
  block: 'Kind of paragraph',
  blocks: {
    p: 'Text',
    h1: 'Heading 1',
    h2: 'Heading 2',
    h3: 'Heading 3',
    h4: 'Heading 4',
    h5: 'Heading 5',
    h6: 'Heading 6',
    pre: 'Preformatted'
  },
  commands: {
    bold: 'Bold',
    italic: 'Italic',
    underline: 'Underline',
    bulletList: 'Bulleted list',
    orderedList: 'Numbered list',
    quote: 'Quote',
    undo: 'Undo',
    redo: 'Redo'
  },
  link: 'Link',
  address: 'Address of the link',
  wrongAddress: 'Enter a complete address, such as https://example.com',
  setLink: 'Set the link',
  removeLink: 'Remove the link'
}
