/** The media type of an .xlsx workbook. */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The OpenAPI description of a response that is a workbook. */
export const workbookContent = { [workbookType]: { schema: { type: 'string', format: 'binary' } } }

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
      content: workbookContent
    }
  }
}
