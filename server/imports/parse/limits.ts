/** Maximum size of an uploaded file, bytes. */
export const maxFileBytes = 20_000_000
/** Maximum size of a workbook's parts after unpacking, bytes. */
export const maxUnpackedBytes = 150_000_000
/** Maximum number of cells of a file, empty ones within the rows included. */
export const maxCells = 1_000_000
/** Maximum number of rows below the head. */
export const maxRows = 20_000
/** Maximum number of columns. */
export const maxColumns = 200
/** Maximum length of one cell, characters. */
export const maxCellLength = 10_000
