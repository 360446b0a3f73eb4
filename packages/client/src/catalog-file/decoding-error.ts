/** The bytes of a file can't be decoded. Readers of rows set the number of the row. */
export class DecodingError extends Error {
  row = 0
}
