/**
 * The example request of an operation, and the description of its success response. A test sends all examples
 * to the demo marketplace, which must accept them, so the ids are ids of objects of the demo.
 */
export type OperationExample = {
  /**
   * Describes the success response. Required if the schema of the response has the same description as that of
   * another operation.
   */
  response?: string
  /** The value of each path parameter. */
  path?: Record<string, string>
  /** The values of query parameters. The test sends each optional parameter on its own. */
  query?: Record<string, string | number | boolean | string[]>
  /** The JSON body. In a form, the value of a file is the name of the file. */
  body?: Record<string, unknown>
}
