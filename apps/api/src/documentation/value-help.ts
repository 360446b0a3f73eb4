import type { ErrorHelp } from './error-help.ts'

/** Explains the codes of errors in the form of a value or of a body. */
export const valueHelp = {
  REQUIRED: {
    cause: 'The field is missing, is null, or is needed because of another field.',
    cure: 'Send a value. The message says on what the requirement depends.'
  },
  INVALID_TYPE: {
    cause: 'The value has the wrong JSON type, such as text instead of an integer.',
    cure: 'Send the type that the message names. Do not put numbers and booleans in quotation marks, unless the message allows text.'
  },
  UNKNOWN_FIELD: {
    cause:
      'The body has a field that this request does not have. Usually the name is misspelt, or the field belongs to another endpoint.',
    cure: 'Correct or remove the field. If the message names another field or endpoint, use that one.'
  },
  UNKNOWN_PARAMETER: {
    cause: 'The URL has a query parameter that this endpoint does not have.',
    cure: 'Correct or remove the parameter. Options of bulk uploads are query parameters for NDJSON, and fields of the body for JSON.'
  },
  READ_ONLY_FIELD: {
    cause: 'The service or the operator sets this field.',
    cure: 'Remove the field from the body.'
  },
  STATUS_NOT_WRITABLE: {
    cause: 'The body sets `status`, which changes only through approval.',
    cure: 'Remove `status`. To have a product approved again, use `POST /vendor/products/{id}/submit`.'
  },
  ID_ON_CREATE: {
    cause: 'A new entry has an `id`, but the service creates the ids.',
    cure: 'Remove the `id`, or update the existing resource.'
  },
  NOT_ALLOWED: {
    cause:
      'The value is not one of the accepted values, or the field cannot be used together with the other fields.',
    cure: 'Read the message: it lists the accepted values or says what to leave out.'
  },
  NOT_TOGETHER: {
    cause: 'Two fields or parameters contradict each other or mean the same.',
    cure: 'Send only one of them, as the message says.'
  },
  TOO_LONG: {
    cause: 'The text has more characters or bytes than the field can hold.',
    cure: 'Shorten the text to the limit in the message.'
  },
  TOO_SHORT: {
    cause:
      'The text has fewer characters than the field needs. White space at its beginning and end is not counted.',
    cure: 'Send at least as many characters as the message says.'
  },
  TOO_LARGE: {
    cause:
      'The number, amount or time is above the limit, or above what is left. Or a workbook has too many bytes or cells.',
    cure: 'Send at most the value in the message. Divide a workbook into several files.'
  },
  TOO_SMALL: {
    cause: 'The number, amount or time is below the limit. Prices and quantities cannot be negative.',
    cure: 'Send at least the value in the message.'
  },
  TOO_MANY: {
    cause:
      'A list has too many entries, or the limit of such resources is reached. The entries were not checked.',
    cure: 'Send fewer entries, in several requests if possible, or delete what is no longer used.'
  },
  TOO_FEW: {
    cause: 'A list or an object has fewer entries than required.',
    cure: 'Send at least as many entries as the message says.'
  },
  TOO_DEEP: {
    cause: 'Objects, arrays or HTML elements are nested too deeply.',
    cure: 'Use fewer levels. The message says how many are possible.'
  },
  INVALID_FORMAT: {
    cause: 'The text does not have the required form, such as that of an email address.',
    cure: 'Follow the example in the message.'
  },
  INVALID_UUID: {
    cause: 'The id is not a UUID.',
    cure: 'Send the `id` that the API returned. A SKU, a name or a slug is not an id.'
  },
  INVALID_TIMESTAMP: {
    cause: 'The time is not an ISO 8601 timestamp with a time zone, or the date does not exist.',
    cure: 'Send a text such as `2026-01-31T12:00:00Z`.'
  },
  INVALID_DECIMAL: {
    cause: 'The amount is not a decimal number, or it has too many digits.',
    cure: 'Send a number or text such as `12.50`, without a currency sign or separators of thousands.'
  },
  INVALID_VALUE: {
    cause: 'The value is not valid, and no other code describes the reason.',
    cure: 'Compare the value with the description of the field in the API reference.'
  },
  INVALID_URL: {
    cause: 'The text is not an absolute http or https URL, or it contains a user name or a password.',
    cure: 'Send a URL such as `https://example.com/a.jpg`, with spaces and special characters percent-encoded.'
  },
  INVALID_COUNTRY: {
    cause: 'The country code does not exist.',
    cure: 'Send an ISO 3166 code in upper case, such as `US`. Rates of shipping methods also accept regions, such as `US-CA`.'
  },
  INVALID_CURRENCY: {
    cause: 'The currency code does not exist.',
    cure: 'Send an ISO 4217 code in upper case, such as `USD`.'
  },
  INVALID_DATE: {
    cause:
      'The calendar has no such day, such as February 30, or the number in a cell of a workbook is no date.',
    cure: 'Send a date that exists, such as `2026-02-28`.'
  },
  INVALID_TIME_ZONE: {
    cause: 'The database knows no time zone with this name.',
    cure: 'Send the IANA name with its usual capital letters, such as `Europe/Berlin` or `UTC`.'
  },
  INVALID_BASE64: {
    cause:
      'The file is not base64 text: for example, it is in the URL-safe alphabet, lacks padding or contains line breaks.',
    cure: 'Encode the file with the standard alphabet, with padding and without line breaks.'
  },
  NOT_IN_FUTURE: {
    cause: 'The time has already passed.',
    cure: 'Send a later time.'
  },
  EMPTY_RANGE: {
    cause: 'The upper end of a range of weights is not above its lower end.',
    cure: 'Make the maximum greater than the minimum.'
  },
  INVALID_JSON: {
    cause: 'The text is not valid JSON, or it begins with a byte order mark.',
    cure: 'Read the message, which names the line and the column. Let a JSON library write the body, in UTF-8 without a byte order mark.'
  },
  INVALID_UTF8: {
    cause: 'The text is not UTF-8. Often a file was saved as Windows-1252 or Latin-1.',
    cure: 'Save or convert the data as UTF-8, and percent-encode text in URLs.'
  },
  LINE_TOO_LONG: {
    cause: 'A line of an NDJSON body is longer than 1 MiB.',
    cure: 'Shorten the item. Send images as URLs, not as data.'
  },
  NUL_CHARACTER: {
    cause: 'The text contains a NUL character (U+0000), which the service cannot store.',
    cure: 'Remove the character.'
  },
  LONE_SURROGATE: {
    cause:
      'The text contains half of a character, such as `\\ud83d` alone. Usually a text was cut in the middle of an emoji.',
    cure: 'Cut texts between characters, not between UTF-16 code units.'
  },
  NUMBER_PRECISION: {
    cause: 'The number has more digits than a double-precision number can hold exactly.',
    cure: 'Send fewer digits, or send the number as text. Codes such as UPCs are always text.'
  },
  DUPLICATE_KEY: {
    cause: 'An object has the same field twice, or a form has the same part twice.',
    cure: 'Send each field once.'
  },
  FORBIDDEN_KEY: {
    cause: 'An object or a form has a field with a reserved name, such as `__proto__`.',
    cure: 'Choose another name.'
  },
  TOO_MANY_VALUES: {
    cause: 'One JSON value contains more than 200,000 values.',
    cure: 'Split the data into several requests or items.'
  },
  TOO_MANY_NAMES: {
    cause: 'One JSON value has more than 25,000 different field names.',
    cure: 'Use values, not field names, for data such as ids.'
  },
  TOO_MANY_ESCAPES: {
    cause: 'The strings of one JSON value contain more than 2,000,000 escape sequences.',
    cure: 'Send characters as UTF-8 instead of escapes such as `\\u00e9`.'
  }
} as const satisfies Record<string, ErrorHelp>
