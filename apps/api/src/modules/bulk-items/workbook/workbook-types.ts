/** The media types of workbooks. */
export const workbookTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ods: 'application/vnd.oasis.opendocument.spreadsheet'
} as const

const schema = { type: 'string', format: 'binary', description: 'A workbook' } as const

/** The OpenAPI description of the bodies that are workbooks. */
export const workbookContent = {
  [workbookTypes.xlsx]: { schema },
  [workbookTypes.ods]: { schema }
}
