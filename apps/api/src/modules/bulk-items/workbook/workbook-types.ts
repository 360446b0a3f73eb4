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

/** The OpenAPI description of responses that are workbooks. */
export const sentWorkbook = { [workbookTypes.xlsx]: { schema: { type: 'string', format: 'binary' } } }

/** The response schema of a route that returns a workbook as an attachment, for the OpenAPI document. */
export function workbookResponse(description: string) {
  return {
    200: {
      description,
      headers: {
        'Content-Disposition': {
          type: 'string',
          description: 'attachment, with the file name of the workbook'
        }
      },
      content: sentWorkbook
    }
  }
}
