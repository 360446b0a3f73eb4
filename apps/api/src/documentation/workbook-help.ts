import type { ErrorHelp } from './error-help.ts'

/** Explains the codes of errors in workbooks: of files that can't be read, of their columns, and of their cells and rows. */
export const workbookHelp = {
  NOT_A_WORKBOOK: {
    cause: 'The file is neither an .xlsx nor an .ods workbook, whatever its name says.',
    cure: 'Save it as .xlsx in your spreadsheet program, and send that file.'
  },
  TEXT_FILE: {
    cause: 'The file is a text file, such as CSV, that was sent or renamed as a workbook.',
    cure: 'Save it as .xlsx, or import the CSV file with the console or the command line.'
  },
  HTML_FILE: {
    cause: 'The file is a web page with the name of a workbook, as some programs export it.',
    cure: 'Open it in a spreadsheet program, save it as .xlsx, and send that file.'
  },
  OLD_FORMAT: {
    cause: 'The file is an .xls or .xlsb workbook, or a workbook as a single XML file.',
    cure: 'Save it as .xlsx or .ods.'
  },
  ENCRYPTED: {
    cause: 'The workbook is protected with a password.',
    cure: 'Save it without a password.'
  },
  MACROS: {
    cause: 'The workbook contains macros.',
    cure: 'Save it as .xlsx, which has no macros.'
  },
  BROKEN: {
    cause: 'The workbook is damaged or incomplete. The message says which part.',
    cure: 'Open it in a spreadsheet program, save it again, and send the saved file.'
  },
  FORBIDDEN_XML: {
    cause: 'A part of the workbook has a document type declaration, which spreadsheet programs never write.',
    cure: 'Open it in a spreadsheet program, save it again, and send the saved file.'
  },
  TEXT_TOO_LONG: {
    cause: 'A cell has more than 32,767 characters.',
    cure: 'Shorten the text, or send the product as JSON.'
  },
  TOO_MANY_SHEETS: {
    cause: 'The workbook has more sheets than the message says.',
    cure: 'Delete the others. Only the first visible sheet with cells is read.'
  },
  TOO_MANY_ROWS: {
    cause: 'The sheet has more rows than a workbook can have.',
    cure: 'Send the rows in several files.'
  },
  TOO_MANY_COLUMNS: {
    cause: 'The header, or another row, has more columns than the message says.',
    cure: 'Delete columns that the products do not need.'
  },
  NO_ROWS: {
    cause: 'A workbook has no rows below its header, or is empty.',
    cure: 'Put the header into the first row of the first sheet, and one product or variant into each row below.'
  },
  NO_HEADER_ROW: {
    cause: 'The first row with cells has no name of a field, such as `SKU`.',
    cure: 'Enter the names of the columns there, or delete the rows above the header.'
  },
  SECOND_HEADER_ROW: {
    cause: 'The row below the header has names of columns too.',
    cure: 'Delete one of the two rows.'
  },
  MISSING_COLUMN: {
    cause: 'A workbook has no column for a field that every row needs, such as the SKU.',
    cure: 'Name the column as the message says, or download a template with `GET /vendor/templates`.'
  },
  REPEATED_COLUMN: {
    cause: 'Several columns of a workbook have the same field.',
    cure: 'Rename or delete all but one of the columns that the message names.'
  },
  AMBIGUOUS_COLUMN: {
    cause: 'A column of a workbook has the name of several attributes.',
    cure: 'Write the code of the attribute behind its name, as the message shows.'
  },
  UNREADABLE_ROW: {
    cause: 'A row beside this one has an error because of which it is not known to which product it belongs.',
    cure: 'Correct the other row, and send both again.'
  },
  SPREADSHEET_ERROR: {
    cause: 'The cell has the error of a formula, such as #N/A or #REF!.',
    cure: 'Correct the formula, or enter the value.'
  },
  FORMULA_WITHOUT_VALUE: {
    cause:
      'The cell has a formula whose result is not stored, because a program has written the file without calculating it.',
    cure: 'Open the workbook in a spreadsheet program and save it again, or enter the values.'
  },
  MERGED_CELLS: {
    cause: 'The cell is part of merged cells, so it is not clear to which rows or columns the value belongs.',
    cure: 'Unmerge the cells, and enter the value in each of them.'
  },
  INVALID_NUMBER: {
    cause: 'The cell should have a number, but what the file has for it cannot be read as one.',
    cure: 'Enter the number again, without a unit or other text.'
  },
  RUINED_NUMBER: {
    cause:
      'A spreadsheet program has shortened a long number, such as 1.23E+12, or has made a date of a code.',
    cure: 'Format the column as text, and enter the value again. Its digits are lost.'
  },
  LOST_ZERO: {
    cause:
      'A UPC is a number of 10 or 11 digits. A spreadsheet program has probably removed zeros at its beginning.',
    cure: 'Format the column as text, and enter all digits.'
  },
  LINE_BREAK: {
    cause: 'A SKU or another code contains a line break.',
    cure: 'Remove the line break.'
  },
  WRONG_CURRENCY: {
    cause: 'The price has another currency than that of the marketplace.',
    cure: 'Convert the price, and enter it without a currency or with that of the marketplace.'
  },
  DIFFERENT_VALUE: {
    cause:
      'The rows of one product have different values for a field that the product has only once, such as its name.',
    cure: 'Enter the value in the first row of the product, and leave the cell empty in the others.'
  },
  SEPARATED_GROUP: {
    cause: 'Rows with the same `variant_group` are not directly below each other.',
    cure: 'Sort the rows by `variant_group`, so that the rows of a product follow each other.'
  },
  TOO_MANY_VARIANTS: {
    cause: 'More than 200 rows have the same `variant_group`. A product can have 200 variants.',
    cure: 'Divide the variants among several products.'
  }
} as const satisfies Record<string, ErrorHelp>
